// SPDX-License-Identifier: Apache-2.0

/**
   Elements of tensors that lie in files beside the model.

   Files are looked for below one folder that the caller has named.  A location
   is a relative path; one that goes upwards, or through a symbolic link, is
   refused.
*/

#ifndef TERCET_ONNX_IO_EXTERNAL_H
#define TERCET_ONNX_IO_EXTERNAL_H

#include "onnx/model.h"

typedef struct tercet_onnx_external_file tercet_onnx_external_file;

/// The files of one model, in the storage of its reader
typedef struct {
  tercet_onnx_model *model;         ///< Keeps the mappings
  int folder;                       ///< Open, or -1: no file may be read
  tercet_onnx_external_file *files; ///< Those mapped so far, in its arena
} tercet_onnx_externals;

/// Open the folder; NULL allows none
TERCET_NODISCARD tercet_status
tercet_onnx_externals_open(tercet_onnx_externals *externals,
                           tercet_onnx_model *model,
                           const char *folder,
                           tercet_error *err);

void
tercet_onnx_externals_close(tercet_onnx_externals *externals);

/**
   Set the elements of a tensor whose place is external.

   @return #TERCET_OK, also without a folder, #TERCET_ERR_CORRUPT for a location
   that is refused or bytes that the file does not have, #TERCET_ERR_IO, or
   #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_externals_resolve(tercet_onnx_externals *externals,
                              tercet_onnx_tensor *tensor,
                              tercet_error *err);

#endif // TERCET_ONNX_IO_EXTERNAL_H
