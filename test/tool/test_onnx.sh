# SPDX-License-Identifier: Apache-2.0

. "$TERCET_SOURCE/test/tool/tool.sh"

model=$TERCET_SOURCE/examples/cosine.onnxtxt
x='{"type": "float32", "shape": [3], "data": [1, 2, 3]}'
y='{"type": "float32", "shape": [3], "data": [3, 2, 1]}'

# The text of a model without types, for wrong ones
model_of() {
  printf '<ir_version: 10, opset_import: ["" : 23]>\n%s\n' "$1"
}

# ---- show ----

check 'show tells the types of values' 0 "$program" onnx show "$model"
err_is_empty
out_has '<double\[N\] a, double\[N\] b, double\[N\] ab, double dot, '
check 'show reads standard input' 0 "$program" onnx show - < "$model"
out_has '^cosine '
check 'a drawing' 0 "$program" onnx show --dot "$model"
out_has '^digraph \{$'
out_has '^  p1 \[shape=ellipse, label="x"\];$'
out_has '^  p1 -> p3 \[label="x\\nfloat\[N\]"\];$'

# ---- check ----

check 'a right model' 0 "$program" onnx check "$model"
err_is_empty
model_of 'g (float[2] x) => (float[2] y) { a = Foo(x) y = Add(x, b) }' > wrong
check 'every problem is listed' 1 "$program" onnx check wrong
err_has '^tercet: wrong: Foo: operator Foo of domain "" is not known$'
err_has '^tercet: wrong: Add: input 1: b is not made$'
printf 'no model' > wrong
check 'no model' 1 "$program" onnx check wrong
err_is_one_line
err_has '^tercet: wrong:'
check 'missing file' 4 "$program" onnx check nowhere.onnx
err_is_one_line

# ---- run ----

check 'run with literals' 0 "$program" onnx run "$model" -i "x=$x" -i "y=$y"
out_is << 'END'
similarity: double[]
0.71428571
END
check 'output as a literal' 0 "$program" onnx run -l "$model" -i "x=$x" -i "y=$x"
out_has '^similarity: \{"type": "float64", "shape": \[\], "data": \[1(\.0)?\]\}$'
check 'output to a file' 0 "$program" onnx run "$model" -i "x=$x" -i "y=$y" \
  -o similarity=out.npy
[ -s out.npy ] || fail 'no file'
model_of 'g (double x) => (double y) { y = Add(x, x) }' > twice
check 'input from a file' 0 "$program" onnx run twice -i x=out.npy
out_has '^1\.42857143$'
check 'missing input' 2 "$program" onnx run "$model" -i "x=$x"
err_has '^tercet: input y is missing$'
check 'unknown input' 2 "$program" onnx run "$model" -i "z=$x"
err_has '^The model has the inputs x y$'
check 'input of another type' 1 "$program" onnx run twice -i "x=$x"
check 'wrong literal' 1 "$program" onnx run twice -i 'x={'
err_is_one_line
check 'unknown output' 2 "$program" onnx run "$model" -o "z=out.npy"
check 'unwritable output' 4 "$program" onnx run "$model" -i "x=$x" -i "y=$y" \
  -o similarity=nowhere/out.npy

# ---- export ----

check 'binary form' 0 "$program" onnx export "$model" -f onnx -o model.onnx
check 'and back' 0 "$program" onnx export model.onnx -f text
cp out first
check 'through protobuf text' 0 "$program" onnx export model.onnx -f pbtxt -o model.pbtxt
check 'and back again' 0 "$program" onnx export model.pbtxt -f text
out_is < first
check 'without a format' 2 "$program" onnx export "$model"
check 'unknown format' 2 "$program" onnx export "$model" -f json
check 'form by suffix' 0 "$program" onnx export "$model" -o again.onnx
check 'the same' 0 cmp model.onnx again.onnx

# ---- The models of functions ----
check 'function' 0 "$program" onnx export tensor:cosineSimilarity float32 float16 -o cosine.onnx
check 'run it' 0 "$program" onnx run -l cosine.onnx \
  -i 'input1={"type":"float32","shape":[2],"data":[1,0]}' \
  -i 'input2={"type":"float16","shape":[2],"data":[3,4]}'
out_has '"data": \[0.6\]'
check 'reduction' 0 "$program" onnx export tensor:sum uint8 --axis 1 -f text
out_has 'ReduceSum'
out_has 'to: int = 12'
check 'setting' 0 "$program" onnx export tensor:scale float32 --set factor_value=2.5 -f text
out_has '2.5'
check 'missing setting' 1 "$program" onnx export tensor:scale float32 -f text
err_has 'scale: no value for the placeholder <factor_value>'
check 'unknown function' 1 "$program" onnx show tensor:frobnicate float32
err_has 'no function "frobnicate" has a model'
check 'type' 2 "$program" onnx show tensor:cos float
err_has "'float' is no element type"
check 'setting without value' 2 "$program" onnx show tensor:cos float32 --set x
err_has "'x' is not NAME=VALUE"
check 'types of a file' 2 "$program" onnx show "$model" float32
err_has 'One model at a time'
check 'unwritable file' 4 "$program" onnx export "$model" -f text -o nowhere/model

# ---- usage ----

check 'help' 0 "$program" onnx --help
out_has '^Usage: tercet onnx show '
check 'help of one command' 0 "$program" onnx run --help
out_has '^Usage: tercet onnx show '
check 'no command' 2 "$program" onnx
check 'unknown command' 2 "$program" onnx walk
check 'no model' 2 "$program" onnx show
err_has "Try .tercet onnx show --help'"
check 'two models' 2 "$program" onnx show a b
finish
