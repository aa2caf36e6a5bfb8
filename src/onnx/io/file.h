// SPDX-License-Identifier: Apache-2.0

/// The files that models point into

#ifndef TERCET_ONNX_IO_FILE_H
#define TERCET_ONNX_IO_FILE_H

#include "onnx/model.h"

/// Take over bytes that were allocated by the model's allocator, to be freed
/// with it; on failure they stay the caller's
TERCET_NODISCARD tercet_status
tercet_onnx_model_keep(tercet_onnx_model *model,
                       void *data,
                       size_t n_bytes,
                       tercet_error *err);

/**
   Map an open file for as long as the model lives; one that cannot be mapped,
   such as a pipe, is read.

   @param fd Stays the caller's.
   @param[out] out All of its bytes.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_LIMIT for a pipe that
   gives more than the model may take, or #TERCET_ERR_IO; `err` does not name
   the file.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_model_map_file(tercet_onnx_model *model,
                           int fd,
                           tercet_string *out,
                           tercet_error *err);

#endif // TERCET_ONNX_IO_FILE_H
