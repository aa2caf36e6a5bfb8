// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor.h

   N-dimensional arrays; linear algebra and random numbers are in linalg.h and
   random.h.
*/

#ifndef TERCET_TENSOR_H
#define TERCET_TENSOR_H

#include <tercet/tensor_combine.h>
#include <tercet/tensor_core.h>
#include <tercet/tensor_io.h>
#include <tercet/tensor_math.h>
#include <tercet/tensor_order.h>
#include <tercet/tensor_reduce.h>
#include <tercet/tensor_run.h>
#include <tercet/tensor_view.h>

#endif // TERCET_TENSOR_H
