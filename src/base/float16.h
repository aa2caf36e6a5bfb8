// SPDX-License-Identifier: Apache-2.0

/// IEEE 754 binary16 and bfloat16 as bit patterns

#ifndef TERCET_BASE_FLOAT16_H
#define TERCET_BASE_FLOAT16_H

#include <stdint.h>

/// Exact; NaN stays NaN
float
tercet_f16_to_f32(uint16_t bits);

/// Rounds to nearest, ties to even
uint16_t
tercet_f32_to_f16(float value);

/// Rounds once, never through a float
uint16_t
tercet_f64_to_f16(double value);

/// Exact
float
tercet_bf16_to_f32(uint16_t bits);

/// Rounds to nearest, ties to even; NaN stays NaN
uint16_t
tercet_f32_to_bf16(float value);

#endif // TERCET_BASE_FLOAT16_H
