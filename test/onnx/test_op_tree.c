// SPDX-License-Identifier: Apache-2.0

/// TreeEnsemble

#include "onnx/call.h"

#include <math.h>

/// A tree of two nodes: feature 0 <= 1 goes to leaf 0, else feature 1 decides
/// by membership of {2, 3} between leaves 1 and 2
typedef struct {
  op_call call;
  int64_t features[2];
  int64_t true_nodes[2];
  int64_t true_leaves[2];
  int64_t false_nodes[2];
  int64_t false_leaves[2];
  int64_t targets[3];
  int64_t roots[2];
  float splits[2];
  uint8_t modes[2];
  float weights[3];
  float members[3];
  int64_t extents[4];
  tercet_onnx_attribute attributes[16];
  tercet_onnx_tensor tensors[4];
  int64_t numbers[3];
} tree;

static tercet_onnx_attribute *
add(tree *t, const char *name, tercet_onnx_attribute_type type)
{
  tercet_onnx_attribute *const a = &t->attributes[t->call.node.n_attributes++];
  a->name = (tercet_string){name, strlen(name)};
  a->type = type;
  a->n = 1;
  return a;
}

static void
add_ints(tree *t, const char *name, size_t n, const int64_t *ints)
{
  tercet_onnx_attribute *const a = add(t, name, TERCET_ONNX_ATTRIBUTE_INTS);
  a->n = n;
  a->as.ints = ints;
}

static void
add_tensor(tree *t,
           const char *name,
           size_t i,
           tercet_onnx_type type,
           int64_t n,
           const void *data)
{
  t->extents[i] = n;
  t->tensors[i].type = (int32_t)type;
  t->tensors[i].rank = 1;
  t->tensors[i].shape = &t->extents[i];
  t->tensors[i].place = TERCET_ONNX_DATA_RAW;
  t->tensors[i].data = data;
  t->tensors[i].n_bytes =
      (size_t)n * (type == TERCET_ONNX_FLOAT ? sizeof(float) : 1U);
  add(t, name, TERCET_ONNX_ATTRIBUTE_TENSOR)->as.tensors = &t->tensors[i];
}

static void
begin(tree *t, int64_t aggregate, int64_t post)
{
  static const int64_t shape[] = {4, 2};
  const float rows[] = {0, 0, 5, 3, 5, 4, NAN, 2};
  const tree start = {.features = {0, 1},
                      .true_nodes = {0, 1},
                      .true_leaves = {1, 1},
                      .false_nodes = {1, 2},
                      .false_leaves = {0, 1},
                      .targets = {0, 1, 1},
                      .roots = {0, 1},
                      .splits = {1, 0},
                      .modes = {0, 6},
                      .weights = {10, 20, 30},
                      .members = {2, 3, NAN},
                      .numbers = {2, aggregate, post}};
  *t = start;
  call_begin(&t->call, "TreeEnsemble", 5);
  t->call.node.domain = (tercet_string){"ai.onnx.ml", 10};
  t->call.node.attributes = t->attributes;
  add_ints(t, "nodes_featureids", 2, t->features);
  add_ints(t, "nodes_truenodeids", 2, t->true_nodes);
  add_ints(t, "nodes_trueleafs", 2, t->true_leaves);
  add_ints(t, "nodes_falsenodeids", 2, t->false_nodes);
  add_ints(t, "nodes_falseleafs", 2, t->false_leaves);
  add_ints(t, "leaf_targetids", 3, t->targets);
  add_ints(t, "tree_roots", 2, t->roots);
  add_tensor(t, "nodes_splits", 0, TERCET_ONNX_FLOAT, 2, t->splits);
  add_tensor(t, "nodes_modes", 1, TERCET_ONNX_UINT8, 2, t->modes);
  add_tensor(t, "leaf_weights", 2, TERCET_ONNX_FLOAT, 3, t->weights);
  add_tensor(t, "membership_values", 3, TERCET_ONNX_FLOAT, 3, t->members);
  static const char *const names[] = {
      "n_targets", "aggregate_function", "post_transform"};
  for (size_t i = 0; i < 3; ++i) {
    add(t, names[i], TERCET_ONNX_ATTRIBUTE_INT)->as.ints = &t->numbers[i];
  }
  call_add(&t->call, TERCET_DTYPE_F32, 2, shape, rows);
}

/// The second root is a node of the first tree, so that each row has two leaves
static void
test_aggregates(void)
{
  static const int64_t shape[] = {4, 2};
  static const float expected[][8] = {
      {5, 15, 0, 20, 0, 30, 0, 20},
      {10, 30, 0, 40, 0, 60, 0, 40},
      {10, 30, 0, 20, 0, 30, 0, 20},
      {10, 30, 0, 20, 0, 30, 0, 20},
  };
  for (int64_t i = 0; i < 4; ++i) {
    tree t;
    begin(&t, i, 0);
    CHECK_STATUS(call_run(&t.call), TERCET_OK);
    call_check_output(&t.call, 0, TERCET_DTYPE_F32, 2, shape, expected[i]);
    call_check_allocations(&t.call);
    call_end(&t.call);
  }
}

static void
test_probit(void)
{
  static const int64_t shape[] = {4, 2};
  const float expected[] = {0, -INFINITY, 0, 0, 0, 0, 0, 0};
  tree t;
  begin(&t, 1, 4);
  t.weights[0] = 0.5F;
  t.weights[1] = 0.25F;
  t.weights[2] = 0;
  t.targets[1] = 0;
  t.targets[2] = 1;
  t.roots[1] = 1;
  CHECK_STATUS(call_run(&t.call), TERCET_OK);
  const float *const out = tercet_tensor_data(t.call.outputs[0].tensor);
  CHECK_DOUBLE((double)out[0], (double)expected[0]);
  CHECK_DOUBLE((double)out[1], (double)expected[1]);
  CHECK_INT(tercet_tensor_shape(t.call.outputs[0].tensor)[0], shape[0]);
  call_end(&t.call);
}

static void
test_failures(void)
{
  tree t;
  begin(&t, 1, 0);
  t.false_nodes[0] = 0;
  call_check_failure(&t.call,
                     TERCET_ERR_ARGUMENT,
                     "TreeEnsemble: a tree leads back to node 0");
  call_end(&t.call);

  begin(&t, 1, 0);
  t.true_nodes[1] = 3;
  call_check_failure(&t.call,
                     TERCET_ERR_RANGE,
                     "TreeEnsemble: nodes_truenodeids of node 1 is 3, of 3");
  call_end(&t.call);

  begin(&t, 1, 0);
  t.members[2] = 4;
  call_check_failure(&t.call,
                     TERCET_ERR_SHAPE,
                     "TreeEnsemble: membership_values has no set for node 1");
  call_end(&t.call);

  begin(&t, 1, 0);
  t.features[1] = 2;
  call_check_failure(&t.call,
                     TERCET_ERR_RANGE,
                     "TreeEnsemble: number 1 of nodes_featureids is 2, not "
                     "less than 2");
  call_end(&t.call);

  begin(&t, 5, 0);
  call_check_failure(&t.call,
                     TERCET_ERR_RANGE,
                     "TreeEnsemble: aggregate_function is 5, post_transform "
                     "0, n_targets 2");
  call_end(&t.call);
}

int
main(void)
{
  test_aggregates();
  test_probit();
  test_failures();
  return check_finish();
}
