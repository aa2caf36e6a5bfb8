#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write src/onnx/schema_table.c from the schemas of the Python package onnx.

Usage: onnx_schemas.py > src/onnx/schema_table.c

The table is committed; the build does not need this script.  Versions that
differ from the one before only in element types that the runtime does not know
are left out.
"""

import onnx
import onnx.defs

# The operator set that the runtime is written for.  A later version of an
# operator is marked unless nothing but its types has changed.
NEWEST = 23

# Later versions whose new attribute concerns only types that are left out
SAME = {("Cast", 24), ("CastLike", 24)}

DOMAINS = ["", "ai.onnx.ml", "ai.onnx.preview.training"]

TYPES = {
    name: number
    for number, name in enumerate(
        "undefined float uint8 int8 uint16 int16 int32 int64 string bool "
        "float16 double uint32 uint64 complex64 complex128 bfloat16 "
        "float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 "
        "float4e2m1".split()
    )
}

KINDS = ["tensor(", "seq(tensor(", "optional(tensor(", "optional(seq(tensor("]

ATTRIBUTES = {
    "FLOAT": "FLOAT", "INT": "INT", "STRING": "STRING", "TENSOR": "TENSOR",
    "GRAPH": "GRAPH", "FLOATS": "FLOATS", "INTS": "INTS",
    "STRINGS": "STRINGS", "SPARSE_TENSOR": "SPARSE", "TYPE_PROTO": "TYPE",
}


class Pool:
    """Runs of rows, each distinct run kept once."""

    def __init__(self):
        self.rows = []
        self.places = {}

    def add(self, rows):
        """Return where the run starts."""
        key = tuple(rows)
        if key not in self.places:
            self.places[key] = len(self.rows) if key else 0
            self.rows += key
        return self.places[key]


def type_set(names):
    """Return one mask for each kind; bit n is the type of number n."""
    masks = [0] * len(KINDS)
    for name in names:
        for i, kind in enumerate(KINDS):
            element = name[len(kind):].rstrip(")")
            if name.startswith(kind) and element in TYPES:
                masks[i] |= 1 << TYPES[element]
    return tuple(masks)


def type_names(mask):
    return " ".join(t for t, number in TYPES.items() if mask >> number & 1)


def variables_of(schema):
    """Return the type variables; a fixed type is one that is its own name."""
    found = {
        t.type_param_str: type_set(t.allowed_type_strs)
        for t in schema.type_constraints
    }
    for parameter in list(schema.inputs) + list(schema.outputs):
        if parameter.type_str not in found:
            found[parameter.type_str] = type_set([parameter.type_str])
    return found


def parameters_of(parameters, names):
    rows = []
    for p in parameters:
        kind = p.option.name.upper()
        if kind == "VARIADIC" and not p.is_homogeneous:
            kind = "MIXED"
        rows.append((p.name, kind, names.index(p.type_str)))
    return rows


def default_of(attribute):
    """Return a number and a text; one of them is meant."""
    value = attribute.default_value
    if attribute.type.name == "INT" and value.name:
        return (str(value.i), "NULL")
    if attribute.type.name == "FLOAT" and value.name:
        return (repr(value.f), "NULL")
    if attribute.type.name == "STRING" and value.name:
        return ("0", '"%s"' % value.s.decode())
    return ("0", "NULL")


def attributes_of(schema):
    rows = []
    for name in sorted(schema.attributes):
        a = schema.attributes[name]
        number, text = default_of(a)
        rows.append((name, ATTRIBUTES[a.type.name], bool(a.required), number,
                     text))
    return rows


def shape_of(schema):
    """Return what must be equal in two versions whose types alone differ."""
    names = list(variables_of(schema))
    return (parameters_of(schema.inputs, names),
            parameters_of(schema.outputs, names),
            attributes_of(schema), schema.deprecated)


def versions_of(schemas):
    """Return the versions that differ, with whether they are too new."""
    result = []
    for schema in sorted(schemas, key=lambda s: s.since_version):
        before = result[-1][0] if result else None
        is_later = schema.domain == "" and schema.since_version > NEWEST
        if before and shape_of(before) == shape_of(schema):
            if variables_of(before) == variables_of(schema):
                continue
            is_later = is_later and result[-1][1]
        elif (schema.name, schema.since_version) in SAME:
            is_later = False
        result.append((schema, is_later))
    return result


def signature(schema):
    def side(parameters):
        mark = {"SINGLE": "", "OPTIONAL": "?", "VARIADIC": "..."}
        return ", ".join(
            "%s:%s%s" % (p.name, p.type_str, mark[p.option.name.upper()])
            for p in parameters)

    return "(%s) -> (%s)" % (side(schema.inputs), side(schema.outputs))


def c_bool(value):
    return "true" if value else "false"


def main():
    sets, variables, parameters, attributes = Pool(), Pool(), Pool(), Pool()
    by_operator = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain in DOMAINS:
            key = (schema.name, DOMAINS.index(schema.domain))
            by_operator.setdefault(key, []).append(schema)

    operators, schemas = [], []
    for key in sorted(by_operator):
        versions = versions_of(by_operator[key])
        operators.append((key, len(schemas), len(versions)))
        for schema, is_later in versions:
            types = variables_of(schema)
            names = list(types)
            schemas.append("    /* %s-%d %s */\n    {%s}," % (
                schema.name, schema.since_version, signature(schema),
                ", ".join(str(x) for x in (
                    len(operators) - 1,
                    schema.since_version,
                    c_bool(schema.deprecated),
                    c_bool(is_later),
                    schema.min_input,
                    len(schema.inputs),
                    schema.min_output,
                    len(schema.outputs),
                    len(names),
                    len(schema.attributes),
                    "parameters + %d" % parameters.add(
                        parameters_of(schema.inputs, names)),
                    "parameters + %d" % parameters.add(
                        parameters_of(schema.outputs, names)),
                    "variables + %d" % variables.add(
                        [(n, sets.add([types[n]])) for n in names]),
                    "attributes + %d" % attributes.add(
                        attributes_of(schema))))))

    print("// SPDX-License-Identifier: Apache-2.0")
    print()
    print("// Written by scripts/onnx_schemas.py from the Python package onnx "
          + onnx.__version__ + ".")
    print("// Do not edit.")
    print()
    print('#include "onnx/schema.h"')
    print()
    print("// clang-format off")
    print()
    print("static const tercet_onnx_type_set sets[] = {")
    for row in sets.rows:
        print("    // " + " ".join(kind.rstrip("(") + " " + type_names(mask)
                                   for kind, mask in zip(KINDS, row) if mask))
        print("    {{%s}}," % ", ".join("0x%06x" % mask for mask in row))
    print("};\n")
    print("static const tercet_onnx_type_variable variables[] = {")
    for name, at in variables.rows:
        print('    {"%s", sets + %d},' % (name, at))
    print("};\n")
    print("static const tercet_onnx_parameter parameters[] = {")
    for name, kind, variable in parameters.rows:
        print('    {"%s", TERCET_ONNX_PARAMETER_%s, %d},'
              % (name, kind, variable))
    print("};\n")
    print("static const tercet_onnx_attribute_schema attributes[] = {")
    for name, kind, required, number, text in attributes.rows:
        print('    {"%s", TERCET_ONNX_ATTRIBUTE_%s, %s, %s, %s},'
              % (name, kind, c_bool(required), number, text))
    print("};\n")
    print("static const tercet_onnx_schema schemas[] = {")
    for row in schemas:
        print(row)
    print("};\n")
    print("const tercet_onnx_schema_list tercet_onnx_schema_lists[] = {")
    for (name, domain), at, n in operators:
        print('    {"%s", "%s", %d, schemas + %d},'
              % (name, DOMAINS[domain], n, at))
    print("};\n")
    print("const size_t tercet_onnx_n_schema_lists = %d;" % len(operators))
    print("// clang-format on")


if __name__ == "__main__":
    main()
