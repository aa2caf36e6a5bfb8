// SPDX-License-Identifier: Apache-2.0

/// The rules of inference: one function for each family of operators

#ifndef TERCET_ONNX_INFER_RULES_H
#define TERCET_ONNX_INFER_RULES_H

#include "base/error.h"
#include "onnx/infer.h"

#include <string.h>

/// Sets what is known of the outputs of a node
typedef tercet_status (*tercet_onnx_rule)(const tercet_onnx_infer *infer);

/// Operator and its rule, in order of the names, which differ in all domains.
/// Outputs of others have the types that the schema tells, and no shape.
#define TERCET_ONNX_INFER_RULES(X)                                             \
  X(Abs, like_first)                                                           \
  X(Acos, like_first)                                                          \
  X(Acosh, like_first)                                                         \
  X(Adagrad, optimizer)                                                        \
  X(Adam, adam)                                                                \
  X(Add, broadcast)                                                            \
  X(AffineGrid, affine_grid)                                                   \
  X(And, broadcast)                                                            \
  X(ArgMax, arg)                                                               \
  X(ArgMin, arg)                                                               \
  X(Asin, like_first)                                                          \
  X(Asinh, like_first)                                                         \
  X(Atan, like_first)                                                          \
  X(Atanh, like_first)                                                         \
  X(Attention, attention)                                                      \
  X(AveragePool, pool)                                                         \
  X(BatchNormalization, batch_norm)                                            \
  X(Bernoulli, like_first_of_dtype)                                            \
  X(Binarizer, like_first)                                                     \
  X(BitShift, broadcast)                                                       \
  X(BitwiseAnd, broadcast)                                                     \
  X(BitwiseNot, like_first)                                                    \
  X(BitwiseOr, broadcast)                                                      \
  X(BitwiseXor, broadcast)                                                     \
  X(BlackmanWindow, vector)                                                    \
  X(Cast, cast)                                                                \
  X(CastLike, like_first)                                                      \
  X(Ceil, like_first)                                                          \
  X(Celu, like_first)                                                          \
  X(CenterCropPad, center_crop_pad)                                            \
  X(Clip, like_first)                                                          \
  X(Col2Im, col2im)                                                            \
  X(Compress, compress)                                                        \
  X(Concat, concat)                                                            \
  X(ConcatFromSequence, concat_from_sequence)                                  \
  X(Constant, constant)                                                        \
  X(ConstantOfShape, constant_of_shape)                                        \
  X(Conv, conv)                                                                \
  X(ConvInteger, conv)                                                         \
  X(ConvTranspose, conv_transpose)                                             \
  X(Cos, like_first)                                                           \
  X(Cosh, like_first)                                                          \
  X(CumProd, like_first)                                                       \
  X(CumSum, like_first)                                                        \
  X(DFT, dft)                                                                  \
  X(DeformConv, conv)                                                          \
  X(DepthToSpace, depth_to_space)                                              \
  X(DequantizeLinear, dequantize)                                              \
  X(Det, det)                                                                  \
  X(Div, broadcast)                                                            \
  X(Dropout, like_first)                                                       \
  X(DynamicQuantizeLinear, dynamic_quantize)                                   \
  X(Einsum, einsum)                                                            \
  X(Elu, like_first)                                                           \
  X(Equal, broadcast)                                                          \
  X(Erf, like_first)                                                           \
  X(Exp, like_first)                                                           \
  X(Expand, expand)                                                            \
  X(EyeLike, like_first_of_dtype)                                              \
  X(Flatten, flatten)                                                          \
  X(Floor, like_first)                                                         \
  X(GRU, recurrent)                                                            \
  X(Gather, gather)                                                            \
  X(GatherElements, like_second)                                               \
  X(GatherND, gather_nd)                                                       \
  X(Gelu, like_first)                                                          \
  X(Gemm, gemm)                                                                \
  X(GlobalAveragePool, global_pool)                                            \
  X(GlobalLpPool, global_pool)                                                 \
  X(GlobalMaxPool, global_pool)                                                \
  X(Greater, broadcast)                                                        \
  X(GreaterOrEqual, broadcast)                                                 \
  X(GridSample, grid_sample)                                                   \
  X(GroupNormalization, like_first)                                            \
  X(HammingWindow, vector)                                                     \
  X(HannWindow, vector)                                                        \
  X(HardSigmoid, like_first)                                                   \
  X(HardSwish, like_first)                                                     \
  X(Hardmax, like_first)                                                       \
  X(Identity, identity)                                                        \
  X(If, if)                                                                    \
  X(ImageDecoder, image)                                                       \
  X(Imputer, like_first)                                                       \
  X(InstanceNormalization, like_first)                                         \
  X(IsInf, like_first)                                                         \
  X(IsNaN, like_first)                                                         \
  X(LRN, like_first)                                                           \
  X(LSTM, recurrent)                                                           \
  X(LabelEncoder, label_encoder)                                               \
  X(LayerNormalization, layer_norm)                                            \
  X(LeakyRelu, like_first)                                                     \
  X(Less, broadcast)                                                           \
  X(LessOrEqual, broadcast)                                                    \
  X(LinearClassifier, classifier)                                              \
  X(Log, like_first)                                                           \
  X(LogSoftmax, like_first)                                                    \
  X(Loop, loop)                                                                \
  X(LpNormalization, like_first)                                               \
  X(LpPool, pool)                                                              \
  X(MatMul, matmul)                                                            \
  X(MatMulInteger, matmul)                                                     \
  X(Max, broadcast)                                                            \
  X(MaxPool, pool)                                                             \
  X(MaxUnpool, max_unpool)                                                     \
  X(Mean, broadcast)                                                           \
  X(MeanVarianceNormalization, like_first)                                     \
  X(MelWeightMatrix, mel_weights)                                              \
  X(Min, broadcast)                                                            \
  X(Mish, like_first)                                                          \
  X(Mod, broadcast)                                                            \
  X(Momentum, optimizer)                                                       \
  X(Mul, broadcast)                                                            \
  X(Multinomial, multinomial)                                                  \
  X(Neg, like_first)                                                           \
  X(NegativeLogLikelihoodLoss, loss)                                           \
  X(NonMaxSuppression, non_max_suppression)                                    \
  X(NonZero, nonzero)                                                          \
  X(Normalizer, like_first)                                                    \
  X(Not, like_first)                                                           \
  X(OneHot, one_hot)                                                           \
  X(Optional, optional)                                                        \
  X(OptionalGetElement, optional_content)                                      \
  X(OptionalHasElement, scalar)                                                \
  X(Or, broadcast)                                                             \
  X(PRelu, like_first)                                                         \
  X(Pad, pad)                                                                  \
  X(Pow, broadcast)                                                            \
  X(QLinearConv, q_linear_conv)                                                \
  X(QLinearMatMul, q_linear_matmul)                                            \
  X(QuantizeLinear, quantize)                                                  \
  X(RMSNormalization, like_first)                                              \
  X(RNN, recurrent)                                                            \
  X(RandomNormal, random)                                                      \
  X(RandomNormalLike, like_first_of_dtype)                                     \
  X(RandomUniform, random)                                                     \
  X(RandomUniformLike, like_first_of_dtype)                                    \
  X(Range, range)                                                              \
  X(Reciprocal, like_first)                                                    \
  X(ReduceL1, reduce)                                                          \
  X(ReduceL2, reduce)                                                          \
  X(ReduceLogSum, reduce)                                                      \
  X(ReduceLogSumExp, reduce)                                                   \
  X(ReduceMax, reduce)                                                         \
  X(ReduceMean, reduce)                                                        \
  X(ReduceMin, reduce)                                                         \
  X(ReduceProd, reduce)                                                        \
  X(ReduceSum, reduce)                                                         \
  X(ReduceSumSquare, reduce)                                                   \
  X(RegexFullMatch, like_first)                                                \
  X(Relu, like_first)                                                          \
  X(Reshape, reshape)                                                          \
  X(Resize, resize)                                                            \
  X(ReverseSequence, like_first)                                               \
  X(RoiAlign, roi_align)                                                       \
  X(RotaryEmbedding, like_first)                                               \
  X(Round, like_first)                                                         \
  X(STFT, stft)                                                                \
  X(Scaler, like_first)                                                        \
  X(Scan, scan)                                                                \
  X(Scatter, like_first)                                                       \
  X(ScatterElements, like_first)                                               \
  X(ScatterND, like_first)                                                     \
  X(Selu, like_first)                                                          \
  X(SequenceAt, member)                                                        \
  X(SequenceConstruct, sequence_construct)                                     \
  X(SequenceEmpty, sequence_empty)                                             \
  X(SequenceErase, like_first)                                                 \
  X(SequenceInsert, sequence_insert)                                           \
  X(SequenceLength, scalar)                                                    \
  X(SequenceMap, sequence_map)                                                 \
  X(Shape, shape)                                                              \
  X(Shrink, like_first)                                                        \
  X(Sigmoid, like_first)                                                       \
  X(Sign, like_first)                                                          \
  X(Sin, like_first)                                                           \
  X(Sinh, like_first)                                                          \
  X(Size, size)                                                                \
  X(Slice, slice)                                                              \
  X(Softmax, like_first)                                                       \
  X(SoftmaxCrossEntropyLoss, loss)                                             \
  X(Softplus, like_first)                                                      \
  X(Softsign, like_first)                                                      \
  X(SpaceToDepth, space_to_depth)                                              \
  X(Split, split)                                                              \
  X(SplitToSequence, split_to_sequence)                                        \
  X(Sqrt, like_first)                                                          \
  X(Squeeze, squeeze)                                                          \
  X(StringConcat, broadcast)                                                   \
  X(StringNormalizer, rank_of_first)                                           \
  X(StringSplit, string_split)                                                 \
  X(Sub, broadcast)                                                            \
  X(Sum, broadcast)                                                            \
  X(Swish, like_first)                                                         \
  X(Tan, like_first)                                                           \
  X(Tanh, like_first)                                                          \
  X(TensorScatter, like_first)                                                 \
  X(TfIdfVectorizer, tf_idf)                                                   \
  X(ThresholdedRelu, like_first)                                               \
  X(Tile, tile)                                                                \
  X(TopK, top_k)                                                               \
  X(Transpose, transpose)                                                      \
  X(Trilu, like_first)                                                         \
  X(Unique, unique)                                                            \
  X(Unsqueeze, unsqueeze)                                                      \
  X(Upsample, resize)                                                          \
  X(Where, broadcast)                                                          \
  X(Xor, broadcast)

tercet_status
tercet_onnx_rule_adam(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_affine_grid(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_arg(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_attention(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_batch_norm(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_broadcast(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_cast(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_center_crop_pad(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_col2im(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_compress(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_concat(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_concat_from_sequence(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_constant(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_constant_of_shape(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_conv(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_conv_transpose(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_depth_to_space(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_dequantize(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_det(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_dft(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_dynamic_quantize(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_einsum(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_expand(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_first_like_first(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_flatten(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_gather(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_gather_nd(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_gemm(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_global_pool(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_grid_sample(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_classifier(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_identity(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_if(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_image(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_label_encoder(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_layer_norm(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_like_first(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_like_first_of_dtype(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_like_second(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_loop(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_loss(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_matmul(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_max_unpool(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_mel_weights(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_member(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_multinomial(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_non_max_suppression(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_nonzero(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_one_hot(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_optimizer(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_optional(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_optional_content(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_pad(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_pool(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_q_linear_conv(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_q_linear_matmul(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_quantize(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_random(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_range(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_rank_of_first(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_recurrent(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_reduce(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_reshape(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_resize(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_roi_align(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_scalar(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_scan(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_sequence_construct(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_sequence_empty(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_sequence_insert(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_sequence_map(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_shape(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_size(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_slice(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_space_to_depth(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_split(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_split_to_sequence(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_squeeze(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_stft(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_string_split(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_tf_idf(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_tile(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_top_k(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_transpose(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_unique(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_unsqueeze(const tercet_onnx_infer *infer);

tercet_status
tercet_onnx_rule_vector(const tercet_onnx_infer *infer);

/// Return the rule that sets the elements of output 0 of an operator, integers
/// that follow from the inputs; NULL if it has none
tercet_onnx_rule
tercet_onnx_rule_of_numbers(const char *name);

/**
   Set `n` to the extent that a slice leaves of an axis.

   @param[in,out] start As given; then the first element.
   @return False if runtimes disagree, or if the step is 0.
*/
bool
tercet_onnx_infer_slice(
    int64_t extent, int64_t *start, int64_t end, int64_t step, int64_t *n);

#endif // TERCET_ONNX_INFER_RULES_H
