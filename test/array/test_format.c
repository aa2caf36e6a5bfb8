// SPDX-License-Identifier: Apache-2.0

/// Readable printing; expected texts are those of NumPy 1.24's array2string()

#include "io_reference.h"

/// Numbers, options and the text that they give
typedef struct {
  tercet_dtype dtype;
  size_t rank;
  int64_t shape[3];
  const double *values; ///< NULL: 0, 1, 2, ...
  tercet_format_options options;
  const char *text;
} format_case;

static const double v0[] = {1.0, 2.0, 3.0};
static const double v1[] = {1.0, -20.0, 300.0, 4.0};
static const double v2[] = {0.0,  1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,
                            8.0,  9.0,  10.0, 11.0, 12.0, 13.0, 14.0, 15.0,
                            16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0};
static const double v3[] = {0.0,  1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,
                            8.0,  9.0,  10.0, 11.0, 12.0, 13.0, 14.0, 15.0,
                            16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0,
                            24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0,
                            32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0};
static const double v7[] = {0x1.8000000000000p+0, 0x1.2000000000000p+1, -3.0};
static const double v8[] = {0x1.5555555555555p-2, 0x1.5555555555555p-1, 1.0};
static const double v9[] = {0x1.4f8b588e368f1p-17, 1.0, 0x1.4000000000000p+1};
static const double v10[] = {10000000000.0, 1.0};
static const double v11[] = {
    0x1.56e1fc2f8f359p-997, 0x1.7e43c8800759cp+996, 0.0, -0x1.4000000000000p+1};
static const double v12[] = {NAN, 1.0, INFINITY, -INFINITY};
static const double v13[] = {NAN, INFINITY};
static const double v14[] = {
    0x1.99999a0000000p-4, 0x1.99999a0000000p-3, 0x1.3333340000000p-2};
static const double v15[] = {
    0x1.9980000000000p-4, 0x1.9980000000000p-3, 0x1.5540000000000p-2};
static const double v16[] = {
    1.0, 2.0, -0x1.c000000000000p+1, -0x1.0000000000000p-2, 0.0, 0.0};
static const double v17[] = {0x1.4f8b580000000p-17, 1000000000.0, 1.0, 1.0};
static const double v18[] = {0x1.4000000000000p+1};
static const double v19[] = {-7.0};
static const double v21[] = {0.0, -0.0, 1.0, 100.0};
static const double v22[] = {0.0,
                             0x1.1a7b9611a7b96p-5,
                             0x1.1a7b9611a7b96p-4,
                             0x1.a7b9611a7b961p-4,
                             0x1.1a7b9611a7b96p-3,
                             0x1.611a7b9611a7cp-3,
                             0x1.a7b9611a7b961p-3,
                             0x1.ee58469ee5846p-3,
                             0x1.1a7b9611a7b96p-2,
                             0x1.3dcb08d3dcb09p-2,
                             0x1.611a7b9611a7cp-2,
                             0x1.8469ee58469eep-2,
                             0x1.a7b9611a7b961p-2,
                             0x1.cb08d3dcb08d4p-2,
                             0x1.ee58469ee5846p-2,
                             0x1.08d3dcb08d3ddp-1,
                             0x1.1a7b9611a7b96p-1,
                             0x1.2c234f72c234fp-1,
                             0x1.3dcb08d3dcb09p-1,
                             0x1.4f72c234f72c2p-1,
                             0x1.611a7b9611a7cp-1,
                             0x1.72c234f72c235p-1,
                             0x1.8469ee58469eep-1,
                             0x1.9611a7b9611a8p-1,
                             0x1.a7b9611a7b961p-1,
                             0x1.b9611a7b9611ap-1,
                             0x1.cb08d3dcb08d4p-1,
                             0x1.dcb08d3dcb08dp-1,
                             0x1.ee58469ee5846p-1,
                             1.0};
static const double v23[] = {
    0x1.c9e38e3e13df2p+0,  0x1.befc703152c8ap-2,  0x1.8b40edd841de6p-4,
    -0x1.dd0ddb9948fd7p+0, -0x1.1c0ba72861dcdp-2, -0x1.6b45f017b0c89p-2,
    -0x1.52e8bb4fd608ap-4, -0x1.41063b930e7bfp-1, -0x1.66f55c571c5fbp-5,
    -0x1.e8abd7e5d2889p-2, -0x1.505970c30f50cp+0, 0x1.c4ed39831c5b5p-1,
    0x1.c33c1e514feadp-1,  0x1.b5a6948e830e8p+0,  0x1.99e0271b2e20cp-5,
    -0x1.9e63c1949008fp-2, -0x1.17396b4725f7dp-1, -0x1.8be5eff66f49dp+0,
    0x1.f6f8dd4596a50p-1,  -0x1.19df91760354dp+0, -0x1.2f5f358dca3efp+0,
    -0x1.a52bc64390640p-3, 0x1.7c7437f60cb00p+0,  0x1.e4cb7f915dc49p-3,
    -0x1.0616c86e1d6e5p+0, -0x1.6d0d71d980d66p-1, 0x1.40201bb350e29p-1,
    -0x1.48bb3aebaba3dp-3, -0x1.89a4eb0931b61p-1, -0x1.d71a58ea12723p-3,
    0x1.7d7803d3c8282p-1,  0x1.f9e26572cce83p+0,  -0x1.3e7eddd20e703p+0,
    -0x1.40b9b7a66e469p-1, -0x1.9b873ac3ae199p-1, -0x1.35a484758d9afp+1};
static const double v24[] = {0x1.4f8b588e368f1p-17, 1.0};
static const double v25[] = {0x1.5555555555555p-2, 0x1.edd3c07ee0b0bp+6};
static const double v26[] = {0x1.3ffffffffea03p+3, 1.0};
static const double v27[] = {0x1.02e85be111841p-13, 1.0};
static const double v28[] = {0.0,  1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,
                             8.0,  9.0,  10.0, 11.0, 12.0, 13.0, 14.0, 15.0,
                             16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0,
                             24.0, 25.0, 26.0, 27.0, 28.0, 29.0};
static const double v29[] = {0.0,  1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,
                             8.0,  9.0,  10.0, 11.0, 12.0, 13.0, 14.0, 15.0,
                             16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0,
                             24.0, 25.0, 26.0, 27.0, 28.0, 29.0};
static const double v31[] = {100000000.0};
static const double v32[] = {99999999.0, 100000.0};
static const double v33[] = {0x1.249ad2594c37dp+332, 0x1.bff2ee48e0530p-333};
static const double v34[] = {0x1.8000000000000p+0};
static const double v35[] = {0x1.81cd6c8b43958p+13, 1.0};
static const double v36[] = {NAN, 1.0, NAN, -INFINITY};

static const format_case cases[] = {
    {TERCET_DTYPE_I32, 1, {3}, v0, {1000, 3, 75, 8, false, NULL}, "[1, 2, 3]"},
    {TERCET_DTYPE_I64,
     2,
     {2, 2},
     v1,
     {1000, 3, 75, 8, false, NULL},
     "[[  1, -20],\n"
     " [300,   4]]"},
    {TERCET_DTYPE_I64,
     3,
     {2, 3, 4},
     v2,
     {1000, 3, 75, 8, false, NULL},
     "[[[ 0,  1,  2,  3],\n"
     "  [ 4,  5,  6,  7],\n"
     "  [ 8,  9, 10, 11]],\n"
     "\n"
     " [[12, 13, 14, 15],\n"
     "  [16, 17, 18, 19],\n"
     "  [20, 21, 22, 23]]]"},
    {TERCET_DTYPE_I64,
     1,
     {40},
     v3,
     {1000, 3, 75, 8, false, NULL},
     "[ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,\n"
     " 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,\n"
     " 36, 37, 38, 39]"},
    {TERCET_DTYPE_I64,
     1,
     {1001},
     NULL,
     {1000, 3, 75, 8, false, NULL},
     "[   0,    1,    2, ...,  998,  999, 1000]"},
    {TERCET_DTYPE_I32,
     2,
     {40, 50},
     NULL,
     {1000, 3, 75, 8, false, NULL},
     "[[   0,    1,    2, ...,   47,   48,   49],\n"
     " [  50,   51,   52, ...,   97,   98,   99],\n"
     " [ 100,  101,  102, ...,  147,  148,  149],\n"
     " ...,\n"
     " [1850, 1851, 1852, ..., 1897, 1898, 1899],\n"
     " [1900, 1901, 1902, ..., 1947, 1948, 1949],\n"
     " [1950, 1951, 1952, ..., 1997, 1998, 1999]]"},
    {TERCET_DTYPE_I32,
     3,
     {2, 40, 50},
     NULL,
     {1000, 3, 75, 8, false, NULL},
     "[[[   0,    1,    2, ...,   47,   48,   49],\n"
     "  [  50,   51,   52, ...,   97,   98,   99],\n"
     "  [ 100,  101,  102, ...,  147,  148,  149],\n"
     "  ...,\n"
     "  [1850, 1851, 1852, ..., 1897, 1898, 1899],\n"
     "  [1900, 1901, 1902, ..., 1947, 1948, 1949],\n"
     "  [1950, 1951, 1952, ..., 1997, 1998, 1999]],\n"
     "\n"
     " [[2000, 2001, 2002, ..., 2047, 2048, 2049],\n"
     "  [2050, 2051, 2052, ..., 2097, 2098, 2099],\n"
     "  [2100, 2101, 2102, ..., 2147, 2148, 2149],\n"
     "  ...,\n"
     "  [3850, 3851, 3852, ..., 3897, 3898, 3899],\n"
     "  [3900, 3901, 3902, ..., 3947, 3948, 3949],\n"
     "  [3950, 3951, 3952, ..., 3997, 3998, 3999]]]"},
    {TERCET_DTYPE_F64,
     1,
     {3},
     v7,
     {1000, 3, 75, 8, false, NULL},
     "[ 1.5 ,  2.25, -3.  ]"},
    {TERCET_DTYPE_F64,
     1,
     {3},
     v8,
     {1000, 3, 75, 8, false, NULL},
     "[0.33333333, 0.66666667, 1.        ]"},
    {TERCET_DTYPE_F64,
     1,
     {3},
     v9,
     {1000, 3, 75, 8, false, NULL},
     "[1.0e-05, 1.0e+00, 2.5e+00]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v10,
     {1000, 3, 75, 8, false, NULL},
     "[1.e+10, 1.e+00]"},
    {TERCET_DTYPE_F64,
     1,
     {4},
     v11,
     {1000, 3, 75, 8, false, NULL},
     "[ 1.0e-300,  1.0e+300,  0.0e+000, -2.5e+000]"},
    {TERCET_DTYPE_F64,
     1,
     {4},
     v12,
     {1000, 3, 75, 8, false, NULL},
     "[ nan,   1.,  inf, -inf]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v13,
     {1000, 3, 75, 8, false, NULL},
     "[nan, inf]"},
    {TERCET_DTYPE_F32,
     1,
     {3},
     v14,
     {1000, 3, 75, 8, false, NULL},
     "[0.1, 0.2, 0.3]"},
    {TERCET_DTYPE_F16,
     1,
     {3},
     v15,
     {1000, 3, 75, 8, false, NULL},
     "[0.1   , 0.2   , 0.3333]"},
    {TERCET_DTYPE_C128,
     1,
     {3},
     v16,
     {1000, 3, 75, 8, false, NULL},
     "[ 1. +2.j  , -3.5-0.25j,  0. +0.j  ]"},
    {TERCET_DTYPE_C64,
     1,
     {2},
     v17,
     {1000, 3, 75, 8, false, NULL},
     "[1.e-05+1.e+09j, 1.e+00+1.e+00j]"},
    {TERCET_DTYPE_F64, 0, {0}, v18, {1000, 3, 75, 8, false, NULL}, "2.5"},
    {TERCET_DTYPE_I16, 0, {0}, v19, {1000, 3, 75, 8, false, NULL}, "-7"},
    {TERCET_DTYPE_F64, 2, {2, 0}, NULL, {1000, 3, 75, 8, false, NULL}, "[]"},
    {TERCET_DTYPE_F64,
     2,
     {2, 2},
     v21,
     {1000, 3, 75, 8, false, NULL},
     "[[  0.,  -0.],\n"
     " [  1., 100.]]"},
    {TERCET_DTYPE_F64,
     1,
     {30},
     v22,
     {1000, 3, 75, 8, false, NULL},
     "[0.        , 0.03448276, 0.06896552, 0.10344828, 0.13793103, 0.17241379,\n"
     " 0.20689655, 0.24137931, 0.27586207, 0.31034483, 0.34482759, 0.37931034,\n"
     " 0.4137931 , 0.44827586, 0.48275862, 0.51724138, 0.55172414, 0.5862069 ,\n"
     " 0.62068966, 0.65517241, 0.68965517, 0.72413793, 0.75862069, 0.79310345,\n"
     " 0.82758621, 0.86206897, 0.89655172, 0.93103448, 0.96551724, 1.        ]"},
    {TERCET_DTYPE_F64,
     2,
     {3, 12},
     v23,
     {1000, 3, 75, 8, false, NULL},
     "[[ 1.78862847,  0.43650985,  0.09649747, -1.8634927 , -0.2773882 ,\n"
     "  -0.35475898, -0.08274148, -0.62700068, -0.04381817, -0.47721803,\n"
     "  -1.31386475,  0.88462238],\n"
     " [ 0.88131804,  1.70957306,  0.05003364, -0.40467741, -0.54535995,\n"
     "  -1.54647732,  0.98236743, -1.10106763, -1.18504653, -0.2056499 ,\n"
     "   1.48614836,  0.23671627],\n"
     " [-1.02378514, -0.7129932 ,  0.62524497, -0.16051336, -0.76883635,\n"
     "  -0.23003072,  0.74505627,  1.97611078, -1.24412333, -0.62641691,\n"
     "  -0.80376609, -2.41908317]]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v24,
     {1000, 3, 75, 8, true, NULL},
     "[0.00001, 1.     ]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v25,
     {1000, 3, 75, 3, false, NULL},
     "[  0.333, 123.457]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v26,
     {1000, 3, 75, 8, false, NULL},
     "[10.,  1.]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v27,
     {1000, 3, 75, 2, false, NULL},
     "[1.23e-04, 1.00e+00]"},
    {TERCET_DTYPE_F64,
     1,
     {30},
     v28,
     {10, 2, 75, 8, false, NULL},
     "[ 0.,  1., ..., 28., 29.]"},
    {TERCET_DTYPE_U8,
     2,
     {5, 6},
     v29,
     {1000, 3, 75, 8, false, " "},
     "[[ 0  1  2  3  4  5]\n"
     " [ 6  7  8  9 10 11]\n"
     " [12 13 14 15 16 17]\n"
     " [18 19 20 21 22 23]\n"
     " [24 25 26 27 28 29]]"},
    {TERCET_DTYPE_I64,
     1,
     {100},
     NULL,
     {1000, 3, 30, 8, false, NULL},
     "[ 0,  1,  2,  3,  4,  5,  6,\n"
     "  7,  8,  9, 10, 11, 12, 13,\n"
     " 14, 15, 16, 17, 18, 19, 20,\n"
     " 21, 22, 23, 24, 25, 26, 27,\n"
     " 28, 29, 30, 31, 32, 33, 34,\n"
     " 35, 36, 37, 38, 39, 40, 41,\n"
     " 42, 43, 44, 45, 46, 47, 48,\n"
     " 49, 50, 51, 52, 53, 54, 55,\n"
     " 56, 57, 58, 59, 60, 61, 62,\n"
     " 63, 64, 65, 66, 67, 68, 69,\n"
     " 70, 71, 72, 73, 74, 75, 76,\n"
     " 77, 78, 79, 80, 81, 82, 83,\n"
     " 84, 85, 86, 87, 88, 89, 90,\n"
     " 91, 92, 93, 94, 95, 96, 97,\n"
     " 98, 99]"},
    {TERCET_DTYPE_F64, 1, {1}, v31, {1000, 3, 75, 8, false, NULL}, "[1.e+08]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v32,
     {1000, 3, 75, 8, false, NULL},
     "[99999999.,   100000.]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v33,
     {1000, 3, 75, 8, false, NULL},
     "[1.e+100, 1.e-100]"},
    {TERCET_DTYPE_F64,
     3,
     {1, 1, 1},
     v34,
     {1000, 3, 75, 8, false, NULL},
     "[[[1.5]]]"},
    {TERCET_DTYPE_F64,
     1,
     {2},
     v35,
     {1000, 3, 75, 8, false, NULL},
     "[1.2345678e+04, 1.0000000e+00]"},
    {TERCET_DTYPE_C128,
     1,
     {2},
     v36,
     {1000, 3, 75, 8, false, NULL},
     "[nan +1.j, nan-infj]"},
};

/// Make the tensor of a case
static tercet_tensor *
case_tensor(const format_case *c)
{
  tercet_tensor *wide = NULL;
  tercet_tensor *tensor = NULL;
  const bool is_complex = reference_format_of(c->dtype).is_complex;
  if (c->values) {
    CHECK_STATUS(tercet_tensor_from_data(NULL,
                                         is_complex ? TERCET_DTYPE_C128
                                                    : TERCET_DTYPE_F64,
                                         c->rank,
                                         c->shape,
                                         c->values,
                                         &wide,
                                         NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_tensor_cast(NULL, wide, c->dtype, &tensor, NULL),
                 TERCET_OK);
  } else {
    int64_t n = 1;
    for (size_t i = 0; i < c->rank; ++i) {
      n *= c->shape[i];
    }
    CHECK_STATUS(tercet_tensor_arange(NULL,
                                      c->dtype,
                                      tercet_scalar_from_i64(0),
                                      tercet_scalar_from_i64(n),
                                      tercet_scalar_from_i64(1),
                                      &wide,
                                      NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_tensor_reshape(wide, c->rank, c->shape, &tensor, NULL),
                 TERCET_OK);
  }
  tercet_tensor_unref(wide);
  return tensor;
}

static void
check_text(const tercet_tensor *tensor,
           const tercet_format_options *options,
           const char *expected)
{
  memory_output text = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &text};
  CHECK_STATUS(tercet_tensor_format(tensor, options, &output, NULL), TERCET_OK);
  CHECK_TEXT(text.data, text.length, expected);
  free(text.data);
}

static void
test_texts_are_numpys(void)
{
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tercet_tensor *const tensor = case_tensor(&cases[i]);
    check_text(tensor, &cases[i].options, cases[i].text);
    tercet_tensor_unref(tensor);
  }
}

static void
test_defaults_and_bools_and_views(void)
{
  const uint8_t values[] = {1, 0, 0, 1, 1, 1};
  const int64_t shape[] = {2, 3};
  tercet_tensor *tensor = NULL;
  tercet_tensor *reversed = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_BOOL, 2, shape, values, &tensor, NULL),
               TERCET_OK);
  check_text(tensor, NULL, "[[ true, false, false],\n [ true,  true,  true]]");
  CHECK_STATUS(tercet_tensor_permute(tensor, NULL, &reversed, NULL), TERCET_OK);
  check_text(
      reversed, NULL, "[[ true,  true],\n [false,  true],\n [false,  true]]");
  tercet_tensor_unref(reversed);
  tercet_tensor_unref(tensor);
}

static void
test_shortest_precision_tells_floats_apart(void)
{
  const double values[] = {0.1 + 0.2, 1.0, 1e-7};
  const int64_t shape = 3;
  tercet_format_options options = TERCET_FORMAT_DEFAULT;
  options.precision = -1;
  options.suppress = true;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 1, &shape, values, &tensor, NULL),
               TERCET_OK);
  check_text(tensor,
             &options,
             "[0.30000000000000004, 1.                 , 0.0000001          ]");
  tercet_tensor_unref(tensor);
}

static void
test_options_out_of_range(void)
{
  memory_output text = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &text};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_F64, 0, NULL, &tensor, NULL),
      TERCET_OK);
  const tercet_format_options wrong[] = {
      {-1, 3, 75, 8, false, NULL},
      {1000, 0, 75, 8, false, NULL},
      {1000, 3, 75, -2, false, NULL},
      {1000, 3, 75, 41, false, NULL},
  };
  for (size_t i = 0; i < 4; ++i) {
    CHECK_STATUS(tercet_tensor_format(tensor, &wrong[i], &output, NULL),
                 TERCET_ERR_ARGUMENT);
  }
  tercet_tensor_unref(tensor);
}

/// Any tensor under any options stays in its buffers, and any failure of the
/// output is passed on
static void
test_random_tensors_and_failing_outputs(void)
{
  uint64_t state = 11;
  for (size_t i = 0; i < 2000; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    tercet_tensor *const tensor =
        random_tensor(&state,
                      (tercet_dtype)(i % TERCET_DTYPE_COUNT),
                      i % 2U ? RANDOM_WILD : RANDOM_TAME,
                      rank,
                      shape);
    const tercet_format_options options = {
        (int64_t)(check_random(&state) % 50U),
        (int64_t)(check_random(&state) % 3U) + 1,
        check_random(&state) % 100U,
        (int)(check_random(&state) % 42U) - 1,
        check_random(&state) % 2U != 0,
        NULL};
    memory_output text = {NULL, 0, SIZE_MAX};
    tercet_output output = {memory_write, &text};
    CHECK_STATUS(tercet_tensor_format(tensor, &options, &output, NULL),
                 TERCET_OK);
    const size_t length = text.length;
    free(text.data);
    memory_output full = {NULL, 0, check_random(&state) % length};
    output.context = &full;
    CHECK_STATUS(tercet_tensor_format(tensor, &options, &output, NULL),
                 TERCET_ERR_IO);
    free(full.data);
    tercet_tensor_unref(tensor);
  }
}

int
main(void)
{
  test_texts_are_numpys();
  test_defaults_and_bools_and_views();
  test_shortest_precision_tells_floats_apart();
  test_options_out_of_range();
  test_random_tensors_and_failing_outputs();
  return check_finish();
}
