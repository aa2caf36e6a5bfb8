// SPDX-License-Identifier: Apache-2.0

/// What is inferred of the values of small models; the official node tests,
/// whose outputs must be as inferred, are in test/suite/test_onnx_infer.c

#include "base/buffer.h"
#include "base/string_view.h"
#include "check.h"
#include "onnx/check.h"

#define HEADER "<ir_version: 10, opset_import: [\"\" : 23]>\n"

static tercet_onnx_model *
read(const char *text)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  const tercet_status st = tercet_onnx_model_read(
      NULL, text, strlen(text), TERCET_ONNX_TEXT, NULL, &model, &err);
  CHECK_STATUS(st, TERCET_OK);
  if (st != TERCET_OK) {
    fprintf(stderr, "  %s in %s\n", err.message, text);
    exit(EXIT_FAILURE);
  }
  return model;
}

/// Write what is known of a value: `float[2,N,?]`
static void
fact_text(const tercet_onnx_knowledge *knowledge,
          const tercet_onnx_fact *fact,
          tercet_buffer *out)
{
  static const char *const before[] = {
      "", "seq ", "optional ", "optional seq "};
  CHECK_STATUS(
      tercet_buffer_printf(
          out, "%s%s", before[fact->kind], tercet_onnx_type_name(fact->type)),
      TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_text(out, fact->has_shape ? "[" : ""),
               TERCET_OK);
  for (size_t i = 0; i < fact->rank; ++i) {
    const int64_t dim = fact->dims[i];
    const tercet_string name = tercet_onnx_knowledge_dim(knowledge, dim);
    const char *const comma = i > 0 ? "," : "";
    CHECK_STATUS(
        tercet_onnx_is_symbol(dim)
            ? tercet_buffer_printf(out,
                                   "%s%.*s",
                                   comma,
                                   name.length > 0 ? (int)name.length : 1,
                                   name.length > 0 ? name.data : "?")
            : tercet_buffer_printf(out, "%s%lld", comma, (long long)dim),
        TERCET_OK);
  }
  CHECK_STATUS(tercet_buffer_append_text(out, fact->has_shape ? "]" : ""),
               TERCET_OK);
}

/// Check what is known of the value y in a graph with these nodes
static void
check_y(const char *inputs, const char *nodes, const char *expected)
{
  char text[4096];
  snprintf(text,
           sizeof(text),
           HEADER "g (%s) => (y_out) { %s y_out = Identity(y) }",
           inputs,
           nodes);
  tercet_error err = {0};
  tercet_onnx_knowledge *knowledge = NULL;
  tercet_onnx_model *const model = read(text);
  CHECK_STATUS(tercet_onnx_knowledge_new(NULL, model, &knowledge, &err),
               TERCET_OK);
  if (!knowledge) {
    fprintf(stderr, "  %s: %s\n", nodes, err.message);
    tercet_onnx_model_free(model);
    return;
  }

  tercet_buffer out;
  tercet_buffer_init(&out, NULL, 4096);
  const tercet_onnx_fact *const fact = tercet_onnx_knowledge_find(
      knowledge, &model->graph, tercet_string_from("y"));
  CHECK(fact);
  if (fact) {
    fact_text(knowledge, fact, &out);
    CHECK_TEXT(out.data, out.length, expected);
  }
  tercet_buffer_clear(&out);
  tercet_onnx_knowledge_free(knowledge);
  tercet_onnx_model_free(model);
}

/// Check that planning such a graph fails with this message
static void
check_failure(const char *inputs, const char *nodes, const char *expected)
{
  char text[4096];
  snprintf(text, sizeof(text), HEADER "g (%s) => (y) { %s }", inputs, nodes);
  tercet_error err = {0};
  tercet_onnx_knowledge *knowledge = NULL;
  tercet_onnx_model *const model = read(text);
  CHECK(tercet_onnx_knowledge_new(NULL, model, &knowledge, &err) != TERCET_OK);
  CHECK_TEXT(err.message, strlen(err.message), expected);
  tercet_onnx_knowledge_free(knowledge);
  tercet_onnx_model_free(model);
}

static void
test_elementwise(void)
{
  check_y("float[N,3] a, float[3] b", "y = Add(a, b)", "float[N,3]");
  check_y("float[N] a, float[M] b", "y = Mul(a, b)", "float[?]");
  check_y("float[N] a, float[5] b", "y = Mul(a, b)", "float[5]");
  check_y("float[N] a, float[1] b", "y = Mul(a, b)", "float[N]");
  check_y("float[0] a, float[1] b", "y = Mul(a, b)", "float[0]");
  check_y("float[2] a, float[2] b", "y = Less(a, b)", "bool[2]");
  check_y("float[] a, float[2] b", "y = Add(a, b)", "float");
  check_y("float[2,N] a", "y = Cast<to=7>(a)", "int64[2,N]");
  check_failure("float[2] a, float[3] b",
                "y = Add(a, b)",
                "Add: extents 2 and 3 of axis -1 do not broadcast");
}

static void
test_reductions(void)
{
  check_y("float[2,N,4] a",
          "x = Constant<value_ints=[-1]>() y = ReduceSum(a, x)",
          "float[2,N,1]");
  check_y("float[2,N,4] a",
          "x = Constant<value_ints=[0,-1]>() y = ReduceL1<keepdims=0>(a, x)",
          "float[N]");
  check_y("float[2,N] a", "y = ReduceMax<keepdims=0>(a)", "float[]");
  check_y("float[2,N] a, int64[1] x", "y = ReduceSum(a, x)", "float[?,?]");
  check_y(
      "float[2,N] a, int64[1] x", "y = ReduceSum<keepdims=0>(a, x)", "float");
  check_y("float[2,3] a",
          "x = Constant<value_ints : ints = []>() "
          "y = ReduceSum<noop_with_empty_axes=1>(a, x)",
          "float[2,3]");
  check_y("float[2,3] a", "y = ArgMax<axis=1, keepdims=0>(a)", "int64[2]");
  check_failure("float[2] a",
                "x = Constant<value_ints=[1]>() y = ReduceSum(a, x)",
                "ReduceSum: axis 1 of a rank-1 tensor");
  check_failure("float[2] a",
                "x = Constant<value_ints=[0,-1]>() y = ReduceSum(a, x)",
                "ReduceSum: axis 0 is given twice");
}

static void
test_reshape(void)
{
  check_y("float[2,6] a",
          "s = Constant<value_ints=[3,-1]>() y = Reshape(a, s)",
          "float[3,4]");
  check_y("float[N,6] a",
          "s = Constant<value_ints=[0,2,-1]>() y = Reshape(a, s)",
          "float[N,2,?]");
  check_y("float[2,6] a, int64[3] s", "y = Reshape(a, s)", "float[?,?,?]");
  check_y("float[2,6] a, int64[K] s", "y = Reshape(a, s)", "float");
  check_y("float[0,2] a",
          "s = Constant<value_ints=[0,2]>() y = Reshape<allowzero=1>(a, s)",
          "float[0,2]");
  check_failure("float[2,6] a",
                "s = Constant<value_ints=[5]>() y = Reshape(a, s)",
                "Reshape: 12 elements do not make 5");
  check_failure("float[2,6] a",
                "s = Constant<value_ints=[5,-1]>() y = Reshape(a, s)",
                "Reshape: 12 elements are not a multiple of 5");
  check_failure("float[2,6] a",
                "s = Constant<value_ints=[-1,-1]>() y = Reshape(a, s)",
                "Reshape: shape: -1 of axis 1");
}

/// An extent that came out of a tensor may be 0, which copies another one
static void
test_reshape_to_unknown_numbers(void)
{
  check_y("float[2,N] a, float[M] b",
          "m = Shape(b) k = Constant<value_ints=[1]>() "
          "s = Concat<axis=0>(m, k) y = Reshape(a, s)",
          "float[?,1]");
}

static void
test_views(void)
{
  check_y("float[2,1,N] a",
          "x = Constant<value_ints=[1]>() y = Squeeze(a, x)",
          "float[2,N]");
  check_y("float[2,1,3] a", "y = Squeeze(a)", "float[2,3]");
  check_y("float[2,1,N] a", "y = Squeeze(a)", "float");
  check_y("float[N] a",
          "x = Constant<value_ints=[0,-1]>() y = Unsqueeze(a, x)",
          "float[1,N,1]");
  check_y("float[2,N,4] a", "y = Transpose(a)", "float[4,N,2]");
  check_y("float[2,N,4] a", "y = Transpose<perm=[1,0,2]>(a)", "float[N,2,4]");
  check_y("float[2,3,4] a", "y = Flatten<axis=2>(a)", "float[6,4]");
  check_y("float[N,1] a",
          "s = Constant<value_ints=[3,1,4]>() y = Expand(a, s)",
          "float[3,N,4]");
  check_failure("float[2,1] a",
                "x = Constant<value_ints=[0]>() y = Squeeze(a, x)",
                "Squeeze: axis 0 to remove has extent 2");
  check_failure("float[2,1] a",
                "y = Transpose<perm=[0,0]>(a)",
                "Transpose: axis 0 is given twice");
}

#define SLICE                                                                  \
  "s = Constant<value_ints=[%s]>() e = Constant<value_ints=[%s]>() "           \
  "x = Constant<value_ints=[0]>() t = Constant<value_ints=[%s]>() "            \
  "y = Slice(a, s, e, x, t)"

static void
check_slice(const char *input,
            const char *start,
            const char *end,
            const char *step,
            const char *expected)
{
  char nodes[1024];
  snprintf(nodes, sizeof(nodes), SLICE, start, end, step);
  check_y(input, nodes, expected);
}

static void
test_slice(void)
{
  check_slice("float[10] a", "2", "8", "3", "float[2]");
  check_slice("float[10] a", "-3", "9223372036854775807", "1", "float[3]");
  check_slice("float[10] a", "-1", "-9223372036854775807", "-1", "float[10]");
  check_slice("float[10] a", "9", "-9223372036854775807", "-2", "float[5]");
  check_slice("float[10] a", "8", "2", "1", "float[0]");
  check_slice("float[N] a", "0", "9223372036854775807", "1", "float[N]");
  check_slice("float[N] a", "1", "9223372036854775807", "1", "float[?]");
  check_slice("float[10] a", "-20", "-30", "-1", "float[?]");
}

static void
test_moves(void)
{
  check_y(
      "float[2,N] a, float[3,N] b", "y = Concat<axis=0>(a, b)", "float[5,N]");
  check_y(
      "float[2,N] a, float[2,4] b", "y = Concat<axis=0>(a, b)", "float[4,4]");
  check_y(
      "float[M,4] a, float[2,4] b", "y = Concat<axis=0>(a, b)", "float[?,4]");
  check_y("float[7] a", "y, z = Split<num_outputs=2>(a)", "float[4]");
  check_y("float[7] a", "z, y = Split<num_outputs=2>(a)", "float[3]");
  check_y(
      "float[3,N] a, int64[2,2] i", "y = Gather<axis=0>(a, i)", "float[2,2,N]");
  check_y("float[3,N,5] a, int64[4,2] i", "y = GatherND(a, i)", "float[4,5]");
  check_y("float[2,3] a",
          "r = Constant<value_ints=[2,1]>() y = Tile(a, r)",
          "float[4,3]");
  check_y("float[2,3] a",
          "p = Constant<value_ints=[0,1,2,-1]>() y = Pad(a, p)",
          "float[4,3]");
  check_y("float[2,3] a", "y = NonZero(a)", "int64[2,?]");
  check_y("float[2,9] a",
          "k = Constant<value_ints=[4]>() y, i = TopK(a, k)",
          "float[2,4]");
  check_failure("float[2,3] a, float[2,4] b",
                "y = Concat<axis=0>(a, b)",
                "Concat: input 1 has extent 4, not 3, on axis 1");
  check_failure("float[2] a, float[2,4] b",
                "y = Concat<axis=0>(a, b)",
                "Concat: input 1 has rank 2, not 1");
}

static void
test_products(void)
{
  check_y("float[B,2,N] a, float[N,4] b", "y = MatMul(a, b)", "float[B,2,4]");
  check_y("float[3] a, float[3] b", "y = MatMul(a, b)", "float[]");
  check_y("float[3] a, float[5,3,2] b", "y = MatMul(a, b)", "float[5,2]");
  check_y("float[3,2] a, float[4,3] b",
          "y = Gemm<transA=1, transB=1>(a, b)",
          "float[2,4]");
  check_y("float[2,N] a, float[N,3] b",
          "y = Einsum<equation=\"ij, jk -> ki\">(a, b)",
          "float[3,2]");
}

static void
test_windows(void)
{
  check_y("float[1,3,10,N] a, float[8,3,3,3] w",
          "y = Conv<strides=[2,2], pads=[1,1,1,1]>(a, w)",
          "float[1,8,5,?]");
  check_y("float[1,3,10] a",
          "y = MaxPool<kernel_shape=[3], strides=[2], ceil_mode=1>(a)",
          "float[1,3,5]");
  check_y("float[1,3,10] a",
          "y = AveragePool<kernel_shape=[3], auto_pad=\"SAME_UPPER\">(a)",
          "float[1,3,10]");
  check_y("float[N,3,10,4] a", "y = GlobalMaxPool(a)", "float[N,3,1,1]");
}

static void
test_numbers_become_shapes(void)
{
  // Flattening all but the first axis, as exporters write it
  check_y("float[N,2,3] a",
          "s = Shape(a) i = Constant<value_int=0>() n = Gather(s, i) "
          "x = Constant<value_ints=[0]>() n1 = Unsqueeze(n, x) "
          "m = Constant<value_ints=[-1]>() t = Concat<axis=0>(n1, m) "
          "y = Reshape(a, t)",
          "float[?,?]");
  check_y("float[4,2,3] a",
          "s = Shape<start=1>(a) y = ConstantOfShape(s)",
          "float[2,3]");
  check_y("float[N,2] a", "s = Shape(a) y = ConstantOfShape(s)", "float[N,2]");
  check_y("float[4,6] a",
          "s = Shape(a) k = Constant<value_ints=[2,3]>() t = Div(s, k) "
          "u = Mul(t, k) v = Sub(u, t) w = Add(v, k) "
          "y = ConstantOfShape(w)",
          "float[4,7]");
  check_y("float[4,6] a",
          "s = Shape(a) p = ReduceProd(s) y = Reshape(a, p)",
          "float[24]");
  check_y("float[N,6] a",
          "s = Shape(a) z = Constant<value_ints=[0,0]>() t = Add(s, z) "
          "y = ConstantOfShape(t)",
          "float[N,6]");
  check_y("float[5] a",
          "n = Size(a) z = Constant<value_int=0>() k = Constant<value_int=2>() "
          "r = Range(z, n, k) y = ConstantOfShape(r)",
          "float[0,2,4]");
}

static void
test_sequences(void)
{
  check_y(
      "float[2] a, float[3] b", "y = SequenceConstruct(a, b)", "seq float[?]");
  check_y("float[2] a",
          "s = SequenceConstruct(a, a) i = Constant<value_int=0>() "
          "y = SequenceAt(s, i)",
          "float[2]");
  check_y("", "y = SequenceEmpty<dtype=7>()", "seq int64");
  check_y("float[2] a", "y = Optional(a)", "optional float[2]");
  check_y(
      "float[2] a", "o = Optional(a) y = OptionalGetElement(o)", "float[2]");
  check_y("float[2,N] a", "y = SplitToSequence<axis=0>(a)", "seq float[?,N]");
}

static void
test_control_flow(void)
{
  check_y("bool c, float[2,N] a",
          "y = If(c) <then_branch = t () => (b) { b = Abs(a) }, "
          "else_branch = e () => (d) { d = Concat<axis=0>(a, a) }>",
          "float[?,N]");
  check_y("int64 n, bool c, float[3] a",
          "z, y = Loop(n, c, a) <body = b (int64 i, bool d, float[3] s) => "
          "(d2, s2, t) { d2 = Identity(d) s2 = Neg(s) t = Abs(s) }>",
          "float[?,3]");
  check_y("float[3] a, float[7,3] b",
          "z, y = Scan(a, b) "
          "<num_scan_inputs=1, body = b (float[3] s, float[3] x) => (s2, t) "
          "{ s2 = Add(s, x) t = Identity(s2) }>",
          "float[7,3]");
}

/// Extents that differ between the calls of a body are not equal outside
static void
test_symbols_of_a_body_stay_inside(void)
{
  tercet_error err = {0};
  tercet_onnx_knowledge *knowledge = NULL;
  tercet_onnx_model *const model =
      read(HEADER "g (int64 n, bool c, float[2] a) => (x, y) "
                  "{ x, y = Loop(n, c, a, a) <body = b "
                  "(int64 i, bool d, float[A] s, float[B] t) => (d2, s2, t2) "
                  "{ d2 = Identity(d) s2 = Concat<axis=0>(s, s) "
                  "t2 = Identity(s) }> }");
  CHECK_STATUS(tercet_onnx_knowledge_new(NULL, model, &knowledge, &err),
               TERCET_OK);
  const tercet_onnx_fact *const x = tercet_onnx_knowledge_find(
      knowledge, &model->graph, tercet_string_from("x"));
  const tercet_onnx_fact *const y = tercet_onnx_knowledge_find(
      knowledge, &model->graph, tercet_string_from("y"));
  CHECK(x->has_shape && y->has_shape);
  CHECK(tercet_onnx_is_symbol(x->dims[0]));
  CHECK(tercet_onnx_is_symbol(y->dims[0]));
  CHECK(x->dims[0] != y->dims[0]);
  tercet_onnx_knowledge_free(knowledge);
  tercet_onnx_model_free(model);
}

/// A graph inside of a body that is walked again is known from its first walk,
/// and its names are still found when the second one is over
static void
test_graphs_in_a_body_that_is_walked_again(void)
{
  tercet_error err = {0};
  tercet_onnx_knowledge *knowledge = NULL;
  tercet_onnx_model *const model =
      read(HEADER "g (int64 n, bool c, float[2] a) => (x) "
                  "{ x = Loop(n, c, a) <body = b "
                  "(int64 i, bool d, float[A] s) => (d2, s2) "
                  "{ d2 = Identity(d) "
                  "s2 = If(d) <then_branch = t () => (p) "
                  "{ p = Concat<axis=0>(s, s) }, "
                  "else_branch = e () => (q) { q = Neg(s) }> }> }");
  CHECK_STATUS(tercet_onnx_knowledge_new(NULL, model, &knowledge, &err),
               TERCET_OK);
  const tercet_onnx_graph *const body =
      tercet_onnx_node_graph(&model->graph.nodes[0], "body");
  const tercet_onnx_graph *const branch =
      tercet_onnx_node_graph(&body->nodes[1], "then_branch");
  CHECK(tercet_onnx_knowledge_find(knowledge, branch, tercet_string_from("p")));
  CHECK(!tercet_onnx_knowledge_find(
      knowledge, branch, tercet_string_from("nowhere")));
  tercet_onnx_knowledge_free(knowledge);
  tercet_onnx_model_free(model);
}

/* ---- Writing it down ---- */

static void
test_annotations(void)
{
  static const char expected[] = "<double[N] a, double b>\n";
  tercet_error err = {0};
  tercet_onnx_model *const model = read(
      HEADER "g (float[N] x) => (double y) "
             "{ a = Cast<to=11>(x) b = ReduceSum<keepdims=0>(a) y = Neg(b) }");
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, 4096);
  const tercet_output output = tercet_buffer_output(&out);
  for (int pass = 0; pass < 2; ++pass) { // The second one changes nothing
    CHECK_STATUS(tercet_onnx_model_infer(model, &err), TERCET_OK);
    CHECK_INT(model->graph.n_value_infos, 2);
    out.length = 0;
    CHECK_STATUS(
        tercet_onnx_model_write(model, TERCET_ONNX_TEXT, &output, &err),
        TERCET_OK);
    CHECK_STATUS(tercet_buffer_append_char(&out, '\0'), TERCET_OK);
    CHECK(strstr(out.data, expected) != NULL);
  }
  tercet_buffer_clear(&out);
  tercet_onnx_model_free(model);
}

/// Nothing is known of what an unknown operator makes, but something of what is
/// made of that
static void
test_annotations_of_a_wrong_model(void)
{
  tercet_error err = {0};
  tercet_onnx_model *const model =
      read(HEADER "g (float[N] x) => (z) "
                  "{ a = Foo(x) b = Neg(x) y = Add(a, b) z = Neg(q) }");
  CHECK_STATUS(tercet_onnx_model_infer(model, &err), TERCET_OK);
  CHECK_INT(model->graph.n_value_infos, 2);
  CHECK_TEXT(model->graph.value_infos[0].name.data,
             model->graph.value_infos[0].name.length,
             "b");
  CHECK_INT(model->graph.value_infos[1].type.elem_type, TERCET_ONNX_FLOAT);
  CHECK(!model->graph.value_infos[1].type.has_shape);
  tercet_onnx_model_free(model);
}

int
main(void)
{
  test_elementwise();
  test_reductions();
  test_reshape();
  test_reshape_to_unknown_numbers();
  test_views();
  test_slice();
  test_moves();
  test_products();
  test_windows();
  test_numbers_become_shapes();
  test_sequences();
  test_control_flow();
  test_symbols_of_a_body_stay_inside();
  test_graphs_in_a_body_that_is_walked_again();
  test_annotations();
  test_annotations_of_a_wrong_model();
  return check_finish();
}
