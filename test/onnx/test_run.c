// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include "onnx/model.h"

#include <tercet/onnx.h>

/// A model of one graph whose arrays are the test's
static tercet_onnx_model
model_of(size_t n_nodes, tercet_onnx_node *nodes)
{
  static tercet_onnx_opset opsets[] = {{{"", 0}, 23}};
  tercet_onnx_model model;
  memset(&model, 0, sizeof(model));
  model.n_opsets = 1;
  model.opsets = opsets;
  model.graph.n_nodes = n_nodes;
  model.graph.nodes = nodes;
  return model;
}

static tercet_onnx_value_info
float_info(const char *name)
{
  tercet_onnx_value_info info;
  memset(&info, 0, sizeof(info));
  info.name.data = name;
  info.name.length = strlen(name);
  info.type.kind = TERCET_ONNX_TYPE_TENSOR;
  info.type.elem_type = TERCET_ONNX_FLOAT;
  return info;
}

/// A model of two nodes in a row that pass `x` on to `y`
typedef struct {
  tercet_string names[3];
  tercet_onnx_node nodes[2];
  tercet_onnx_value_info input;
  tercet_onnx_value_info output;
  tercet_onnx_model model;
} chain;

static void
chain_init(chain *c)
{
  const chain start = {.names = {{"x", 1}, {"t", 1}, {"y", 1}}};
  *c = start;
  for (size_t i = 0; i < 2; ++i) {
    c->nodes[i].op_type.data = "Identity";
    c->nodes[i].op_type.length = 8;
    c->nodes[i].n_inputs = 1;
    c->nodes[i].inputs = &c->names[i];
    c->nodes[i].n_outputs = 1;
    c->nodes[i].outputs = &c->names[i + 1];
  }
  c->input = float_info("x");
  c->output = float_info("y");
  c->model = model_of(2, c->nodes);
  c->model.graph.n_inputs = 1;
  c->model.graph.inputs = &c->input;
  c->model.graph.n_outputs = 1;
  c->model.graph.outputs = &c->output;
}

static tercet_onnx_value
floats(size_t n, const float *data)
{
  const int64_t shape[] = {(int64_t)n};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F32, 1, shape, data, &tensor, NULL),
               TERCET_OK);
  return tercet_onnx_value_from_tensor(tensor);
}

static const float numbers[] = {1, 2, 3};

/// What comes out does not share bytes with what went in
static void
test_output_is_a_copy(void)
{
  chain c;
  chain_init(&c);
  tercet_onnx_plan *plan = NULL;
  tercet_onnx_session *session = NULL;
  CHECK_STATUS(tercet_onnx_plan_new(NULL, &c.model, &plan, NULL), TERCET_OK);
  CHECK_STATUS(tercet_onnx_session_new(NULL, plan, NULL, &session, NULL),
               TERCET_OK);
  CHECK_INT(tercet_onnx_plan_n_inputs(plan), 1);
  CHECK_INT(tercet_onnx_plan_n_outputs(plan), 1);

  const tercet_onnx_value x = floats(3, numbers);
  tercet_onnx_value y = {TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
  for (int i = 0; i < 3; ++i) {
    CHECK_STATUS(tercet_onnx_session_run(session, &x, &y, NULL), TERCET_OK);
    CHECK(y.tensor != x.tensor);
    CHECK(tercet_tensor_equals(x.tensor, y.tensor));
    tercet_onnx_value_unref(y);
    memset(&y, 0, sizeof(y));
  }
  tercet_onnx_value_unref(x);
  tercet_onnx_session_free(session);
  tercet_onnx_plan_free(plan);
}

/// Outputs go where the caller wants them, if they fit
static void
test_output_into_memory(void)
{
  chain c;
  chain_init(&c);
  tercet_onnx_plan *plan = NULL;
  tercet_onnx_session *session = NULL;
  CHECK_STATUS(tercet_onnx_plan_new(NULL, &c.model, &plan, NULL), TERCET_OK);
  CHECK_STATUS(tercet_onnx_session_new(NULL, plan, NULL, &session, NULL),
               TERCET_OK);

  const float zeros[3] = {0};
  const tercet_onnx_value x = floats(3, numbers);
  tercet_onnx_value y = floats(3, zeros);
  tercet_tensor *const given = y.tensor;
  CHECK_STATUS(tercet_onnx_session_run(session, &x, &y, NULL), TERCET_OK);
  CHECK(y.tensor == given);
  CHECK(tercet_tensor_equals(x.tensor, y.tensor));
  tercet_onnx_value_unref(y);

  tercet_error err = {0};
  y = floats(2, zeros);
  CHECK_STATUS(tercet_onnx_session_run(session, &x, &y, &err),
               TERCET_ERR_SHAPE);
  CHECK(strstr(err.message, "output y"));
  tercet_onnx_value_unref(y);
  tercet_onnx_value_unref(x);
  tercet_onnx_session_free(session);
  tercet_onnx_plan_free(plan);
}

static void
test_wrong_inputs(void)
{
  chain c;
  chain_init(&c);
  tercet_onnx_dim dim = {3, {NULL, 0}, {NULL, 0}};
  c.input.type.has_shape = true;
  c.input.type.rank = 1;
  c.input.type.dims = &dim;
  tercet_onnx_plan *plan = NULL;
  tercet_onnx_session *session = NULL;
  CHECK_STATUS(tercet_onnx_plan_new(NULL, &c.model, &plan, NULL), TERCET_OK);
  CHECK_STATUS(tercet_onnx_session_new(NULL, plan, NULL, &session, NULL),
               TERCET_OK);

  tercet_error err = {0};
  tercet_onnx_value y = {TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
  tercet_onnx_value x = y;
  CHECK_STATUS(tercet_onnx_session_run(session, &x, &y, &err),
               TERCET_ERR_ARGUMENT);
  CHECK(strstr(err.message, "input x"));

  x = floats(2, numbers);
  CHECK_STATUS(tercet_onnx_session_run(session, &x, &y, &err),
               TERCET_ERR_SHAPE);
  CHECK(strstr(err.message, "extent 2 on axis 0, not 3"));
  x.type = TERCET_ONNX_INT32;
  CHECK_STATUS(tercet_onnx_session_run(session, &x, &y, &err),
               TERCET_ERR_DTYPE);
  CHECK(strstr(err.message, "int32, not float"));
  CHECK_INT(y.kind, TERCET_ONNX_NONE);
  tercet_onnx_value_unref(x);
  tercet_onnx_session_free(session);
  tercet_onnx_plan_free(plan);
}

static void
test_name_not_made(void)
{
  chain c;
  chain_init(&c);
  c.names[0].data = "z";
  tercet_onnx_plan *plan = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_onnx_plan_new(NULL, &c.model, &plan, &err),
               TERCET_ERR_ARGUMENT);
  CHECK(!plan);
  CHECK(strstr(err.message, "Identity"));

  chain_init(&c);
  c.names[2].data = "x";
  CHECK_STATUS(tercet_onnx_plan_new(NULL, &c.model, &plan, &err),
               TERCET_ERR_ARGUMENT);
  CHECK(strstr(err.message, "x is made twice"));
}

static tercet_status
run_once(const tercet_allocator *alloc, const tercet_onnx_value *x)
{
  chain c;
  chain_init(&c);
  tercet_onnx_plan *plan = NULL;
  tercet_onnx_session *session = NULL;
  tercet_onnx_value y = {TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
  tercet_status st = tercet_onnx_plan_new(alloc, &c.model, &plan, NULL);
  if (st == TERCET_OK) {
    st = tercet_onnx_session_new(alloc, plan, NULL, &session, NULL);
  }
  if (st == TERCET_OK) {
    st = tercet_onnx_session_run(session, x, &y, NULL);
    CHECK_INT(y.kind, st == TERCET_OK ? TERCET_ONNX_TENSOR : TERCET_ONNX_NONE);
  }
  tercet_onnx_value_unref(y);
  tercet_onnx_session_free(session);
  tercet_onnx_plan_free(plan);
  return st;
}

static void
test_every_allocation_failing(void)
{
  const tercet_onnx_value x = floats(3, numbers);
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(run_once(&alloc, &x), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(run_once(&alloc, &x), TERCET_ERR_NO_MEMORY);
  }
  tercet_onnx_value_unref(x);
}

int
main(void)
{
  test_output_is_a_copy();
  test_output_into_memory();
  test_wrong_inputs();
  test_name_not_made();
  test_every_allocation_failing();
  return check_finish();
}
