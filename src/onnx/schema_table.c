// SPDX-License-Identifier: Apache-2.0

// Written by scripts/onnx_schemas.py from the Python package onnx 1.23.2.
// Do not edit.

#include "onnx/schema.h"

// clang-format off

static const tercet_onnx_type_set sets[] = {
    // tensor float float16 double
    {{0x000c02, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 float16 double uint32 uint64
    {{0x003cfe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 float16 double uint32 uint64 bfloat16
    {{0x013cfe, 0x000000, 0x000000, 0x000000}},
    // tensor float float16 double bfloat16
    {{0x010c02, 0x000000, 0x000000, 0x000000}},
    // tensor float double
    {{0x000802, 0x000000, 0x000000, 0x000000}},
    // tensor int64
    {{0x000080, 0x000000, 0x000000, 0x000000}},
    // tensor float int32 int64 float16 double uint32 uint64
    {{0x003cc2, 0x000000, 0x000000, 0x000000}},
    // tensor float int32 int64 float16 double uint32 uint64 bfloat16
    {{0x013cc2, 0x000000, 0x000000, 0x000000}},
    // tensor bool
    {{0x000200, 0x000000, 0x000000, 0x000000}},
    // tensor float int32 int64 string double
    {{0x0009c2, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 bool float16 double uint32 uint64 bfloat16
    {{0x013efe, 0x000000, 0x000000, 0x000000}},
    // tensor float int32 int64 double
    {{0x0008c2, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0xfffefe, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 uint16 uint32 uint64
    {{0x003014, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8 uint16 int16 int32 int64 uint32 uint64
    {{0x0030fc, 0x000000, 0x000000, 0x000000}},
    // tensor int32 int64
    {{0x0000c0, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 bool float16 double uint32 uint64
    {{0x003efe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64
    {{0x003ffe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 bfloat16
    {{0x013ffe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz
    {{0x1f3ffe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4
    {{0x7f3ffe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0xff3ffe, 0x000000, 0x000000, 0x000000}},
    // 
    {{0x000000, 0x000000, 0x000000, 0x000000}},
    // tensor float int64 string
    {{0x000182, 0x000000, 0x000000, 0x000000}},
    // tensor int64 string
    {{0x000180, 0x000000, 0x000000, 0x000000}},
    // tensor float float16 bfloat16
    {{0x010402, 0x000000, 0x000000, 0x000000}},
    // tensor float
    {{0x000002, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16
    {{0x01fffe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x00fffe, 0x000000, 0x000000, 0x000000}},
    // seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x000000, 0x00fffe, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz
    {{0x1ffffe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4
    {{0x7ffffe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0xfffffe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 bool float16 double uint32 uint64 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz
    {{0x1f3efe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 bool float16 double uint32 uint64 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4
    {{0x7f3efe, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 bool float16 double uint32 uint64 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0xff3efe, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8
    {{0x00000c, 0x000000, 0x000000, 0x000000}},
    // tensor int32
    {{0x000040, 0x000000, 0x000000, 0x000000}},
    // tensor float int32 int64 double uint32 uint64
    {{0x0038c2, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8 int32
    {{0x00004c, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8 int32 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz
    {{0x1e004c, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8 uint16 int16 int32 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4
    {{0x7e007c, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8 uint16 int16 int32 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0xfe007c, 0x000000, 0x000000, 0x000000}},
    // tensor float int64 string double
    {{0x000982, 0x000000, 0x000000, 0x000000}},
    // tensor float float16 double bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz
    {{0x1f0c02, 0x000000, 0x000000, 0x000000}},
    // tensor uint8
    {{0x000004, 0x000000, 0x000000, 0x000000}},
    // tensor int32 int64 bool
    {{0x0002c0, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x01fffe, 0x00fffe, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x01fffe, 0x00fffe, 0x00fffe, 0x00fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x1ffffe, 0x00fffe, 0x00fffe, 0x00fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x7ffffe, 0x00fffe, 0x00fffe, 0x00fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0xfffffe, 0x00fffe, 0x00fffe, 0x00fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x00fffe, 0x00fffe, 0x000000, 0x000000}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16
    {{0x01fffe, 0x01fffe, 0x01fffe, 0x01fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16
    {{0x1ffffe, 0x1ffffe, 0x1ffffe, 0x01fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16
    {{0x7ffffe, 0x7ffffe, 0x7ffffe, 0x01fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16
    {{0xfffffe, 0xfffffe, 0xfffffe, 0x01fffe}},
    // tensor float int16 int32 int64 string double
    {{0x0009e2, 0x000000, 0x000000, 0x000000}},
    // tensor float bfloat16
    {{0x010002, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 float16 double
    {{0x000c0e, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 float16 double bfloat16
    {{0x010c0e, 0x000000, 0x000000, 0x000000}},
    // tensor float int8 int16 int32 int64 float16 double
    {{0x000cea, 0x000000, 0x000000, 0x000000}},
    // tensor float int8 int16 int32 int64 float16 double bfloat16
    {{0x010cea, 0x000000, 0x000000, 0x000000}},
    // optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x000000, 0x000000, 0x00fffe, 0x00fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0xfffffe, 0xfffffe, 0x000000, 0x000000}},
    // optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0x000000, 0x000000, 0xfffffe, 0xfffffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128
    {{0x00fffe, 0x00fffe, 0x00fffe, 0x00fffe}},
    // tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 optional(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 optional(seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0xfffffe, 0xfffffe, 0xfffffe, 0xfffffe}},
    // tensor float int32 int64 float16 double
    {{0x000cc2, 0x000000, 0x000000, 0x000000}},
    // tensor float int32 int64 float16 double bfloat16
    {{0x010cc2, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz
    {{0x1e000c, 0x000000, 0x000000, 0x000000}},
    // tensor float int32
    {{0x000042, 0x000000, 0x000000, 0x000000}},
    // tensor float int32 float16 bfloat16
    {{0x010442, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8 uint16 int16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4
    {{0x7e003c, 0x000000, 0x000000, 0x000000}},
    // tensor uint8 int8 uint16 int16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1
    {{0xfe003c, 0x000000, 0x000000, 0x000000}},
    // tensor float int16 int32 int64 double
    {{0x0008e2, 0x000000, 0x000000, 0x000000}},
    // tensor float int16 int32 int64 float16 double bfloat16
    {{0x010ce2, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 int32 int64 float16 double uint32 uint64
    {{0x003cce, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 int32 int64 float16 double uint32 uint64 bfloat16
    {{0x013cce, 0x000000, 0x000000, 0x000000}},
    // tensor float uint8 int8 int32 int64 bool float16 double uint32 uint64 bfloat16
    {{0x013ece, 0x000000, 0x000000, 0x000000}},
    // tensor string
    {{0x000100, 0x000000, 0x000000, 0x000000}},
    // seq(tensor float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16
    {{0x000000, 0x01fffe, 0x000000, 0x000000}},
    // tensor int32 int64 string
    {{0x0001c0, 0x000000, 0x000000, 0x000000}},
    // tensor float int32 int64 bool float16 double
    {{0x000ec2, 0x000000, 0x000000, 0x000000}},
};

static const tercet_onnx_type_variable variables[] = {
    {"T", sets + 0},
    {"T", sets + 1},
    {"T", sets + 2},
    {"T", sets + 3},
    {"T1", sets + 4},
    {"T2", sets + 5},
    {"T3", sets + 4},
    {"T", sets + 6},
    {"T", sets + 7},
    {"T1", sets + 3},
    {"T2", sets + 5},
    {"T", sets + 8},
    {"T1", sets + 8},
    {"T", sets + 1},
    {"tensor(int64)", sets + 5},
    {"T", sets + 2},
    {"tensor(int64)", sets + 5},
    {"T", sets + 9},
    {"tensor(int64)", sets + 5},
    {"T1", sets + 3},
    {"T2", sets + 3},
    {"U", sets + 10},
    {"T1", sets + 3},
    {"T2", sets + 3},
    {"U", sets + 10},
    {"tensor(int64)", sets + 5},
    {"T", sets + 3},
    {"U", sets + 3},
    {"T", sets + 3},
    {"T1", sets + 3},
    {"T2", sets + 3},
    {"T1", sets + 0},
    {"T2", sets + 10},
    {"T1", sets + 3},
    {"T2", sets + 10},
    {"T", sets + 11},
    {"T1", sets + 12},
    {"T2", sets + 12},
    {"T", sets + 13},
    {"T", sets + 14},
    {"T1", sets + 15},
    {"T2", sets + 2},
    {"T1", sets + 16},
    {"T2", sets + 16},
    {"T1", sets + 17},
    {"T2", sets + 17},
    {"T1", sets + 18},
    {"T2", sets + 18},
    {"T1", sets + 19},
    {"T2", sets + 19},
    {"T1", sets + 20},
    {"T2", sets + 20},
    {"T1", sets + 21},
    {"T2", sets + 21},
    {"T1", sets + 22},
    {"T2", sets + 23},
    {"T1", sets + 24},
    {"T2", sets + 24},
    {"T", sets + 25},
    {"T", sets + 26},
    {"T", sets + 27},
    {"Tind", sets + 15},
    {"T", sets + 27},
    {"tensor(int64)", sets + 5},
    {"T", sets + 28},
    {"T1", sets + 8},
    {"T", sets + 27},
    {"T1", sets + 8},
    {"T", sets + 28},
    {"T", sets + 27},
    {"S", sets + 29},
    {"T", sets + 28},
    {"T", sets + 30},
    {"T", sets + 31},
    {"T", sets + 32},
    {"T1", sets + 5},
    {"T2", sets + 16},
    {"T1", sets + 5},
    {"T2", sets + 33},
    {"T1", sets + 5},
    {"T2", sets + 34},
    {"T1", sets + 5},
    {"T2", sets + 35},
    {"T1", sets + 36},
    {"T2", sets + 36},
    {"T3", sets + 37},
    {"T", sets + 7},
    {"T2", sets + 15},
    {"T", sets + 38},
    {"T2", sets + 15},
    {"T1", sets + 3},
    {"T2", sets + 15},
    {"T1", sets + 3},
    {"T2", sets + 15},
    {"tensor(int64)", sets + 5},
    {"T", sets + 39},
    {"tensor(float)", sets + 26},
    {"T1", sets + 40},
    {"T2", sets + 25},
    {"T1", sets + 41},
    {"T2", sets + 25},
    {"T1", sets + 42},
    {"T2", sets + 25},
    {"T3", sets + 25},
    {"T1", sets + 22},
    {"T2", sets + 43},
    {"T", sets + 0},
    {"T1", sets + 8},
    {"T", sets + 0},
    {"T1", sets + 0},
    {"T2", sets + 8},
    {"T", sets + 3},
    {"T1", sets + 0},
    {"T2", sets + 8},
    {"T", sets + 44},
    {"T1", sets + 44},
    {"T2", sets + 8},
    {"T1", sets + 26},
    {"T2", sets + 45},
    {"tensor(float)", sets + 26},
    {"T", sets + 46},
    {"T1", sets + 8},
    {"T", sets + 16},
    {"T1", sets + 8},
    {"T", sets + 10},
    {"T1", sets + 8},
    {"T", sets + 18},
    {"T1", sets + 8},
    {"T", sets + 28},
    {"tensor(int64)", sets + 5},
    {"T1", sets + 10},
    {"T2", sets + 10},
    {"T1", sets + 11},
    {"tensor(float)", sets + 26},
    {"T", sets + 0},
    {"T1", sets + 37},
    {"T", sets + 3},
    {"T1", sets + 37},
    {"T", sets + 28},
    {"Tind", sets + 15},
    {"T1", sets + 28},
    {"T2", sets + 0},
    {"T", sets + 1},
    {"T1", sets + 8},
    {"T", sets + 2},
    {"T1", sets + 8},
    {"T1", sets + 27},
    {"T2", sets + 3},
    {"V", sets + 47},
    {"V", sets + 48},
    {"V", sets + 49},
    {"V", sets + 50},
    {"V", sets + 51},
    {"V", sets + 28},
    {"B", sets + 8},
    {"V", sets + 52},
    {"B", sets + 8},
    {"V", sets + 53},
    {"B", sets + 8},
    {"V", sets + 54},
    {"B", sets + 8},
    {"V", sets + 55},
    {"B", sets + 8},
    {"V", sets + 56},
    {"B", sets + 8},
    {"T1", sets + 45},
    {"T2", sets + 45},
    {"T1", sets + 4},
    {"T2", sets + 8},
    {"T1", sets + 44},
    {"T2", sets + 8},
    {"T1", sets + 0},
    {"T2", sets + 8},
    {"T1", sets + 3},
    {"T2", sets + 8},
    {"T1", sets + 23},
    {"T2", sets + 23},
    {"T1", sets + 57},
    {"T2", sets + 57},
    {"T", sets + 3},
    {"U", sets + 58},
    {"T", sets + 25},
    {"S", sets + 25},
    {"T1", sets + 11},
    {"T2", sets + 24},
    {"tensor(float)", sets + 26},
    {"T", sets + 11},
    {"tensor(float)", sets + 26},
    {"V", sets + 28},
    {"I", sets + 5},
    {"B", sets + 8},
    {"V", sets + 52},
    {"I", sets + 5},
    {"B", sets + 8},
    {"V", sets + 53},
    {"I", sets + 5},
    {"B", sets + 8},
    {"V", sets + 54},
    {"I", sets + 5},
    {"B", sets + 8},
    {"V", sets + 55},
    {"I", sets + 5},
    {"B", sets + 8},
    {"V", sets + 56},
    {"I", sets + 5},
    {"B", sets + 8},
    {"T", sets + 0},
    {"I", sets + 5},
    {"T", sets + 59},
    {"I", sets + 5},
    {"T", sets + 60},
    {"I", sets + 5},
    {"T1", sets + 0},
    {"T2", sets + 5},
    {"T1", sets + 15},
    {"T2", sets + 3},
    {"T3", sets + 2},
    {"T1", sets + 0},
    {"T2", sets + 15},
    {"T", sets + 61},
    {"T", sets + 62},
    {"T", sets + 0},
    {"Tind", sets + 15},
    {"T", sets + 3},
    {"Tind", sets + 15},
    {"tensor(float)", sets + 26},
    {"tensor(int64)", sets + 5},
    {"T", sets + 8},
    {"T1", sets + 1},
    {"T2", sets + 1},
    {"T3", sets + 28},
    {"T1", sets + 1},
    {"T2", sets + 1},
    {"T3", sets + 27},
    {"T", sets + 9},
    {"tensor(float)", sets + 26},
    {"V", sets + 52},
    {"O", sets + 63},
    {"V", sets + 64},
    {"O", sets + 65},
    {"O", sets + 63},
    {"V", sets + 52},
    {"O", sets + 66},
    {"V", sets + 52},
    {"O", sets + 67},
    {"V", sets + 64},
    {"O", sets + 63},
    {"B", sets + 8},
    {"O", sets + 66},
    {"B", sets + 8},
    {"O", sets + 67},
    {"B", sets + 8},
    {"T", sets + 27},
    {"Tind", sets + 15},
    {"tensor(int64)", sets + 5},
    {"T", sets + 31},
    {"Tind", sets + 15},
    {"tensor(int64)", sets + 5},
    {"T", sets + 32},
    {"Tind", sets + 15},
    {"tensor(int64)", sets + 5},
    {"T", sets + 68},
    {"T1", sets + 1},
    {"T", sets + 69},
    {"T1", sets + 1},
    {"T", sets + 69},
    {"T1", sets + 2},
    {"T1", sets + 36},
    {"T2", sets + 36},
    {"T3", sets + 36},
    {"T4", sets + 37},
    {"tensor(float)", sets + 26},
    {"T1", sets + 36},
    {"T2", sets + 36},
    {"T3", sets + 36},
    {"tensor(float)", sets + 26},
    {"TS", sets + 25},
    {"T1", sets + 70},
    {"T2", sets + 70},
    {"T3", sets + 70},
    {"T1", sets + 71},
    {"T2", sets + 36},
    {"tensor(float)", sets + 26},
    {"T1", sets + 72},
    {"T2", sets + 70},
    {"T1", sets + 72},
    {"T2", sets + 73},
    {"T1", sets + 72},
    {"T2", sets + 72},
    {"T3", sets + 74},
    {"T", sets + 3},
    {"V", sets + 3},
    {"T", sets + 75},
    {"T", sets + 76},
    {"T", sets + 7},
    {"tensor(int64)", sets + 5},
    {"T", sets + 3},
    {"tensor(int64)", sets + 5},
    {"T", sets + 77},
    {"T", sets + 78},
    {"T", sets + 78},
    {"tensor(int64)", sets + 5},
    {"T", sets + 79},
    {"tensor(int64)", sets + 5},
    {"T1", sets + 80},
    {"T2", sets + 8},
    {"T", sets + 30},
    {"tensor(int64)", sets + 5},
    {"T", sets + 31},
    {"tensor(int64)", sets + 5},
    {"T", sets + 32},
    {"tensor(int64)", sets + 5},
    {"T", sets + 28},
    {"tensor(float)", sets + 26},
    {"T1", sets + 28},
    {"T2", sets + 0},
    {"tensor(float)", sets + 26},
    {"tensor(int64)", sets + 5},
    {"T1", sets + 27},
    {"T2", sets + 0},
    {"tensor(float)", sets + 26},
    {"tensor(int64)", sets + 5},
    {"T", sets + 25},
    {"M", sets + 5},
    {"I", sets + 5},
    {"V", sets + 28},
    {"V", sets + 28},
    {"V", sets + 27},
    {"V", sets + 30},
    {"V", sets + 31},
    {"V", sets + 32},
    {"S", sets + 29},
    {"T", sets + 28},
    {"I", sets + 15},
    {"T", sets + 28},
    {"S", sets + 29},
    {"S", sets + 29},
    {"S", sets + 29},
    {"I", sets + 15},
    {"T", sets + 28},
    {"S", sets + 29},
    {"I", sets + 15},
    {"S", sets + 29},
    {"I", sets + 5},
    {"S", sets + 29},
    {"V", sets + 52},
    {"T", sets + 28},
    {"T1", sets + 5},
    {"T", sets + 27},
    {"T1", sets + 5},
    {"T", sets + 30},
    {"T1", sets + 5},
    {"T", sets + 31},
    {"T1", sets + 5},
    {"T", sets + 32},
    {"T1", sets + 5},
    {"T", sets + 28},
    {"I", sets + 15},
    {"S", sets + 29},
    {"T", sets + 27},
    {"I", sets + 15},
    {"S", sets + 81},
    {"T", sets + 80},
    {"tensor(string)", sets + 80},
    {"T1", sets + 80},
    {"T2", sets + 80},
    {"T3", sets + 5},
    {"T", sets + 82},
    {"T1", sets + 26},
    {"T", sets + 0},
    {"T1", sets + 5},
    {"T", sets + 0},
    {"I", sets + 5},
    {"tensor(int64)", sets + 5},
    {"T", sets + 1},
    {"I", sets + 5},
    {"tensor(int64)", sets + 5},
    {"T", sets + 2},
    {"I", sets + 5},
    {"tensor(int64)", sets + 5},
    {"T", sets + 83},
    {"B", sets + 8},
    {"T", sets + 28},
    {"B", sets + 8},
    {"T", sets + 27},
    {"T", sets + 22},
    {"tensor(float)", sets + 26},
};

static const tercet_onnx_parameter parameters[] = {
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"R", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"T", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"inputs", TERCET_ONNX_PARAMETER_MIXED, 2},
    {"outputs", TERCET_ONNX_PARAMETER_MIXED, 2},
    {"A", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"C", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"theta", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"size", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"grid", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"C", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"reduced", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"Z", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Q", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"K", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"V", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"attn_mask", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"past_key", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"past_value", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"present_key", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"present_value", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"qk_matmul_output", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Q", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"K", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"V", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"attn_mask", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"past_key", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"past_value", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"nonpad_kv_seqlen", TERCET_ONNX_PARAMETER_OPTIONAL, 3},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"mean", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"var", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"mean", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"var", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"saved_mean", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"saved_var", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input_mean", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"input_var", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"running_mean", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"running_var", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"scale", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"B", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"input_mean", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"input_var", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"running_mean", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"running_var", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"size", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"target_type", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"weight", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"bias", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"past_state", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"present_state", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input_data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"shape", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"output_data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"min", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"max", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"image_shape", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"block_shape", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"condition", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"inputs", TERCET_ONNX_PARAMETER_VARIADIC, 0},
    {"concat_result", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input_sequence", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"concat_result", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"W", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"x", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"w", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"x_zero_point", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"w_zero_point", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"y", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"x", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"axis", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"dft_length", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"dft_length", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"axis", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"W", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"offset", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"mask", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"x", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"x_scale", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"x_zero_point", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"y", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"mask", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"mask", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"ratio", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"training_mode", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"mask", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"x", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"y", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"y_scale", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"y_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"Inputs", TERCET_ONNX_PARAMETER_VARIADIC, 0},
    {"Output", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"shape", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_VARIADIC, 0},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"W", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"R", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"sequence_lens", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"initial_h", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Y", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Y_h", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Y", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Y_h", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"indices", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"A", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"C", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"A", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"C", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Inputs", TERCET_ONNX_PARAMETER_MIXED, 0},
    {"Outputs", TERCET_ONNX_PARAMETER_MIXED, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"grid", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"bias", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"cond", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"outputs", TERCET_ONNX_PARAMETER_MIXED, 0},
    {"encoded_stream", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"image", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"W", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"R", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"sequence_lens", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"initial_h", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"initial_c", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"P", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Y", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Y_h", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Y_c", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Mean", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"InvStdDev", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"query", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"key", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"value", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"past_state", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"decay", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"beta", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"present_state", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"Z", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"M", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"cond", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"v_initial", TERCET_ONNX_PARAMETER_MIXED, 0},
    {"v_final_and_scan_outputs", TERCET_ONNX_PARAMETER_MIXED, 0},
    {"A", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"B", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"a_zero_point", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"b_zero_point", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"data_0", TERCET_ONNX_PARAMETER_VARIADIC, 0},
    {"max", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Indices", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"rois", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"I", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"output_shape", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"mean", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"num_mel_bins", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"dft_length", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"sample_rate", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"lower_edge_hertz", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"upper_edge_hertz", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"min", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"target", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"weight", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"loss", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"boxes", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"scores", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"max_output_boxes_per_class", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"iou_threshold", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"score_threshold", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"selected_indices", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"indices", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"depth", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"values", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"input", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"slope", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"pads", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"constant_value", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"pads", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"constant_value", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"axes", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"x", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"x_scale", TERCET_ONNX_PARAMETER_SINGLE, 4},
    {"x_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"w", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"w_scale", TERCET_ONNX_PARAMETER_SINGLE, 4},
    {"w_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"y_scale", TERCET_ONNX_PARAMETER_SINGLE, 4},
    {"y_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"B", TERCET_ONNX_PARAMETER_OPTIONAL, 3},
    {"a", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"a_scale", TERCET_ONNX_PARAMETER_SINGLE, 3},
    {"a_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"b", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"b_scale", TERCET_ONNX_PARAMETER_SINGLE, 3},
    {"b_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"y_scale", TERCET_ONNX_PARAMETER_SINGLE, 3},
    {"y_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"a", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"a_scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"a_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"b", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"b_scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"b_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"y_scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"y_zero_point", TERCET_ONNX_PARAMETER_SINGLE, 3},
    {"y", TERCET_ONNX_PARAMETER_SINGLE, 3},
    {"x", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"y_scale", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"y_zero_point", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"x", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"y_scale", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"y_zero_point", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"x", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"y_scale", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"y_zero_point", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"scale", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"start", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"limit", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"delta", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"reduced", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"axes", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"reshaped", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"shape", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"scales", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"roi", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"scales", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"sizes", TERCET_ONNX_PARAMETER_OPTIONAL, 3},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"roi", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"scales", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"sizes", TERCET_ONNX_PARAMETER_OPTIONAL, 3},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"sequence_lens", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"rois", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"batch_indices", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"cos_cache", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"sin_cache", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"position_ids", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"signal", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"frame_step", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"window", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"frame_length", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"sequence_lens", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"initial_state_and_scan_inputs", TERCET_ONNX_PARAMETER_MIXED, 1},
    {"final_state_and_scan_outputs", TERCET_ONNX_PARAMETER_MIXED, 1},
    {"initial_state_and_scan_inputs", TERCET_ONNX_PARAMETER_MIXED, 0},
    {"final_state_and_scan_outputs", TERCET_ONNX_PARAMETER_MIXED, 0},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"indices", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"updates", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input_sequence", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"position", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"tensor", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"output_sequence", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"input_sequence", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"position", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"output_sequence", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input_sequence", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"tensor", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"position", TERCET_ONNX_PARAMETER_OPTIONAL, 2},
    {"length", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"input_sequence", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"additional_inputs", TERCET_ONNX_PARAMETER_MIXED, 1},
    {"out_sequence", TERCET_ONNX_PARAMETER_MIXED, 0},
    {"shape", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"size", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"starts", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"ends", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"axes", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"steps", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"scores", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"labels", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"weights", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"output", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"log_prob", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"split", TERCET_ONNX_PARAMETER_OPTIONAL, 0},
    {"outputs...", TERCET_ONNX_PARAMETER_VARIADIC, 0},
    {"outputs", TERCET_ONNX_PARAMETER_VARIADIC, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"split", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"output_sequence", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"squeezed", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"sum", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"past_cache", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"update", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"write_indices", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"present_cache", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"tiles", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"axis", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"repeats", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"Values", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"Indices", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"K", TERCET_ONNX_PARAMETER_SINGLE, 2},
    {"transposed", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"input", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"k", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"indices", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"inverse_indices", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"counts", TERCET_ONNX_PARAMETER_OPTIONAL, 1},
    {"expanded", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"data", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"axes", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"condition", TERCET_ONNX_PARAMETER_SINGLE, 0},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"Y", TERCET_ONNX_PARAMETER_SINGLE, 1},
    {"X", TERCET_ONNX_PARAMETER_SINGLE, 1},
};

static const tercet_onnx_attribute_schema attributes[] = {
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"decay_factor", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999974752427e-07, NULL},
    {"norm_coefficient", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.8999999761581421, NULL},
    {"beta", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.9990000128746033, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999974752427e-07, NULL},
    {"norm_coefficient", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"norm_coefficient_post", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"broadcast", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"broadcast", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"align_corners", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"keepdims", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"keepdims", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"select_last_index", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"is_causal", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"kv_num_heads", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"q_num_heads", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"qk_matmul_output_mode", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"scale", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"softcap", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"softmax_precision", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"is_causal", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"kv_num_heads", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"left_window_size", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"q_num_heads", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"qk_matmul_output_mode", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"right_window_size", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"scale", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"softcap", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"softmax_precision", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"count_include_pad", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"ceil_mode", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"count_include_pad", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"ceil_mode", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"count_include_pad", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"dilations", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"is_test", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"momentum", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.8999999761581421, NULL},
    {"spatial", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"is_test", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"momentum", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.8999999761581421, NULL},
    {"spatial", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"momentum", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.8999999761581421, NULL},
    {"spatial", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"momentum", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.8999999761581421, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"momentum", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.8999999761581421, NULL},
    {"training_mode", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"seed", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"threshold", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"to", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, true, 0, NULL},
    {"output_datatype", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"periodic", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"to", TERCET_ONNX_ATTRIBUTE_STRING, true, 0, NULL},
    {"saturate", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"to", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"round_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "up"},
    {"saturate", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"to", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"saturate", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"round_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "up"},
    {"saturate", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"cast_to", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "TO_FLOAT"},
    {"map_form", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "DENSE"},
    {"max_map", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"cats_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"cats_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"default_int64", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"default_string", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "_Unused"},
    {"activation", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "none"},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"axes", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"max", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"min", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"max", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 3.4028234663852886e+38, NULL},
    {"min", TERCET_ONNX_ATTRIBUTE_FLOAT, false, -3.4028234663852886e+38, NULL},
    {"dilations", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"new_axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"value", TERCET_ONNX_ATTRIBUTE_TENSOR, true, 0, NULL},
    {"sparse_value", TERCET_ONNX_ATTRIBUTE_SPARSE, false, 0, NULL},
    {"value", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"sparse_value", TERCET_ONNX_ATTRIBUTE_SPARSE, false, 0, NULL},
    {"value", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"value_float", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"value_floats", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"value_int", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"value_ints", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"value_string", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, NULL},
    {"value_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"value", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"dilations", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"group", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"dilations", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"group", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"output_padding", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"output_shape", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"exclusive", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"reverse", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"inverse", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"onesided", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"inverse", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"onesided", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"dilations", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"group", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"offset_group", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"blocksize", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"blocksize", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "DCR"},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"block_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"block_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"output_dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"int64_vocabulary", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"string_vocabulary", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"is_test", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"ratio", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.5, NULL},
    {"is_test", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"ratio", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.5, NULL},
    {"ratio", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.5, NULL},
    {"seed", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"equation", TERCET_ONNX_ATTRIBUTE_STRING, true, 0, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"k", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"inputdimensions", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "foward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"output_sequence", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"linear_before_reset", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"output_sequence", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"linear_before_reset", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"layout", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"linear_before_reset", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"batch_dims", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"approximate", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "none"},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"beta", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"broadcast", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"transA", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"transB", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"beta", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"transA", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"transB", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"p", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 2.0, NULL},
    {"p", TERCET_ONNX_ATTRIBUTE_INT, false, 2, NULL},
    {"xs", TERCET_ONNX_ATTRIBUTE_STRINGS, true, 0, NULL},
    {"y", TERCET_ONNX_ATTRIBUTE_STRING, true, 0, NULL},
    {"zs", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"align_corners", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "bilinear"},
    {"padding_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "zeros"},
    {"align_corners", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "linear"},
    {"padding_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "zeros"},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"num_groups", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"num_groups", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"stash_type", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.20000000298023224, NULL},
    {"beta", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.5, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.20000000298023224, NULL},
    {"beta", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.5, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"else_branch", TERCET_ONNX_ATTRIBUTE_GRAPH, true, 0, NULL},
    {"then_branch", TERCET_ONNX_ATTRIBUTE_GRAPH, true, 0, NULL},
    {"pixel_format", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "RGB"},
    {"imputed_value_floats", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"imputed_value_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"replaced_value_float", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"replaced_value_int64", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"detect_negative", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"detect_positive", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-05, NULL},
    {"beta", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.75, NULL},
    {"bias", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"size", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"input_forget", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"output_sequence", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"input_forget", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"input_forget", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"layout", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"classes_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"default_int64", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"default_string", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "_Unused"},
    {"default_float", TERCET_ONNX_ATTRIBUTE_FLOAT, false, -0.0, NULL},
    {"default_int64", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"default_string", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "_Unused"},
    {"keys_floats", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"keys_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"keys_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"values_floats", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"values_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"values_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"default_float", TERCET_ONNX_ATTRIBUTE_FLOAT, false, -0.0, NULL},
    {"default_int64", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"default_string", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "_Unused"},
    {"default_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"keys_floats", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"keys_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"keys_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"keys_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"values_floats", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"values_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"values_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"values_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"epsilon", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 9.999999747378752e-06, NULL},
    {"stash_type", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.009999999776482582, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.009999999776482582, NULL},
    {"chunk_size", TERCET_ONNX_ATTRIBUTE_INT, false, 64, NULL},
    {"kv_num_heads", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"q_num_heads", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"scale", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"update_rule", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "gated_delta"},
    {"classlabels_ints", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"classlabels_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"coefficients", TERCET_ONNX_ATTRIBUTE_FLOATS, true, 0, NULL},
    {"intercepts", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"multi_class", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"coefficients", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"intercepts", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"targets", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"body", TERCET_ONNX_ATTRIBUTE_GRAPH, true, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"p", TERCET_ONNX_ATTRIBUTE_INT, false, 2, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"p", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 2.0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"p", TERCET_ONNX_ATTRIBUTE_INT, false, 2, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"ceil_mode", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"dilations", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"p", TERCET_ONNX_ATTRIBUTE_INT, false, 2, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"storage_order", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"auto_pad", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NOTSET"},
    {"ceil_mode", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"dilations", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"storage_order", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"pooled_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"spatial_scale", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"kernel_shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"strides", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"output_datatype", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"fmod", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, true, 0, NULL},
    {"beta", TERCET_ONNX_ATTRIBUTE_FLOAT, true, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, true, 0, NULL},
    {"norm_coefficient", TERCET_ONNX_ATTRIBUTE_FLOAT, true, 0, NULL},
    {"dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 6, NULL},
    {"sample_size", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"seed", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"ignore_index", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"reduction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "mean"},
    {"center_point_box", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"norm", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "MAX"},
    {"cats_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"cats_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"zeros", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"type", TERCET_ONNX_ATTRIBUTE_TYPE, false, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "constant"},
    {"paddings", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"value", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "constant"},
    {"pads", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"value", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "constant"},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"saturate", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"block_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"output_dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"saturate", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"block_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"output_dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"precision", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"saturate", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"output_sequence", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"activation_alpha", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activation_beta", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"activations", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"clip", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"direction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "forward"},
    {"hidden_size", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"layout", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"mean", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"scale", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"seed", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"mean", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"scale", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"seed", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"high", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"low", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"seed", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"shape", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"high", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"low", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"seed", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0, NULL},
    {"stash_type", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"axes", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"keepdims", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"keepdims", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"noop_with_empty_axes", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"pattern", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"shape", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"allowzero", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "nearest"},
    {"coordinate_transformation_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "half_pixel"},
    {"cubic_coeff_a", TERCET_ONNX_ATTRIBUTE_FLOAT, false, -0.75, NULL},
    {"exclude_outside", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"extrapolation_value", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "nearest"},
    {"nearest_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "round_prefer_floor"},
    {"antialias", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"axes", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"coordinate_transformation_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "half_pixel"},
    {"cubic_coeff_a", TERCET_ONNX_ATTRIBUTE_FLOAT, false, -0.75, NULL},
    {"exclude_outside", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"extrapolation_value", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"keep_aspect_ratio_policy", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "stretch"},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "nearest"},
    {"nearest_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "round_prefer_floor"},
    {"batch_axis", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"time_axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "avg"},
    {"output_height", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"output_width", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"sampling_ratio", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"spatial_scale", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"coordinate_transformation_mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "half_pixel"},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "avg"},
    {"output_height", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"output_width", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"sampling_ratio", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"spatial_scale", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0, NULL},
    {"interleaved", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"num_heads", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"rotary_embedding_dim", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"onesided", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"classlabels_ints", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"classlabels_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"coefficients", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"kernel_params", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"kernel_type", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "LINEAR"},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"prob_a", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"prob_b", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"rho", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"support_vectors", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"vectors_per_class", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"coefficients", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"kernel_params", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"kernel_type", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "LINEAR"},
    {"n_supports", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"one_class", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"rho", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"support_vectors", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"offset", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"scale", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"body", TERCET_ONNX_ATTRIBUTE_GRAPH, true, 0, NULL},
    {"directions", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"num_scan_inputs", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"body", TERCET_ONNX_ATTRIBUTE_GRAPH, true, 0, NULL},
    {"num_scan_inputs", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"scan_input_axes", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"scan_input_directions", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"scan_output_axes", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"scan_output_directions", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"reduction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "none"},
    {"reduction", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "none"},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.673200011253357, NULL},
    {"consumed_inputs", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"gamma", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0506999492645264, NULL},
    {"alpha", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.6732631921768188, NULL},
    {"gamma", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 1.0507010221481323, NULL},
    {"dtype", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"end", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"start", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"bias", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.0, NULL},
    {"lambd", TERCET_ONNX_ATTRIBUTE_FLOAT, false, 0.5, NULL},
    {"axes", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"ends", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"starts", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"split", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"num_outputs", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"case_change_action", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"is_case_sensitive", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"locale", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, NULL},
    {"stopwords", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"delimiter", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, NULL},
    {"maxsplit", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, -2, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "linear"},
    {"max_gram_length", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"max_skip_count", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"min_gram_length", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, true, 0, NULL},
    {"ngram_counts", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"ngram_indexes", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"pool_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"pool_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"weights", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"k", TERCET_ONNX_ATTRIBUTE_INT, true, 0, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, -1, NULL},
    {"largest", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"sorted", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"perm", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"aggregate_function", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"leaf_targetids", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"leaf_weights", TERCET_ONNX_ATTRIBUTE_TENSOR, true, 0, NULL},
    {"membership_values", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"n_targets", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"nodes_falseleafs", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"nodes_falsenodeids", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"nodes_featureids", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"nodes_hitrates", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"nodes_missing_value_tracks_true", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_modes", TERCET_ONNX_ATTRIBUTE_TENSOR, true, 0, NULL},
    {"nodes_splits", TERCET_ONNX_ATTRIBUTE_TENSOR, true, 0, NULL},
    {"nodes_trueleafs", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"nodes_truenodeids", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"tree_roots", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"base_values", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"class_ids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"class_nodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"class_treeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"class_weights", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"classlabels_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"classlabels_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"nodes_falsenodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_featureids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_hitrates", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"nodes_missing_value_tracks_true", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_modes", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"nodes_nodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_treeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_truenodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_values", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"base_values", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"base_values_as_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"class_ids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"class_nodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"class_treeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"class_weights", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"class_weights_as_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"classlabels_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"classlabels_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"nodes_falsenodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_featureids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_hitrates", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"nodes_hitrates_as_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"nodes_missing_value_tracks_true", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_modes", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"nodes_nodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_treeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_truenodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_values", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"nodes_values_as_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"aggregate_function", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "SUM"},
    {"base_values", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"n_targets", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"nodes_falsenodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_featureids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_hitrates", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"nodes_missing_value_tracks_true", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_modes", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"nodes_nodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_treeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_truenodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_values", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"target_ids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"target_nodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"target_treeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"target_weights", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"aggregate_function", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "SUM"},
    {"base_values", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"base_values_as_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"n_targets", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"nodes_falsenodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_featureids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_hitrates", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"nodes_hitrates_as_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"nodes_missing_value_tracks_true", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_modes", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
    {"nodes_nodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_treeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_truenodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"nodes_values", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"nodes_values_as_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"post_transform", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "NONE"},
    {"target_ids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"target_nodeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"target_treeids", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"target_weights", TERCET_ONNX_ATTRIBUTE_FLOATS, false, 0, NULL},
    {"target_weights_as_tensor", TERCET_ONNX_ATTRIBUTE_TENSOR, false, 0, NULL},
    {"upper", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"axis", TERCET_ONNX_ATTRIBUTE_INT, false, 0, NULL},
    {"sorted", TERCET_ONNX_ATTRIBUTE_INT, false, 1, NULL},
    {"axes", TERCET_ONNX_ATTRIBUTE_INTS, true, 0, NULL},
    {"height_scale", TERCET_ONNX_ATTRIBUTE_FLOAT, true, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "nearest"},
    {"width_scale", TERCET_ONNX_ATTRIBUTE_FLOAT, true, 0, NULL},
    {"mode", TERCET_ONNX_ATTRIBUTE_STRING, false, 0, "nearest"},
    {"scales", TERCET_ONNX_ATTRIBUTE_FLOATS, true, 0, NULL},
    {"classlabels_int64s", TERCET_ONNX_ATTRIBUTE_INTS, false, 0, NULL},
    {"classlabels_strings", TERCET_ONNX_ATTRIBUTE_STRINGS, false, 0, NULL},
};

static const tercet_onnx_schema schemas[] = {
    /* Abs-1 (X:T) -> (Y:T) */
    {0, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Abs-6 (X:T) -> (Y:T) */
    {0, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 1, attributes + 0},
    /* Abs-13 (X:T) -> (Y:T) */
    {0, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 2, attributes + 0},
    /* Acos-7 (input:T) -> (output:T) */
    {1, 7, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Acos-22 (input:T) -> (output:T) */
    {1, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Acosh-9 (input:T) -> (output:T) */
    {2, 9, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Acosh-22 (input:T) -> (output:T) */
    {2, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Adagrad-1 (R:T1, T:T2, inputs:T3...) -> (outputs:T3...) */
    {3, 1, false, false, 3, 3, 1, 1, 3, 3, parameters + 4, parameters + 7, variables + 4, attributes + 1},
    /* Adam-1 (R:T1, T:T2, inputs:T3...) -> (outputs:T3...) */
    {4, 1, false, false, 3, 3, 1, 1, 3, 5, parameters + 4, parameters + 7, variables + 4, attributes + 4},
    /* Add-1 (A:T, B:T) -> (C:T) */
    {5, 1, false, false, 2, 2, 1, 1, 1, 3, parameters + 8, parameters + 10, variables + 0, attributes + 9},
    /* Add-6 (A:T, B:T) -> (C:T) */
    {5, 6, false, false, 2, 2, 1, 1, 1, 2, parameters + 8, parameters + 10, variables + 7, attributes + 12},
    /* Add-7 (A:T, B:T) -> (C:T) */
    {5, 7, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 7, attributes + 0},
    /* Add-13 (A:T, B:T) -> (C:T) */
    {5, 13, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 8, attributes + 0},
    /* Add-14 (A:T, B:T) -> (C:T) */
    {5, 14, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 2, attributes + 0},
    /* AffineGrid-20 (theta:T1, size:T2) -> (grid:T1) */
    {6, 20, false, false, 2, 2, 1, 1, 2, 1, parameters + 11, parameters + 13, variables + 9, attributes + 14},
    /* And-1 (A:T, B:T) -> (C:T1) */
    {7, 1, false, false, 2, 2, 1, 1, 2, 2, parameters + 8, parameters + 14, variables + 11, attributes + 12},
    /* And-7 (A:T, B:T) -> (C:T1) */
    {7, 7, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 11, attributes + 0},
    /* ArgMax-1 (data:T) -> (reduced:tensor(int64)) */
    {8, 1, false, false, 1, 1, 1, 1, 2, 2, parameters + 15, parameters + 16, variables + 13, attributes + 15},
    /* ArgMax-12 (data:T) -> (reduced:tensor(int64)) */
    {8, 12, false, false, 1, 1, 1, 1, 2, 3, parameters + 15, parameters + 16, variables + 13, attributes + 17},
    /* ArgMax-13 (data:T) -> (reduced:tensor(int64)) */
    {8, 13, false, false, 1, 1, 1, 1, 2, 3, parameters + 15, parameters + 16, variables + 15, attributes + 17},
    /* ArgMin-1 (data:T) -> (reduced:tensor(int64)) */
    {9, 1, false, false, 1, 1, 1, 1, 2, 2, parameters + 15, parameters + 16, variables + 13, attributes + 15},
    /* ArgMin-12 (data:T) -> (reduced:tensor(int64)) */
    {9, 12, false, false, 1, 1, 1, 1, 2, 3, parameters + 15, parameters + 16, variables + 13, attributes + 17},
    /* ArgMin-13 (data:T) -> (reduced:tensor(int64)) */
    {9, 13, false, false, 1, 1, 1, 1, 2, 3, parameters + 15, parameters + 16, variables + 15, attributes + 17},
    /* ArrayFeatureExtractor-1 (X:T, Y:tensor(int64)) -> (Z:T) */
    {10, 1, false, false, 2, 2, 1, 1, 2, 0, parameters + 17, parameters + 19, variables + 17, attributes + 0},
    /* Asin-7 (input:T) -> (output:T) */
    {11, 7, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Asin-22 (input:T) -> (output:T) */
    {11, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Asinh-9 (input:T) -> (output:T) */
    {12, 9, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Asinh-22 (input:T) -> (output:T) */
    {12, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Atan-7 (input:T) -> (output:T) */
    {13, 7, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Atan-22 (input:T) -> (output:T) */
    {13, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Atanh-9 (input:T) -> (output:T) */
    {14, 9, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Atanh-22 (input:T) -> (output:T) */
    {14, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Attention-23 (Q:T1, K:T1, V:T2, attn_mask:U?, past_key:T1?, past_value:T2?) -> (Y:T1, present_key:T1?, present_value:T2?, qk_matmul_output:T1?) */
    {15, 23, false, false, 3, 6, 1, 4, 3, 7, parameters + 20, parameters + 26, variables + 19, attributes + 20},
    /* Attention-24 (Q:T1, K:T1, V:T2, attn_mask:U?, past_key:T1?, past_value:T2?, nonpad_kv_seqlen:tensor(int64)?) -> (Y:T1, present_key:T1?, present_value:T2?, qk_matmul_output:T1?) */
    {15, 24, false, true, 3, 7, 1, 4, 4, 7, parameters + 30, parameters + 26, variables + 22, attributes + 20},
    /* Attention-25 (Q:T1, K:T1, V:T2, attn_mask:U?, past_key:T1?, past_value:T2?, nonpad_kv_seqlen:tensor(int64)?) -> (Y:T1, present_key:T1?, present_value:T2?, qk_matmul_output:T1?) */
    {15, 25, false, true, 3, 7, 1, 4, 4, 9, parameters + 30, parameters + 26, variables + 22, attributes + 27},
    /* AveragePool-1 (X:T) -> (Y:T) */
    {16, 1, false, false, 1, 1, 1, 1, 1, 4, parameters + 0, parameters + 1, variables + 0, attributes + 36},
    /* AveragePool-7 (X:T) -> (Y:T) */
    {16, 7, false, false, 1, 1, 1, 1, 1, 5, parameters + 0, parameters + 1, variables + 0, attributes + 40},
    /* AveragePool-10 (X:T) -> (Y:T) */
    {16, 10, false, false, 1, 1, 1, 1, 1, 6, parameters + 0, parameters + 1, variables + 0, attributes + 45},
    /* AveragePool-19 (X:T) -> (Y:T) */
    {16, 19, false, false, 1, 1, 1, 1, 1, 7, parameters + 0, parameters + 1, variables + 0, attributes + 51},
    /* AveragePool-22 (X:T) -> (Y:T) */
    {16, 22, false, false, 1, 1, 1, 1, 1, 7, parameters + 0, parameters + 1, variables + 3, attributes + 51},
    /* BatchNormalization-1 (X:T, scale:T, B:T, mean:T, var:T) -> (Y:T, mean:T?, var:T?, saved_mean:T?, saved_var:T?) */
    {17, 1, false, false, 5, 5, 1, 5, 1, 5, parameters + 37, parameters + 42, variables + 0, attributes + 58},
    /* BatchNormalization-6 (X:T, scale:T, B:T, mean:T, var:T) -> (Y:T, mean:T?, var:T?, saved_mean:T?, saved_var:T?) */
    {17, 6, false, false, 5, 5, 1, 5, 1, 4, parameters + 37, parameters + 42, variables + 0, attributes + 63},
    /* BatchNormalization-7 (X:T, scale:T, B:T, mean:T, var:T) -> (Y:T, mean:T?, var:T?, saved_mean:T?, saved_var:T?) */
    {17, 7, false, false, 5, 5, 1, 5, 1, 3, parameters + 37, parameters + 42, variables + 0, attributes + 67},
    /* BatchNormalization-9 (X:T, scale:T, B:T, mean:T, var:T) -> (Y:T, mean:T?, var:T?, saved_mean:T?, saved_var:T?) */
    {17, 9, false, false, 5, 5, 1, 5, 1, 2, parameters + 37, parameters + 42, variables + 0, attributes + 70},
    /* BatchNormalization-14 (X:T, scale:T, B:T, input_mean:U, input_var:U) -> (Y:T, running_mean:U?, running_var:U?) */
    {17, 14, false, false, 5, 5, 1, 3, 2, 3, parameters + 47, parameters + 52, variables + 26, attributes + 72},
    /* BatchNormalization-15 (X:T, scale:T1, B:T1, input_mean:T2, input_var:T2) -> (Y:T, running_mean:T2?, running_var:T2?) */
    {17, 15, false, false, 5, 5, 1, 3, 3, 3, parameters + 55, parameters + 60, variables + 28, attributes + 72},
    /* Bernoulli-15 (input:T1) -> (output:T2) */
    {18, 15, false, false, 1, 1, 1, 1, 2, 2, parameters + 2, parameters + 63, variables + 31, attributes + 75},
    /* Bernoulli-22 (input:T1) -> (output:T2) */
    {18, 22, false, false, 1, 1, 1, 1, 2, 2, parameters + 2, parameters + 63, variables + 33, attributes + 75},
    /* Binarizer-1 (X:T) -> (Y:T) */
    {19, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 35, attributes + 77},
    /* BitCast-26 (input:T1) -> (output:T2) */
    {20, 26, false, true, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 36, attributes + 78},
    /* BitShift-11 (X:T, Y:T) -> (Z:T) */
    {21, 11, false, false, 2, 2, 1, 1, 1, 1, parameters + 64, parameters + 19, variables + 38, attributes + 79},
    /* BitShift-28 (X:T, Y:T) -> (Z:T) */
    {21, 28, false, false, 2, 2, 1, 1, 1, 1, parameters + 64, parameters + 19, variables + 39, attributes + 79},
    /* BitwiseAnd-18 (A:T, B:T) -> (C:T) */
    {22, 18, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 39, attributes + 0},
    /* BitwiseNot-18 (X:T) -> (Y:T) */
    {23, 18, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 39, attributes + 0},
    /* BitwiseOr-18 (A:T, B:T) -> (C:T) */
    {24, 18, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 39, attributes + 0},
    /* BitwiseXor-18 (A:T, B:T) -> (C:T) */
    {25, 18, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 39, attributes + 0},
    /* BlackmanWindow-17 (size:T1) -> (output:T2) */
    {26, 17, false, false, 1, 1, 1, 1, 2, 2, parameters + 66, parameters + 63, variables + 40, attributes + 80},
    /* Cast-1 (input:T1) -> (output:T2) */
    {27, 1, false, false, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 42, attributes + 82},
    /* Cast-6 (input:T1) -> (output:T2) */
    {27, 6, false, false, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 42, attributes + 78},
    /* Cast-9 (input:T1) -> (output:T2) */
    {27, 9, false, false, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 44, attributes + 78},
    /* Cast-13 (input:T1) -> (output:T2) */
    {27, 13, false, false, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 46, attributes + 78},
    /* Cast-19 (input:T1) -> (output:T2) */
    {27, 19, false, false, 1, 1, 1, 1, 2, 2, parameters + 2, parameters + 63, variables + 48, attributes + 83},
    /* Cast-21 (input:T1) -> (output:T2) */
    {27, 21, false, false, 1, 1, 1, 1, 2, 2, parameters + 2, parameters + 63, variables + 50, attributes + 83},
    /* Cast-23 (input:T1) -> (output:T2) */
    {27, 23, false, false, 1, 1, 1, 1, 2, 2, parameters + 2, parameters + 63, variables + 52, attributes + 83},
    /* Cast-24 (input:T1) -> (output:T2) */
    {27, 24, false, false, 1, 1, 1, 1, 2, 3, parameters + 2, parameters + 63, variables + 52, attributes + 85},
    /* CastLike-15 (input:T1, target_type:T2) -> (output:T2) */
    {28, 15, false, false, 2, 2, 1, 1, 2, 0, parameters + 67, parameters + 63, variables + 46, attributes + 0},
    /* CastLike-19 (input:T1, target_type:T2) -> (output:T2) */
    {28, 19, false, false, 2, 2, 1, 1, 2, 1, parameters + 67, parameters + 63, variables + 48, attributes + 88},
    /* CastLike-21 (input:T1, target_type:T2) -> (output:T2) */
    {28, 21, false, false, 2, 2, 1, 1, 2, 1, parameters + 67, parameters + 63, variables + 50, attributes + 88},
    /* CastLike-23 (input:T1, target_type:T2) -> (output:T2) */
    {28, 23, false, false, 2, 2, 1, 1, 2, 1, parameters + 67, parameters + 63, variables + 52, attributes + 88},
    /* CastLike-24 (input:T1, target_type:T2) -> (output:T2) */
    {28, 24, false, false, 2, 2, 1, 1, 2, 2, parameters + 67, parameters + 63, variables + 52, attributes + 89},
    /* CastMap-1 (X:T1) -> (Y:T2) */
    {29, 1, false, false, 1, 1, 1, 1, 2, 3, parameters + 0, parameters + 69, variables + 54, attributes + 91},
    /* CategoryMapper-1 (X:T1) -> (Y:T2) */
    {30, 1, false, false, 1, 1, 1, 1, 2, 4, parameters + 0, parameters + 69, variables + 56, attributes + 94},
    /* CausalConvWithState-27 (input:T, weight:T, bias:T?, past_state:T?) -> (output:T, present_state:T) */
    {31, 27, false, true, 2, 4, 2, 2, 1, 1, parameters + 70, parameters + 74, variables + 58, attributes + 98},
    /* Ceil-1 (X:T) -> (Y:T) */
    {32, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Ceil-6 (X:T) -> (Y:T) */
    {32, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Ceil-13 (X:T) -> (Y:T) */
    {32, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* Celu-12 (X:T) -> (Y:T) */
    {33, 12, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 59, attributes + 99},
    /* Celu-28 (X:T) -> (Y:T) */
    {33, 28, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 3, attributes + 99},
    /* CenterCropPad-18 (input_data:T, shape:Tind) -> (output_data:T) */
    {34, 18, false, false, 2, 2, 1, 1, 2, 1, parameters + 76, parameters + 78, variables + 60, attributes + 100},
    /* Clip-1 (input:T) -> (output:T) */
    {35, 1, false, false, 1, 1, 1, 1, 1, 3, parameters + 2, parameters + 3, variables + 0, attributes + 101},
    /* Clip-6 (input:T) -> (output:T) */
    {35, 6, false, false, 1, 1, 1, 1, 1, 2, parameters + 2, parameters + 3, variables + 0, attributes + 104},
    /* Clip-11 (input:T, min:T?, max:T?) -> (output:T) */
    {35, 11, false, false, 1, 3, 1, 1, 1, 0, parameters + 79, parameters + 3, variables + 0, attributes + 0},
    /* Clip-12 (input:T, min:T?, max:T?) -> (output:T) */
    {35, 12, false, false, 1, 3, 1, 1, 1, 0, parameters + 79, parameters + 3, variables + 1, attributes + 0},
    /* Clip-13 (input:T, min:T?, max:T?) -> (output:T) */
    {35, 13, false, false, 1, 3, 1, 1, 1, 0, parameters + 79, parameters + 3, variables + 2, attributes + 0},
    /* Col2Im-18 (input:T, image_shape:tensor(int64), block_shape:tensor(int64)) -> (output:T) */
    {36, 18, false, false, 3, 3, 1, 1, 2, 3, parameters + 82, parameters + 3, variables + 62, attributes + 106},
    /* Compress-9 (input:T, condition:T1) -> (output:T) */
    {37, 9, false, false, 2, 2, 1, 1, 2, 1, parameters + 85, parameters + 3, variables + 64, attributes + 109},
    /* Compress-28 (input:T, condition:T1) -> (output:T) */
    {37, 28, false, false, 2, 2, 1, 1, 2, 1, parameters + 85, parameters + 3, variables + 66, attributes + 109},
    /* Concat-1 (inputs:T...) -> (concat_result:T) */
    {38, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 87, parameters + 88, variables + 0, attributes + 109},
    /* Concat-4 (inputs:T...) -> (concat_result:T) */
    {38, 4, false, false, 1, 1, 1, 1, 1, 1, parameters + 87, parameters + 88, variables + 68, attributes + 110},
    /* Concat-13 (inputs:T...) -> (concat_result:T) */
    {38, 13, false, false, 1, 1, 1, 1, 1, 1, parameters + 87, parameters + 88, variables + 69, attributes + 110},
    /* ConcatFromSequence-11 (input_sequence:S) -> (concat_result:T) */
    {39, 11, false, false, 1, 1, 1, 1, 2, 2, parameters + 89, parameters + 90, variables + 70, attributes + 111},
    /* Constant-1 () -> (output:T) */
    {40, 1, false, false, 0, 0, 1, 1, 1, 1, parameters + 0, parameters + 3, variables + 0, attributes + 113},
    /* Constant-9 () -> (output:T) */
    {40, 9, false, false, 0, 0, 1, 1, 1, 1, parameters + 0, parameters + 3, variables + 68, attributes + 113},
    /* Constant-11 () -> (output:T) */
    {40, 11, false, false, 0, 0, 1, 1, 1, 2, parameters + 0, parameters + 3, variables + 68, attributes + 114},
    /* Constant-12 () -> (output:T) */
    {40, 12, false, false, 0, 0, 1, 1, 1, 8, parameters + 0, parameters + 3, variables + 68, attributes + 116},
    /* Constant-13 () -> (output:T) */
    {40, 13, false, false, 0, 0, 1, 1, 1, 8, parameters + 0, parameters + 3, variables + 69, attributes + 116},
    /* Constant-19 () -> (output:T) */
    {40, 19, false, false, 0, 0, 1, 1, 1, 8, parameters + 0, parameters + 3, variables + 72, attributes + 116},
    /* Constant-21 () -> (output:T) */
    {40, 21, false, false, 0, 0, 1, 1, 1, 8, parameters + 0, parameters + 3, variables + 73, attributes + 116},
    /* Constant-23 () -> (output:T) */
    {40, 23, false, false, 0, 0, 1, 1, 1, 8, parameters + 0, parameters + 3, variables + 74, attributes + 116},
    /* ConstantOfShape-9 (input:T1) -> (output:T2) */
    {41, 9, false, false, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 75, attributes + 124},
    /* ConstantOfShape-20 (input:T1) -> (output:T2) */
    {41, 20, false, false, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 77, attributes + 124},
    /* ConstantOfShape-21 (input:T1) -> (output:T2) */
    {41, 21, false, false, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 79, attributes + 124},
    /* ConstantOfShape-23 (input:T1) -> (output:T2) */
    {41, 23, false, false, 1, 1, 1, 1, 2, 1, parameters + 2, parameters + 63, variables + 81, attributes + 124},
    /* Conv-1 (X:T, W:T, B:T?) -> (Y:T) */
    {42, 1, false, false, 2, 3, 1, 1, 1, 6, parameters + 91, parameters + 1, variables + 0, attributes + 125},
    /* Conv-22 (X:T, W:T, B:T?) -> (Y:T) */
    {42, 22, false, false, 2, 3, 1, 1, 1, 6, parameters + 91, parameters + 1, variables + 3, attributes + 125},
    /* ConvInteger-10 (x:T1, w:T2, x_zero_point:T1?, w_zero_point:T2?) -> (y:T3) */
    {43, 10, false, false, 2, 4, 1, 1, 3, 6, parameters + 94, parameters + 98, variables + 83, attributes + 125},
    /* ConvTranspose-1 (X:T, W:T, B:T?) -> (Y:T) */
    {44, 1, false, false, 2, 3, 1, 1, 1, 8, parameters + 91, parameters + 1, variables + 0, attributes + 131},
    /* ConvTranspose-22 (X:T, W:T, B:T?) -> (Y:T) */
    {44, 22, false, false, 2, 3, 1, 1, 1, 8, parameters + 91, parameters + 1, variables + 3, attributes + 131},
    /* Cos-7 (input:T) -> (output:T) */
    {45, 7, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Cos-22 (input:T) -> (output:T) */
    {45, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Cosh-9 (input:T) -> (output:T) */
    {46, 9, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Cosh-22 (input:T) -> (output:T) */
    {46, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* CumProd-26 (x:T, axis:T2) -> (y:T) */
    {47, 26, false, true, 2, 2, 1, 1, 2, 2, parameters + 99, parameters + 101, variables + 86, attributes + 139},
    /* CumSum-11 (x:T, axis:T2) -> (y:T) */
    {48, 11, false, false, 2, 2, 1, 1, 2, 2, parameters + 99, parameters + 101, variables + 88, attributes + 139},
    /* CumSum-14 (x:T, axis:T2) -> (y:T) */
    {48, 14, false, false, 2, 2, 1, 1, 2, 2, parameters + 99, parameters + 101, variables + 86, attributes + 139},
    /* DFT-17 (input:T1, dft_length:T2?) -> (output:T1) */
    {49, 17, false, false, 1, 2, 1, 1, 2, 3, parameters + 102, parameters + 3, variables + 90, attributes + 141},
    /* DFT-20 (input:T1, dft_length:T2?, axis:tensor(int64)?) -> (output:T1) */
    {49, 20, false, false, 1, 3, 1, 1, 3, 2, parameters + 104, parameters + 3, variables + 92, attributes + 144},
    /* DeformConv-19 (X:T, W:T, offset:T, B:T?, mask:T?) -> (Y:T) */
    {50, 19, false, false, 3, 5, 1, 1, 1, 6, parameters + 107, parameters + 1, variables + 0, attributes + 146},
    /* DeformConv-22 (X:T, W:T, offset:T, B:T?, mask:T?) -> (Y:T) */
    {50, 22, false, false, 3, 5, 1, 1, 1, 6, parameters + 107, parameters + 1, variables + 3, attributes + 146},
    /* DepthToSpace-1 (input:T) -> (output:T) */
    {51, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 68, attributes + 152},
    /* DepthToSpace-11 (input:T) -> (output:T) */
    {51, 11, false, false, 1, 1, 1, 1, 1, 2, parameters + 2, parameters + 3, variables + 68, attributes + 153},
    /* DepthToSpace-13 (input:T) -> (output:T) */
    {51, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 2, parameters + 3, variables + 69, attributes + 153},
    /* DequantizeLinear-10 (x:T, x_scale:tensor(float), x_zero_point:T?) -> (y:tensor(float)) */
    {52, 10, false, false, 2, 3, 1, 1, 2, 0, parameters + 112, parameters + 115, variables + 95, attributes + 0},
    /* DequantizeLinear-13 (x:T, x_scale:tensor(float), x_zero_point:T?) -> (y:tensor(float)) */
    {52, 13, false, false, 2, 3, 1, 1, 2, 1, parameters + 112, parameters + 115, variables + 95, attributes + 155},
    /* DequantizeLinear-19 (x:T1, x_scale:T2, x_zero_point:T1?) -> (y:T2) */
    {52, 19, false, false, 2, 3, 1, 1, 2, 1, parameters + 112, parameters + 115, variables + 97, attributes + 155},
    /* DequantizeLinear-21 (x:T1, x_scale:T2, x_zero_point:T1?) -> (y:T2) */
    {52, 21, false, false, 2, 3, 1, 1, 2, 2, parameters + 112, parameters + 115, variables + 99, attributes + 156},
    /* DequantizeLinear-23 (x:T1, x_scale:T2, x_zero_point:T1?) -> (y:T3) */
    {52, 23, false, false, 2, 3, 1, 1, 3, 3, parameters + 112, parameters + 98, variables + 101, attributes + 158},
    /* Det-11 (X:T) -> (Y:T) */
    {53, 11, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Det-22 (X:T) -> (Y:T) */
    {53, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* DictVectorizer-1 (X:T1) -> (Y:T2) */
    {54, 1, false, false, 1, 1, 1, 1, 2, 2, parameters + 0, parameters + 69, variables + 104, attributes + 161},
    /* Div-1 (A:T, B:T) -> (C:T) */
    {55, 1, false, false, 2, 2, 1, 1, 1, 3, parameters + 8, parameters + 10, variables + 0, attributes + 9},
    /* Div-6 (A:T, B:T) -> (C:T) */
    {55, 6, false, false, 2, 2, 1, 1, 1, 2, parameters + 8, parameters + 10, variables + 7, attributes + 12},
    /* Div-7 (A:T, B:T) -> (C:T) */
    {55, 7, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 7, attributes + 0},
    /* Div-13 (A:T, B:T) -> (C:T) */
    {55, 13, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 8, attributes + 0},
    /* Div-14 (A:T, B:T) -> (C:T) */
    {55, 14, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 2, attributes + 0},
    /* Dropout-1 (data:T) -> (output:T, mask:T?) */
    {56, 1, false, false, 1, 1, 1, 2, 1, 3, parameters + 15, parameters + 116, variables + 0, attributes + 163},
    /* Dropout-6 (data:T) -> (output:T, mask:T?) */
    {56, 6, false, false, 1, 1, 1, 2, 1, 2, parameters + 15, parameters + 116, variables + 0, attributes + 166},
    /* Dropout-7 (data:T) -> (output:T, mask:T?) */
    {56, 7, false, false, 1, 1, 1, 2, 1, 1, parameters + 15, parameters + 116, variables + 0, attributes + 168},
    /* Dropout-10 (data:T) -> (output:T, mask:T1?) */
    {56, 10, false, false, 1, 1, 1, 2, 2, 1, parameters + 15, parameters + 118, variables + 106, attributes + 168},
    /* Dropout-12 (data:T, ratio:T1?, training_mode:T2?) -> (output:T, mask:T2?) */
    {56, 12, false, false, 1, 3, 1, 2, 3, 1, parameters + 120, parameters + 123, variables + 108, attributes + 169},
    /* Dropout-13 (data:T, ratio:T1?, training_mode:T2?) -> (output:T, mask:T2?) */
    {56, 13, false, false, 1, 3, 1, 2, 3, 1, parameters + 120, parameters + 123, variables + 111, attributes + 169},
    /* Dropout-22 (data:T, ratio:T1?, training_mode:T2?) -> (output:T, mask:T2?) */
    {56, 22, false, false, 1, 3, 1, 2, 3, 1, parameters + 120, parameters + 123, variables + 114, attributes + 169},
    /* DynamicQuantizeLinear-11 (x:T1) -> (y:T2, y_scale:tensor(float), y_zero_point:T2) */
    {57, 11, false, false, 1, 1, 3, 3, 3, 0, parameters + 125, parameters + 126, variables + 117, attributes + 0},
    /* Einsum-12 (Inputs:T...) -> (Output:T) */
    {58, 12, false, false, 1, 1, 1, 1, 1, 1, parameters + 129, parameters + 130, variables + 1, attributes + 170},
    /* Einsum-28 (Inputs:T...) -> (Output:T) */
    {58, 28, false, false, 1, 1, 1, 1, 1, 1, parameters + 129, parameters + 130, variables + 2, attributes + 170},
    /* Elu-1 (X:T) -> (Y:T) */
    {59, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 0, parameters + 1, variables + 0, attributes + 171},
    /* Elu-6 (X:T) -> (Y:T) */
    {59, 6, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 99},
    /* Elu-22 (X:T) -> (Y:T) */
    {59, 22, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 3, attributes + 99},
    /* Equal-1 (A:T, B:T) -> (C:T1) */
    {60, 1, false, false, 2, 2, 1, 1, 2, 2, parameters + 8, parameters + 14, variables + 120, attributes + 12},
    /* Equal-7 (A:T, B:T) -> (C:T1) */
    {60, 7, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 120, attributes + 0},
    /* Equal-11 (A:T, B:T) -> (C:T1) */
    {60, 11, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 122, attributes + 0},
    /* Equal-13 (A:T, B:T) -> (C:T1) */
    {60, 13, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 124, attributes + 0},
    /* Equal-19 (A:T, B:T) -> (C:T1) */
    {60, 19, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 126, attributes + 0},
    /* Erf-9 (input:T) -> (output:T) */
    {61, 9, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 1, attributes + 0},
    /* Erf-13 (input:T) -> (output:T) */
    {61, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Exp-1 (input:T) -> (output:T) */
    {62, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Exp-6 (input:T) -> (output:T) */
    {62, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Exp-13 (input:T) -> (output:T) */
    {62, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Expand-8 (input:T, shape:tensor(int64)) -> (output:T) */
    {63, 8, false, false, 2, 2, 1, 1, 2, 0, parameters + 131, parameters + 3, variables + 128, attributes + 0},
    /* Expand-13 (input:T, shape:tensor(int64)) -> (output:T) */
    {63, 13, false, false, 2, 2, 1, 1, 2, 0, parameters + 131, parameters + 3, variables + 62, attributes + 0},
    /* EyeLike-9 (input:T1) -> (output:T2) */
    {64, 9, false, false, 1, 1, 1, 1, 2, 2, parameters + 2, parameters + 63, variables + 42, attributes + 173},
    /* EyeLike-22 (input:T1) -> (output:T2) */
    {64, 22, false, false, 1, 1, 1, 1, 2, 2, parameters + 2, parameters + 63, variables + 130, attributes + 173},
    /* FeatureVectorizer-1 (X:T1...) -> (Y:tensor(float)) */
    {65, 1, false, false, 1, 1, 1, 1, 2, 1, parameters + 133, parameters + 69, variables + 132, attributes + 175},
    /* Flatten-1 (input:T) -> (output:T) */
    {66, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 0, attributes + 155},
    /* Flatten-9 (input:T) -> (output:T) */
    {66, 9, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 68, attributes + 155},
    /* Flatten-13 (input:T) -> (output:T) */
    {66, 13, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 69, attributes + 155},
    /* Flatten-21 (input:T) -> (output:T) */
    {66, 21, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 73, attributes + 155},
    /* Flatten-23 (input:T) -> (output:T) */
    {66, 23, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 74, attributes + 155},
    /* Floor-1 (X:T) -> (Y:T) */
    {67, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Floor-6 (X:T) -> (Y:T) */
    {67, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Floor-13 (X:T) -> (Y:T) */
    {67, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* GRU-1 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T) */
    {68, 1, false, false, 3, 6, 2, 2, 2, 7, parameters + 134, parameters + 140, variables + 134, attributes + 176},
    /* GRU-3 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T?) */
    {68, 3, false, false, 3, 6, 0, 2, 2, 8, parameters + 134, parameters + 142, variables + 134, attributes + 183},
    /* GRU-7 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T?) */
    {68, 7, false, false, 3, 6, 0, 2, 2, 7, parameters + 134, parameters + 142, variables + 134, attributes + 191},
    /* GRU-14 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T?) */
    {68, 14, false, false, 3, 6, 0, 2, 2, 8, parameters + 134, parameters + 142, variables + 134, attributes + 198},
    /* GRU-22 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T?) */
    {68, 22, false, false, 3, 6, 0, 2, 2, 8, parameters + 134, parameters + 142, variables + 136, attributes + 198},
    /* Gather-1 (data:T, indices:Tind) -> (output:T) */
    {69, 1, false, false, 2, 2, 1, 1, 2, 1, parameters + 144, parameters + 3, variables + 138, attributes + 109},
    /* Gather-13 (data:T, indices:Tind) -> (output:T) */
    {69, 13, false, false, 2, 2, 1, 1, 2, 1, parameters + 144, parameters + 3, variables + 60, attributes + 109},
    /* GatherElements-11 (data:T, indices:Tind) -> (output:T) */
    {70, 11, false, false, 2, 2, 1, 1, 2, 1, parameters + 144, parameters + 3, variables + 138, attributes + 109},
    /* GatherElements-13 (data:T, indices:Tind) -> (output:T) */
    {70, 13, false, false, 2, 2, 1, 1, 2, 1, parameters + 144, parameters + 3, variables + 60, attributes + 109},
    /* GatherND-11 (data:T, indices:tensor(int64)) -> (output:T) */
    {71, 11, false, false, 2, 2, 1, 1, 2, 0, parameters + 144, parameters + 3, variables + 128, attributes + 0},
    /* GatherND-12 (data:T, indices:tensor(int64)) -> (output:T) */
    {71, 12, false, false, 2, 2, 1, 1, 2, 1, parameters + 144, parameters + 3, variables + 128, attributes + 206},
    /* GatherND-13 (data:T, indices:tensor(int64)) -> (output:T) */
    {71, 13, false, false, 2, 2, 1, 1, 2, 1, parameters + 144, parameters + 3, variables + 62, attributes + 206},
    /* Gelu-20 (X:T) -> (Y:T) */
    {72, 20, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 3, attributes + 207},
    /* Gemm-1 (A:T, B:T, C:T) -> (Y:T) */
    {73, 1, false, false, 3, 3, 1, 1, 1, 5, parameters + 146, parameters + 1, variables + 0, attributes + 208},
    /* Gemm-7 (A:T, B:T, C:T) -> (Y:T) */
    {73, 7, false, false, 3, 3, 1, 1, 1, 4, parameters + 146, parameters + 1, variables + 0, attributes + 213},
    /* Gemm-9 (A:T, B:T, C:T) -> (Y:T) */
    {73, 9, false, false, 3, 3, 1, 1, 1, 4, parameters + 146, parameters + 1, variables + 7, attributes + 213},
    /* Gemm-11 (A:T, B:T, C:T?) -> (Y:T) */
    {73, 11, false, false, 2, 3, 1, 1, 1, 4, parameters + 149, parameters + 1, variables + 7, attributes + 213},
    /* Gemm-13 (A:T, B:T, C:T?) -> (Y:T) */
    {73, 13, false, false, 2, 3, 1, 1, 1, 4, parameters + 149, parameters + 1, variables + 8, attributes + 213},
    /* GlobalAveragePool-1 (X:T) -> (Y:T) */
    {74, 1, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* GlobalAveragePool-22 (X:T) -> (Y:T) */
    {74, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* GlobalLpPool-1 (X:T) -> (Y:T) */
    {75, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 217},
    /* GlobalLpPool-2 (X:T) -> (Y:T) */
    {75, 2, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 218},
    /* GlobalLpPool-22 (X:T) -> (Y:T) */
    {75, 22, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 3, attributes + 218},
    /* GlobalMaxPool-1 (X:T) -> (Y:T) */
    {76, 1, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* GlobalMaxPool-22 (X:T) -> (Y:T) */
    {76, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* Gradient-1 (Inputs:T1...) -> (Outputs:T2...) */
    {77, 1, false, false, 1, 1, 1, 1, 2, 3, parameters + 152, parameters + 153, variables + 140, attributes + 219},
    /* Greater-1 (A:T, B:T) -> (C:T1) */
    {78, 1, false, false, 2, 2, 1, 1, 2, 2, parameters + 8, parameters + 14, variables + 106, attributes + 12},
    /* Greater-7 (A:T, B:T) -> (C:T1) */
    {78, 7, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 106, attributes + 0},
    /* Greater-9 (A:T, B:T) -> (C:T1) */
    {78, 9, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 142, attributes + 0},
    /* Greater-13 (A:T, B:T) -> (C:T1) */
    {78, 13, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 144, attributes + 0},
    /* GreaterOrEqual-12 (A:T, B:T) -> (C:T1) */
    {79, 12, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 142, attributes + 0},
    /* GreaterOrEqual-16 (A:T, B:T) -> (C:T1) */
    {79, 16, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 144, attributes + 0},
    /* GridSample-16 (X:T1, grid:T2) -> (Y:T1) */
    {80, 16, false, false, 2, 2, 1, 1, 2, 3, parameters + 154, parameters + 1, variables + 140, attributes + 222},
    /* GridSample-20 (X:T1, grid:T2) -> (Y:T1) */
    {80, 20, false, false, 2, 2, 1, 1, 2, 3, parameters + 154, parameters + 1, variables + 140, attributes + 225},
    /* GridSample-22 (X:T1, grid:T2) -> (Y:T1) */
    {80, 22, false, false, 2, 2, 1, 1, 2, 3, parameters + 154, parameters + 1, variables + 146, attributes + 225},
    /* GroupNormalization-18 (X:T, scale:T, bias:T) -> (Y:T) */
    {81, 18, true, false, 3, 3, 1, 1, 1, 2, parameters + 156, parameters + 1, variables + 3, attributes + 228},
    /* GroupNormalization-21 (X:T, scale:T, bias:T) -> (Y:T) */
    {81, 21, false, false, 3, 3, 1, 1, 1, 3, parameters + 156, parameters + 1, variables + 3, attributes + 230},
    /* HammingWindow-17 (size:T1) -> (output:T2) */
    {82, 17, false, false, 1, 1, 1, 1, 2, 2, parameters + 66, parameters + 63, variables + 40, attributes + 80},
    /* HannWindow-17 (size:T1) -> (output:T2) */
    {83, 17, false, false, 1, 1, 1, 1, 2, 2, parameters + 66, parameters + 63, variables + 40, attributes + 80},
    /* HardSigmoid-1 (X:T) -> (Y:T) */
    {84, 1, false, false, 1, 1, 1, 1, 1, 3, parameters + 0, parameters + 1, variables + 0, attributes + 233},
    /* HardSigmoid-6 (X:T) -> (Y:T) */
    {84, 6, false, false, 1, 1, 1, 1, 1, 2, parameters + 0, parameters + 1, variables + 0, attributes + 236},
    /* HardSigmoid-22 (X:T) -> (Y:T) */
    {84, 22, false, false, 1, 1, 1, 1, 1, 2, parameters + 0, parameters + 1, variables + 3, attributes + 236},
    /* HardSwish-14 (X:T) -> (Y:T) */
    {85, 14, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* HardSwish-22 (X:T) -> (Y:T) */
    {85, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* Hardmax-1 (input:T) -> (output:T) */
    {86, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 0, attributes + 155},
    /* Hardmax-13 (input:T) -> (output:T) */
    {86, 13, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 3, attributes + 238},
    /* Identity-1 (input:T) -> (output:T) */
    {87, 1, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 68, attributes + 0},
    /* Identity-13 (input:T) -> (output:T) */
    {87, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 69, attributes + 0},
    /* Identity-14 (input:V) -> (output:V) */
    {87, 14, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 148, attributes + 0},
    /* Identity-16 (input:V) -> (output:V) */
    {87, 16, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 149, attributes + 0},
    /* Identity-19 (input:V) -> (output:V) */
    {87, 19, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 150, attributes + 0},
    /* Identity-21 (input:V) -> (output:V) */
    {87, 21, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 151, attributes + 0},
    /* Identity-23 (input:V) -> (output:V) */
    {87, 23, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 152, attributes + 0},
    /* If-1 (cond:B) -> (outputs:V...) */
    {88, 1, false, false, 1, 1, 1, 1, 2, 2, parameters + 159, parameters + 160, variables + 153, attributes + 239},
    /* If-13 (cond:B) -> (outputs:V...) */
    {88, 13, false, false, 1, 1, 1, 1, 2, 2, parameters + 159, parameters + 160, variables + 155, attributes + 239},
    /* If-16 (cond:B) -> (outputs:V...) */
    {88, 16, false, false, 1, 1, 1, 1, 2, 2, parameters + 159, parameters + 160, variables + 157, attributes + 239},
    /* If-19 (cond:B) -> (outputs:V...) */
    {88, 19, false, false, 1, 1, 1, 1, 2, 2, parameters + 159, parameters + 160, variables + 159, attributes + 239},
    /* If-21 (cond:B) -> (outputs:V...) */
    {88, 21, false, false, 1, 1, 1, 1, 2, 2, parameters + 159, parameters + 160, variables + 161, attributes + 239},
    /* If-23 (cond:B) -> (outputs:V...) */
    {88, 23, false, false, 1, 1, 1, 1, 2, 2, parameters + 159, parameters + 160, variables + 163, attributes + 239},
    /* ImageDecoder-20 (encoded_stream:T1) -> (image:T2) */
    {89, 20, false, false, 1, 1, 1, 1, 2, 1, parameters + 161, parameters + 162, variables + 165, attributes + 241},
    /* Imputer-1 (X:T) -> (Y:T) */
    {90, 1, false, false, 1, 1, 1, 1, 1, 4, parameters + 0, parameters + 1, variables + 35, attributes + 242},
    /* InstanceNormalization-1 (input:T, scale:T, B:T) -> (output:T) */
    {91, 1, false, false, 3, 3, 1, 1, 1, 2, parameters + 163, parameters + 3, variables + 0, attributes + 246},
    /* InstanceNormalization-6 (input:T, scale:T, B:T) -> (output:T) */
    {91, 6, false, false, 3, 3, 1, 1, 1, 1, parameters + 163, parameters + 3, variables + 0, attributes + 248},
    /* InstanceNormalization-22 (input:T, scale:T, B:T) -> (output:T) */
    {91, 22, false, false, 3, 3, 1, 1, 1, 1, parameters + 163, parameters + 3, variables + 3, attributes + 248},
    /* IsInf-10 (X:T1) -> (Y:T2) */
    {92, 10, false, false, 1, 1, 1, 1, 2, 2, parameters + 0, parameters + 69, variables + 167, attributes + 249},
    /* IsInf-20 (X:T1) -> (Y:T2) */
    {92, 20, false, false, 1, 1, 1, 1, 2, 2, parameters + 0, parameters + 69, variables + 169, attributes + 249},
    /* IsNaN-9 (X:T1) -> (Y:T2) */
    {93, 9, false, false, 1, 1, 1, 1, 2, 0, parameters + 0, parameters + 69, variables + 171, attributes + 0},
    /* IsNaN-13 (X:T1) -> (Y:T2) */
    {93, 13, false, false, 1, 1, 1, 1, 2, 0, parameters + 0, parameters + 69, variables + 173, attributes + 0},
    /* IsNaN-20 (X:T1) -> (Y:T2) */
    {93, 20, false, false, 1, 1, 1, 1, 2, 0, parameters + 0, parameters + 69, variables + 169, attributes + 0},
    /* LRN-1 (X:T) -> (Y:T) */
    {94, 1, false, false, 1, 1, 1, 1, 1, 4, parameters + 0, parameters + 1, variables + 0, attributes + 251},
    /* LRN-13 (X:T) -> (Y:T) */
    {94, 13, false, false, 1, 1, 1, 1, 1, 4, parameters + 0, parameters + 1, variables + 3, attributes + 251},
    /* LSTM-1 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?, initial_c:T?, P:T?) -> (Y:T?, Y_h:T?, Y_c:T?) */
    {95, 1, false, false, 3, 8, 0, 3, 2, 8, parameters + 166, parameters + 174, variables + 134, attributes + 255},
    /* LSTM-7 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?, initial_c:T?, P:T?) -> (Y:T?, Y_h:T?, Y_c:T?) */
    {95, 7, false, false, 3, 8, 0, 3, 2, 7, parameters + 166, parameters + 174, variables + 134, attributes + 263},
    /* LSTM-14 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?, initial_c:T?, P:T?) -> (Y:T?, Y_h:T?, Y_c:T?) */
    {95, 14, false, false, 3, 8, 0, 3, 2, 8, parameters + 166, parameters + 174, variables + 134, attributes + 270},
    /* LSTM-22 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?, initial_c:T?, P:T?) -> (Y:T?, Y_h:T?, Y_c:T?) */
    {95, 22, false, false, 3, 8, 0, 3, 2, 8, parameters + 166, parameters + 174, variables + 136, attributes + 270},
    /* LabelEncoder-1 (X:T1) -> (Y:T2) */
    {96, 1, false, false, 1, 1, 1, 1, 2, 3, parameters + 0, parameters + 69, variables + 56, attributes + 278},
    /* LabelEncoder-2 (X:T1) -> (Y:T2) */
    {96, 2, false, false, 1, 1, 1, 1, 2, 9, parameters + 0, parameters + 69, variables + 175, attributes + 281},
    /* LabelEncoder-4 (X:T1) -> (Y:T2) */
    {96, 4, false, false, 1, 1, 1, 1, 2, 12, parameters + 0, parameters + 69, variables + 177, attributes + 290},
    /* LayerNormalization-17 (X:T, Scale:T, B:T?) -> (Y:T, Mean:U?, InvStdDev:U?) */
    {97, 17, false, false, 2, 3, 1, 3, 2, 3, parameters + 177, parameters + 180, variables + 179, attributes + 302},
    /* LeakyRelu-1 (X:T) -> (Y:T) */
    {98, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 0, parameters + 1, variables + 0, attributes + 305},
    /* LeakyRelu-6 (X:T) -> (Y:T) */
    {98, 6, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 307},
    /* LeakyRelu-16 (X:T) -> (Y:T) */
    {98, 16, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 3, attributes + 307},
    /* Less-1 (A:T, B:T) -> (C:T1) */
    {99, 1, false, false, 2, 2, 1, 1, 2, 2, parameters + 8, parameters + 14, variables + 106, attributes + 12},
    /* Less-7 (A:T, B:T) -> (C:T1) */
    {99, 7, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 106, attributes + 0},
    /* Less-9 (A:T, B:T) -> (C:T1) */
    {99, 9, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 142, attributes + 0},
    /* Less-13 (A:T, B:T) -> (C:T1) */
    {99, 13, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 144, attributes + 0},
    /* LessOrEqual-12 (A:T, B:T) -> (C:T1) */
    {100, 12, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 142, attributes + 0},
    /* LessOrEqual-16 (A:T, B:T) -> (C:T1) */
    {100, 16, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 144, attributes + 0},
    /* LinearAttention-27 (query:T, key:T, value:T, past_state:S?, decay:T?, beta:T?) -> (output:T, present_state:S) */
    {101, 27, false, true, 3, 6, 2, 2, 2, 5, parameters + 183, parameters + 189, variables + 181, attributes + 308},
    /* LinearClassifier-1 (X:T1) -> (Y:T2, Z:tensor(float)) */
    {102, 1, false, false, 1, 1, 2, 2, 3, 6, parameters + 0, parameters + 191, variables + 183, attributes + 313},
    /* LinearRegressor-1 (X:T) -> (Y:tensor(float)) */
    {103, 1, false, false, 1, 1, 1, 1, 2, 4, parameters + 0, parameters + 69, variables + 186, attributes + 319},
    /* Log-1 (input:T) -> (output:T) */
    {104, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Log-6 (input:T) -> (output:T) */
    {104, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Log-13 (input:T) -> (output:T) */
    {104, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* LogSoftmax-1 (input:T) -> (output:T) */
    {105, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 0, attributes + 155},
    /* LogSoftmax-13 (input:T) -> (output:T) */
    {105, 13, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 3, attributes + 238},
    /* Loop-1 (M:I?, cond:B?, v_initial:V...) -> (v_final_and_scan_outputs:V...) */
    {106, 1, false, false, 3, 3, 1, 1, 3, 1, parameters + 193, parameters + 196, variables + 188, attributes + 323},
    /* Loop-13 (M:I?, cond:B?, v_initial:V...) -> (v_final_and_scan_outputs:V...) */
    {106, 13, false, false, 2, 3, 1, 1, 3, 1, parameters + 193, parameters + 196, variables + 191, attributes + 323},
    /* Loop-16 (M:I?, cond:B?, v_initial:V...) -> (v_final_and_scan_outputs:V...) */
    {106, 16, false, false, 2, 3, 1, 1, 3, 1, parameters + 193, parameters + 196, variables + 194, attributes + 323},
    /* Loop-19 (M:I?, cond:B?, v_initial:V...) -> (v_final_and_scan_outputs:V...) */
    {106, 19, false, false, 2, 3, 1, 1, 3, 1, parameters + 193, parameters + 196, variables + 197, attributes + 323},
    /* Loop-21 (M:I?, cond:B?, v_initial:V...) -> (v_final_and_scan_outputs:V...) */
    {106, 21, false, false, 2, 3, 1, 1, 3, 1, parameters + 193, parameters + 196, variables + 200, attributes + 323},
    /* Loop-23 (M:I?, cond:B?, v_initial:V...) -> (v_final_and_scan_outputs:V...) */
    {106, 23, false, false, 2, 3, 1, 1, 3, 1, parameters + 193, parameters + 196, variables + 203, attributes + 323},
    /* LpNormalization-1 (input:T) -> (output:T) */
    {107, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 2, parameters + 3, variables + 0, attributes + 324},
    /* LpNormalization-22 (input:T) -> (output:T) */
    {107, 22, false, false, 1, 1, 1, 1, 1, 2, parameters + 2, parameters + 3, variables + 3, attributes + 324},
    /* LpPool-1 (X:T) -> (Y:T) */
    {108, 1, false, false, 1, 1, 1, 1, 1, 5, parameters + 0, parameters + 1, variables + 0, attributes + 326},
    /* LpPool-2 (X:T) -> (Y:T) */
    {108, 2, false, false, 1, 1, 1, 1, 1, 5, parameters + 0, parameters + 1, variables + 0, attributes + 331},
    /* LpPool-18 (X:T) -> (Y:T) */
    {108, 18, false, false, 1, 1, 1, 1, 1, 7, parameters + 0, parameters + 1, variables + 0, attributes + 336},
    /* LpPool-22 (X:T) -> (Y:T) */
    {108, 22, false, false, 1, 1, 1, 1, 1, 7, parameters + 0, parameters + 1, variables + 3, attributes + 336},
    /* MatMul-1 (A:T, B:T) -> (Y:T) */
    {109, 1, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 1, variables + 0, attributes + 0},
    /* MatMul-9 (A:T, B:T) -> (Y:T) */
    {109, 9, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 1, variables + 7, attributes + 0},
    /* MatMul-13 (A:T, B:T) -> (Y:T) */
    {109, 13, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 1, variables + 8, attributes + 0},
    /* MatMulInteger-10 (A:T1, B:T2, a_zero_point:T1?, b_zero_point:T2?) -> (Y:T3) */
    {110, 10, false, false, 2, 4, 1, 1, 3, 0, parameters + 197, parameters + 201, variables + 83, attributes + 0},
    /* Max-1 (data_0:T...) -> (max:T) */
    {111, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 202, parameters + 203, variables + 0, attributes + 0},
    /* Max-6 (data_0:T...) -> (max:T) */
    {111, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 203, variables + 0, attributes + 0},
    /* Max-12 (data_0:T...) -> (max:T) */
    {111, 12, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 203, variables + 1, attributes + 0},
    /* Max-13 (data_0:T...) -> (max:T) */
    {111, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 203, variables + 2, attributes + 0},
    /* MaxPool-1 (X:T) -> (Y:T) */
    {112, 1, false, false, 1, 1, 1, 1, 1, 4, parameters + 0, parameters + 1, variables + 0, attributes + 36},
    /* MaxPool-8 (X:T) -> (Y:T, Indices:I?) */
    {112, 8, false, false, 1, 1, 1, 2, 2, 5, parameters + 0, parameters + 204, variables + 206, attributes + 343},
    /* MaxPool-10 (X:T) -> (Y:T, Indices:I?) */
    {112, 10, false, false, 1, 1, 1, 2, 2, 7, parameters + 0, parameters + 204, variables + 206, attributes + 348},
    /* MaxPool-12 (X:T) -> (Y:T, Indices:I?) */
    {112, 12, false, false, 1, 1, 1, 2, 2, 7, parameters + 0, parameters + 204, variables + 208, attributes + 348},
    /* MaxPool-22 (X:T) -> (Y:T, Indices:I?) */
    {112, 22, false, false, 1, 1, 1, 2, 2, 7, parameters + 0, parameters + 204, variables + 210, attributes + 348},
    /* MaxRoiPool-1 (X:T, rois:T) -> (Y:T) */
    {113, 1, false, false, 2, 2, 1, 1, 1, 2, parameters + 206, parameters + 1, variables + 0, attributes + 355},
    /* MaxRoiPool-22 (X:T, rois:T) -> (Y:T) */
    {113, 22, false, false, 2, 2, 1, 1, 1, 2, parameters + 206, parameters + 1, variables + 3, attributes + 355},
    /* MaxUnpool-9 (X:T1, I:T2, output_shape:T2?) -> (output:T1) */
    {114, 9, false, false, 2, 3, 1, 1, 2, 3, parameters + 208, parameters + 3, variables + 212, attributes + 357},
    /* MaxUnpool-22 (X:T1, I:T2, output_shape:T2?) -> (output:T1) */
    {114, 22, false, false, 2, 3, 1, 1, 2, 3, parameters + 208, parameters + 3, variables + 9, attributes + 357},
    /* Mean-1 (data_0:T...) -> (mean:T) */
    {115, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 202, parameters + 211, variables + 0, attributes + 0},
    /* Mean-6 (data_0:T...) -> (mean:T) */
    {115, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 211, variables + 0, attributes + 0},
    /* Mean-13 (data_0:T...) -> (mean:T) */
    {115, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 211, variables + 3, attributes + 0},
    /* MeanVarianceNormalization-9 (X:T) -> (Y:T) */
    {116, 9, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 100},
    /* MeanVarianceNormalization-13 (X:T) -> (Y:T) */
    {116, 13, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 3, attributes + 100},
    /* MelWeightMatrix-17 (num_mel_bins:T1, dft_length:T1, sample_rate:T1, lower_edge_hertz:T2, upper_edge_hertz:T2) -> (output:T3) */
    {117, 17, false, false, 5, 5, 1, 1, 3, 1, parameters + 212, parameters + 217, variables + 214, attributes + 360},
    /* Min-1 (data_0:T...) -> (min:T) */
    {118, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 202, parameters + 218, variables + 0, attributes + 0},
    /* Min-6 (data_0:T...) -> (min:T) */
    {118, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 218, variables + 0, attributes + 0},
    /* Min-12 (data_0:T...) -> (min:T) */
    {118, 12, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 218, variables + 1, attributes + 0},
    /* Min-13 (data_0:T...) -> (min:T) */
    {118, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 218, variables + 2, attributes + 0},
    /* Mish-18 (X:T) -> (Y:T) */
    {119, 18, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Mish-22 (X:T) -> (Y:T) */
    {119, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* Mod-10 (A:T, B:T) -> (C:T) */
    {120, 10, false, false, 2, 2, 1, 1, 1, 1, parameters + 8, parameters + 10, variables + 1, attributes + 361},
    /* Mod-13 (A:T, B:T) -> (C:T) */
    {120, 13, false, false, 2, 2, 1, 1, 1, 1, parameters + 8, parameters + 10, variables + 2, attributes + 361},
    /* Momentum-1 (R:T1, T:T2, inputs:T3...) -> (outputs:T3...) */
    {121, 1, false, false, 3, 3, 1, 1, 3, 4, parameters + 4, parameters + 7, variables + 4, attributes + 362},
    /* Mul-1 (A:T, B:T) -> (C:T) */
    {122, 1, false, false, 2, 2, 1, 1, 1, 3, parameters + 8, parameters + 10, variables + 0, attributes + 9},
    /* Mul-6 (A:T, B:T) -> (C:T) */
    {122, 6, false, false, 2, 2, 1, 1, 1, 2, parameters + 8, parameters + 10, variables + 7, attributes + 12},
    /* Mul-7 (A:T, B:T) -> (C:T) */
    {122, 7, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 7, attributes + 0},
    /* Mul-13 (A:T, B:T) -> (C:T) */
    {122, 13, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 8, attributes + 0},
    /* Mul-14 (A:T, B:T) -> (C:T) */
    {122, 14, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 2, attributes + 0},
    /* Multinomial-7 (input:T1) -> (output:T2) */
    {123, 7, false, false, 1, 1, 1, 1, 2, 3, parameters + 2, parameters + 63, variables + 217, attributes + 366},
    /* Multinomial-22 (input:T1) -> (output:T2) */
    {123, 22, false, false, 1, 1, 1, 1, 2, 3, parameters + 2, parameters + 63, variables + 90, attributes + 366},
    /* Neg-1 (X:T) -> (Y:T) */
    {124, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Neg-6 (X:T) -> (Y:T) */
    {124, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 219, attributes + 0},
    /* Neg-13 (X:T) -> (Y:T) */
    {124, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 220, attributes + 0},
    /* NegativeLogLikelihoodLoss-12 (input:T, target:Tind, weight:T?) -> (loss:T) */
    {125, 12, false, false, 2, 3, 1, 1, 2, 2, parameters + 219, parameters + 222, variables + 221, attributes + 369},
    /* NegativeLogLikelihoodLoss-22 (input:T, target:Tind, weight:T?) -> (loss:T) */
    {125, 22, false, false, 2, 3, 1, 1, 2, 2, parameters + 219, parameters + 222, variables + 223, attributes + 369},
    /* NonMaxSuppression-10 (boxes:tensor(float), scores:tensor(float), max_output_boxes_per_class:tensor(int64)?, iou_threshold:tensor(float)?, score_threshold:tensor(float)?) -> (selected_indices:tensor(int64)) */
    {126, 10, false, false, 2, 5, 1, 1, 2, 1, parameters + 223, parameters + 228, variables + 225, attributes + 371},
    /* NonZero-9 (X:T) -> (Y:tensor(int64)) */
    {127, 9, false, false, 1, 1, 1, 1, 2, 0, parameters + 0, parameters + 69, variables + 128, attributes + 0},
    /* NonZero-13 (X:T) -> (Y:tensor(int64)) */
    {127, 13, false, false, 1, 1, 1, 1, 2, 0, parameters + 0, parameters + 69, variables + 62, attributes + 0},
    /* Normalizer-1 (X:T) -> (Y:tensor(float)) */
    {128, 1, false, false, 1, 1, 1, 1, 2, 1, parameters + 0, parameters + 69, variables + 186, attributes + 372},
    /* Not-1 (X:T) -> (Y:T) */
    {129, 1, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 227, attributes + 0},
    /* OneHot-9 (indices:T1, depth:T2, values:T3) -> (output:T3) */
    {130, 9, false, false, 3, 3, 1, 1, 3, 1, parameters + 229, parameters + 217, variables + 228, attributes + 238},
    /* OneHot-28 (indices:T1, depth:T2, values:T3) -> (output:T3) */
    {130, 28, false, false, 3, 3, 1, 1, 3, 1, parameters + 229, parameters + 217, variables + 231, attributes + 238},
    /* OneHotEncoder-1 (X:T) -> (Y:tensor(float)) */
    {131, 1, false, false, 1, 1, 1, 1, 2, 3, parameters + 0, parameters + 69, variables + 234, attributes + 373},
    /* Optional-15 (input:V?) -> (output:O) */
    {132, 15, false, false, 0, 1, 1, 1, 2, 1, parameters + 232, parameters + 63, variables + 236, attributes + 376},
    /* Optional-28 (input:V?) -> (output:O) */
    {132, 28, false, false, 0, 1, 1, 1, 2, 1, parameters + 232, parameters + 63, variables + 238, attributes + 376},
    /* OptionalGetElement-15 (input:O) -> (output:V) */
    {133, 15, false, false, 1, 1, 1, 1, 2, 0, parameters + 2, parameters + 63, variables + 240, attributes + 0},
    /* OptionalGetElement-18 (input:O) -> (output:V) */
    {133, 18, false, false, 1, 1, 1, 1, 2, 0, parameters + 2, parameters + 63, variables + 242, attributes + 0},
    /* OptionalGetElement-28 (input:O) -> (output:V) */
    {133, 28, false, false, 1, 1, 1, 1, 2, 0, parameters + 2, parameters + 63, variables + 244, attributes + 0},
    /* OptionalHasElement-15 (input:O) -> (output:B) */
    {134, 15, false, false, 1, 1, 1, 1, 2, 0, parameters + 2, parameters + 63, variables + 246, attributes + 0},
    /* OptionalHasElement-18 (input:O?) -> (output:B) */
    {134, 18, false, false, 0, 1, 1, 1, 2, 0, parameters + 232, parameters + 63, variables + 248, attributes + 0},
    /* OptionalHasElement-28 (input:O?) -> (output:B) */
    {134, 28, false, false, 0, 1, 1, 1, 2, 0, parameters + 232, parameters + 63, variables + 250, attributes + 0},
    /* Or-1 (A:T, B:T) -> (C:T1) */
    {135, 1, false, false, 2, 2, 1, 1, 2, 2, parameters + 8, parameters + 14, variables + 11, attributes + 12},
    /* Or-7 (A:T, B:T) -> (C:T1) */
    {135, 7, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 11, attributes + 0},
    /* PRelu-1 (X:T, slope:T) -> (Y:T) */
    {136, 1, false, false, 2, 2, 1, 1, 1, 1, parameters + 233, parameters + 1, variables + 0, attributes + 0},
    /* PRelu-6 (X:T, slope:T) -> (Y:T) */
    {136, 6, false, false, 2, 2, 1, 1, 1, 0, parameters + 233, parameters + 1, variables + 0, attributes + 0},
    /* PRelu-9 (X:T, slope:T) -> (Y:T) */
    {136, 9, false, false, 2, 2, 1, 1, 1, 0, parameters + 233, parameters + 1, variables + 7, attributes + 0},
    /* PRelu-16 (X:T, slope:T) -> (Y:T) */
    {136, 16, false, false, 2, 2, 1, 1, 1, 0, parameters + 233, parameters + 1, variables + 8, attributes + 0},
    /* Pad-1 (data:T) -> (output:T) */
    {137, 1, false, false, 1, 1, 1, 1, 1, 3, parameters + 15, parameters + 3, variables + 0, attributes + 377},
    /* Pad-2 (data:T) -> (output:T) */
    {137, 2, false, false, 1, 1, 1, 1, 1, 3, parameters + 15, parameters + 3, variables + 0, attributes + 380},
    /* Pad-11 (data:T, pads:tensor(int64), constant_value:T?) -> (output:T) */
    {137, 11, false, false, 2, 3, 1, 1, 2, 1, parameters + 235, parameters + 3, variables + 13, attributes + 383},
    /* Pad-13 (data:T, pads:tensor(int64), constant_value:T?) -> (output:T) */
    {137, 13, false, false, 2, 3, 1, 1, 2, 1, parameters + 235, parameters + 3, variables + 62, attributes + 383},
    /* Pad-18 (data:T, pads:tensor(int64), constant_value:T?, axes:Tind?) -> (output:T) */
    {137, 18, false, false, 2, 4, 1, 1, 3, 1, parameters + 238, parameters + 3, variables + 252, attributes + 383},
    /* Pad-21 (data:T, pads:tensor(int64), constant_value:T?, axes:Tind?) -> (output:T) */
    {137, 21, false, false, 2, 4, 1, 1, 3, 1, parameters + 238, parameters + 3, variables + 255, attributes + 383},
    /* Pad-23 (data:T, pads:tensor(int64), constant_value:T?, axes:Tind?) -> (output:T) */
    {137, 23, false, false, 2, 4, 1, 1, 3, 1, parameters + 238, parameters + 3, variables + 258, attributes + 383},
    /* Pow-1 (X:T, Y:T) -> (Z:T) */
    {138, 1, false, false, 2, 2, 1, 1, 1, 2, parameters + 64, parameters + 19, variables + 0, attributes + 12},
    /* Pow-7 (X:T, Y:T) -> (Z:T) */
    {138, 7, false, false, 2, 2, 1, 1, 1, 0, parameters + 64, parameters + 19, variables + 0, attributes + 0},
    /* Pow-12 (X:T, Y:T1) -> (Z:T) */
    {138, 12, false, false, 2, 2, 1, 1, 2, 0, parameters + 17, parameters + 19, variables + 261, attributes + 0},
    /* Pow-13 (X:T, Y:T1) -> (Z:T) */
    {138, 13, false, false, 2, 2, 1, 1, 2, 0, parameters + 17, parameters + 19, variables + 263, attributes + 0},
    /* Pow-15 (X:T, Y:T1) -> (Z:T) */
    {138, 15, false, false, 2, 2, 1, 1, 2, 0, parameters + 17, parameters + 19, variables + 265, attributes + 0},
    /* QLinearConv-10 (x:T1, x_scale:tensor(float), x_zero_point:T1, w:T2, w_scale:tensor(float), w_zero_point:T2, y_scale:tensor(float), y_zero_point:T3, B:T4?) -> (y:T3) */
    {139, 10, false, false, 8, 9, 1, 1, 5, 6, parameters + 242, parameters + 98, variables + 267, attributes + 125},
    /* QLinearMatMul-10 (a:T1, a_scale:tensor(float), a_zero_point:T1, b:T2, b_scale:tensor(float), b_zero_point:T2, y_scale:tensor(float), y_zero_point:T3) -> (y:T3) */
    {140, 10, false, false, 8, 8, 1, 1, 4, 0, parameters + 251, parameters + 98, variables + 272, attributes + 0},
    /* QLinearMatMul-21 (a:T1, a_scale:TS, a_zero_point:T1, b:T2, b_scale:TS, b_zero_point:T2, y_scale:TS, y_zero_point:T3) -> (y:T3) */
    {140, 21, false, false, 8, 8, 1, 1, 4, 0, parameters + 259, parameters + 267, variables + 276, attributes + 0},
    /* QuantizeLinear-10 (x:T1, y_scale:tensor(float), y_zero_point:T2?) -> (y:T2) */
    {141, 10, false, false, 2, 3, 1, 1, 3, 0, parameters + 268, parameters + 115, variables + 280, attributes + 0},
    /* QuantizeLinear-13 (x:T1, y_scale:tensor(float), y_zero_point:T2?) -> (y:T2) */
    {141, 13, false, false, 2, 3, 1, 1, 3, 1, parameters + 268, parameters + 115, variables + 280, attributes + 155},
    /* QuantizeLinear-19 (x:T1, y_scale:T1, y_zero_point:T2?) -> (y:T2) */
    {141, 19, false, false, 2, 3, 1, 1, 2, 2, parameters + 271, parameters + 115, variables + 283, attributes + 384},
    /* QuantizeLinear-21 (x:T1, y_scale:T1, y_zero_point:T2?) -> (y:T2) */
    {141, 21, false, false, 2, 3, 1, 1, 2, 4, parameters + 271, parameters + 115, variables + 285, attributes + 386},
    /* QuantizeLinear-23 (x:T1, y_scale:T2, y_zero_point:T3?) -> (y:T3) */
    {141, 23, false, false, 2, 3, 1, 1, 3, 5, parameters + 274, parameters + 98, variables + 287, attributes + 390},
    /* RMSNormalization-23 (X:T, scale:V) -> (Y:V) */
    {142, 23, false, false, 2, 2, 1, 1, 2, 3, parameters + 277, parameters + 69, variables + 290, attributes + 302},
    /* RNN-1 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T?) */
    {143, 1, false, false, 3, 6, 0, 2, 2, 7, parameters + 134, parameters + 142, variables + 134, attributes + 395},
    /* RNN-7 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T?) */
    {143, 7, false, false, 3, 6, 0, 2, 2, 6, parameters + 134, parameters + 142, variables + 134, attributes + 402},
    /* RNN-14 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T?) */
    {143, 14, false, false, 3, 6, 0, 2, 2, 7, parameters + 134, parameters + 142, variables + 134, attributes + 408},
    /* RNN-22 (X:T, W:T, R:T, B:T?, sequence_lens:T1?, initial_h:T?) -> (Y:T?, Y_h:T?) */
    {143, 22, false, false, 3, 6, 0, 2, 2, 7, parameters + 134, parameters + 142, variables + 136, attributes + 408},
    /* RandomNormal-1 () -> (output:T) */
    {144, 1, false, false, 0, 0, 1, 1, 1, 5, parameters + 0, parameters + 3, variables + 0, attributes + 415},
    /* RandomNormal-22 () -> (output:T) */
    {144, 22, false, false, 0, 0, 1, 1, 1, 5, parameters + 0, parameters + 3, variables + 3, attributes + 415},
    /* RandomNormalLike-1 (input:T1) -> (output:T2) */
    {145, 1, false, false, 1, 1, 1, 1, 2, 4, parameters + 2, parameters + 63, variables + 140, attributes + 420},
    /* RandomNormalLike-22 (input:T1) -> (output:T2) */
    {145, 22, false, false, 1, 1, 1, 1, 2, 4, parameters + 2, parameters + 63, variables + 146, attributes + 420},
    /* RandomUniform-1 () -> (output:T) */
    {146, 1, false, false, 0, 0, 1, 1, 1, 5, parameters + 0, parameters + 3, variables + 0, attributes + 424},
    /* RandomUniform-22 () -> (output:T) */
    {146, 22, false, false, 0, 0, 1, 1, 1, 5, parameters + 0, parameters + 3, variables + 3, attributes + 424},
    /* RandomUniformLike-1 (input:T1) -> (output:T2) */
    {147, 1, false, false, 1, 1, 1, 1, 2, 4, parameters + 2, parameters + 63, variables + 140, attributes + 429},
    /* RandomUniformLike-22 (input:T1) -> (output:T2) */
    {147, 22, false, false, 1, 1, 1, 1, 2, 4, parameters + 2, parameters + 63, variables + 146, attributes + 429},
    /* Range-11 (start:T, limit:T, delta:T) -> (output:T) */
    {148, 11, false, false, 3, 3, 1, 1, 1, 0, parameters + 279, parameters + 3, variables + 292, attributes + 0},
    /* Range-27 (start:T, limit:T, delta:T) -> (output:T) */
    {148, 27, false, true, 3, 3, 1, 1, 1, 1, parameters + 279, parameters + 3, variables + 293, attributes + 433},
    /* Reciprocal-1 (X:T) -> (Y:T) */
    {149, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Reciprocal-6 (X:T) -> (Y:T) */
    {149, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Reciprocal-13 (X:T) -> (Y:T) */
    {149, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* ReduceL1-1 (data:T) -> (reduced:T) */
    {150, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceL1-13 (data:T) -> (reduced:T) */
    {150, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 8, attributes + 434},
    /* ReduceL1-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {150, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 294, attributes + 436},
    /* ReduceL2-1 (data:T) -> (reduced:T) */
    {151, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceL2-13 (data:T) -> (reduced:T) */
    {151, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 8, attributes + 434},
    /* ReduceL2-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {151, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 294, attributes + 436},
    /* ReduceLogSum-1 (data:T) -> (reduced:T) */
    {152, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceLogSum-13 (data:T) -> (reduced:T) */
    {152, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 8, attributes + 434},
    /* ReduceLogSum-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {152, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 294, attributes + 436},
    /* ReduceLogSum-28 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {152, 28, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 296, attributes + 436},
    /* ReduceLogSumExp-1 (data:T) -> (reduced:T) */
    {153, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceLogSumExp-13 (data:T) -> (reduced:T) */
    {153, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 8, attributes + 434},
    /* ReduceLogSumExp-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {153, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 294, attributes + 436},
    /* ReduceLogSumExp-28 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {153, 28, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 296, attributes + 436},
    /* ReduceMax-1 (data:T) -> (reduced:T) */
    {154, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceMax-12 (data:T) -> (reduced:T) */
    {154, 12, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 298, attributes + 434},
    /* ReduceMax-13 (data:T) -> (reduced:T) */
    {154, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 299, attributes + 434},
    /* ReduceMax-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {154, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 300, attributes + 436},
    /* ReduceMax-20 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {154, 20, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 302, attributes + 436},
    /* ReduceMean-1 (data:T) -> (reduced:T) */
    {155, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceMean-13 (data:T) -> (reduced:T) */
    {155, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 8, attributes + 434},
    /* ReduceMean-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {155, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 294, attributes + 436},
    /* ReduceMin-1 (data:T) -> (reduced:T) */
    {156, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceMin-12 (data:T) -> (reduced:T) */
    {156, 12, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 298, attributes + 434},
    /* ReduceMin-13 (data:T) -> (reduced:T) */
    {156, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 299, attributes + 434},
    /* ReduceMin-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {156, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 300, attributes + 436},
    /* ReduceMin-20 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {156, 20, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 302, attributes + 436},
    /* ReduceProd-1 (data:T) -> (reduced:T) */
    {157, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceProd-13 (data:T) -> (reduced:T) */
    {157, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 8, attributes + 434},
    /* ReduceProd-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {157, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 294, attributes + 436},
    /* ReduceSum-1 (data:T) -> (reduced:T) */
    {158, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceSum-13 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {158, 13, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 294, attributes + 436},
    /* ReduceSumSquare-1 (data:T) -> (reduced:T) */
    {159, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 7, attributes + 434},
    /* ReduceSumSquare-13 (data:T) -> (reduced:T) */
    {159, 13, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 282, variables + 8, attributes + 434},
    /* ReduceSumSquare-18 (data:T, axes:tensor(int64)?) -> (reduced:T) */
    {159, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 283, parameters + 282, variables + 294, attributes + 436},
    /* RegexFullMatch-20 (X:T1) -> (Y:T2) */
    {160, 20, false, false, 1, 1, 1, 1, 2, 1, parameters + 0, parameters + 69, variables + 304, attributes + 438},
    /* Relu-1 (X:T) -> (Y:T) */
    {161, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Relu-6 (X:T) -> (Y:T) */
    {161, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Relu-13 (X:T) -> (Y:T) */
    {161, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* Relu-14 (X:T) -> (Y:T) */
    {161, 14, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 220, attributes + 0},
    /* Reshape-1 (data:T) -> (reshaped:T) */
    {162, 1, false, false, 1, 1, 1, 1, 1, 2, parameters + 15, parameters + 285, variables + 0, attributes + 439},
    /* Reshape-5 (data:T, shape:tensor(int64)) -> (reshaped:T) */
    {162, 5, false, false, 2, 2, 1, 1, 2, 0, parameters + 286, parameters + 285, variables + 128, attributes + 0},
    /* Reshape-13 (data:T, shape:tensor(int64)) -> (reshaped:T) */
    {162, 13, false, false, 2, 2, 1, 1, 2, 0, parameters + 286, parameters + 285, variables + 62, attributes + 0},
    /* Reshape-14 (data:T, shape:tensor(int64)) -> (reshaped:T) */
    {162, 14, false, false, 2, 2, 1, 1, 2, 1, parameters + 286, parameters + 285, variables + 62, attributes + 441},
    /* Reshape-19 (data:T, shape:tensor(int64)) -> (reshaped:T) */
    {162, 19, false, false, 2, 2, 1, 1, 2, 1, parameters + 286, parameters + 285, variables + 306, attributes + 441},
    /* Reshape-21 (data:T, shape:tensor(int64)) -> (reshaped:T) */
    {162, 21, false, false, 2, 2, 1, 1, 2, 1, parameters + 286, parameters + 285, variables + 308, attributes + 441},
    /* Reshape-23 (data:T, shape:tensor(int64)) -> (reshaped:T) */
    {162, 23, false, false, 2, 2, 1, 1, 2, 1, parameters + 286, parameters + 285, variables + 310, attributes + 441},
    /* Resize-10 (X:T, scales:tensor(float)) -> (Y:T) */
    {163, 10, false, false, 2, 2, 1, 1, 2, 1, parameters + 288, parameters + 1, variables + 312, attributes + 442},
    /* Resize-11 (X:T1, roi:T2, scales:tensor(float), sizes:tensor(int64)?) -> (Y:T1) */
    {163, 11, false, false, 3, 4, 1, 1, 4, 6, parameters + 290, parameters + 1, variables + 314, attributes + 443},
    /* Resize-13 (X:T1, roi:T2?, scales:tensor(float)?, sizes:tensor(int64)?) -> (Y:T1) */
    {163, 13, false, false, 1, 4, 1, 1, 4, 6, parameters + 294, parameters + 1, variables + 318, attributes + 443},
    /* Resize-18 (X:T1, roi:T2?, scales:tensor(float)?, sizes:tensor(int64)?) -> (Y:T1) */
    {163, 18, false, false, 1, 4, 1, 1, 4, 9, parameters + 294, parameters + 1, variables + 318, attributes + 449},
    /* ReverseSequence-10 (input:T, sequence_lens:tensor(int64)) -> (Y:T) */
    {164, 10, false, false, 2, 2, 1, 1, 2, 2, parameters + 298, parameters + 1, variables + 128, attributes + 458},
    /* ReverseSequence-28 (input:T, sequence_lens:tensor(int64)) -> (Y:T) */
    {164, 28, false, false, 2, 2, 1, 1, 2, 2, parameters + 298, parameters + 1, variables + 62, attributes + 458},
    /* RoiAlign-10 (X:T1, rois:T1, batch_indices:T2) -> (Y:T1) */
    {165, 10, false, false, 3, 3, 1, 1, 2, 5, parameters + 300, parameters + 1, variables + 212, attributes + 460},
    /* RoiAlign-16 (X:T1, rois:T1, batch_indices:T2) -> (Y:T1) */
    {165, 16, false, false, 3, 3, 1, 1, 2, 6, parameters + 300, parameters + 1, variables + 212, attributes + 465},
    /* RoiAlign-22 (X:T1, rois:T1, batch_indices:T2) -> (Y:T1) */
    {165, 22, false, false, 3, 3, 1, 1, 2, 6, parameters + 300, parameters + 1, variables + 9, attributes + 465},
    /* RotaryEmbedding-23 (X:T, cos_cache:T, sin_cache:T, position_ids:M?) -> (Y:T) */
    {166, 23, false, false, 3, 4, 1, 1, 2, 3, parameters + 303, parameters + 1, variables + 322, attributes + 471},
    /* Round-11 (X:T) -> (Y:T) */
    {167, 11, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Round-22 (X:T) -> (Y:T) */
    {167, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* STFT-17 (signal:T1, frame_step:T2, window:T1?, frame_length:T2?) -> (output:T1) */
    {168, 17, false, false, 2, 4, 1, 1, 2, 1, parameters + 307, parameters + 3, variables + 90, attributes + 474},
    /* SVMClassifier-1 (X:T1) -> (Y:T2, Z:tensor(float)) */
    {169, 1, false, false, 1, 1, 2, 2, 3, 11, parameters + 0, parameters + 191, variables + 183, attributes + 475},
    /* SVMRegressor-1 (X:T) -> (Y:tensor(float)) */
    {170, 1, false, false, 1, 1, 1, 1, 2, 8, parameters + 0, parameters + 69, variables + 186, attributes + 486},
    /* Scaler-1 (X:T) -> (Y:tensor(float)) */
    {171, 1, false, false, 1, 1, 1, 1, 2, 2, parameters + 0, parameters + 69, variables + 186, attributes + 494},
    /* Scan-8 (sequence_lens:I?, initial_state_and_scan_inputs:V...) -> (final_state_and_scan_outputs:V...) */
    {172, 8, false, false, 2, 2, 1, 1, 2, 3, parameters + 311, parameters + 313, variables + 324, attributes + 496},
    /* Scan-9 (initial_state_and_scan_inputs:V...) -> (final_state_and_scan_outputs:V...) */
    {172, 9, false, false, 1, 1, 1, 1, 1, 6, parameters + 314, parameters + 315, variables + 326, attributes + 499},
    /* Scan-16 (initial_state_and_scan_inputs:V...) -> (final_state_and_scan_outputs:V...) */
    {172, 16, false, false, 1, 1, 1, 1, 1, 6, parameters + 314, parameters + 315, variables + 327, attributes + 499},
    /* Scan-19 (initial_state_and_scan_inputs:V...) -> (final_state_and_scan_outputs:V...) */
    {172, 19, false, false, 1, 1, 1, 1, 1, 6, parameters + 314, parameters + 315, variables + 328, attributes + 499},
    /* Scan-21 (initial_state_and_scan_inputs:V...) -> (final_state_and_scan_outputs:V...) */
    {172, 21, false, false, 1, 1, 1, 1, 1, 6, parameters + 314, parameters + 315, variables + 329, attributes + 499},
    /* Scan-23 (initial_state_and_scan_inputs:V...) -> (final_state_and_scan_outputs:V...) */
    {172, 23, false, false, 1, 1, 1, 1, 1, 6, parameters + 314, parameters + 315, variables + 330, attributes + 499},
    /* Scatter-9 (data:T, indices:Tind, updates:T) -> (output:T) */
    {173, 9, false, false, 3, 3, 1, 1, 2, 1, parameters + 316, parameters + 3, variables + 138, attributes + 109},
    /* Scatter-11 (data:T, indices:Tind, updates:T) -> (output:T) */
    {173, 11, true, false, 3, 3, 1, 1, 2, 1, parameters + 316, parameters + 3, variables + 138, attributes + 109},
    /* ScatterElements-11 (data:T, indices:Tind, updates:T) -> (output:T) */
    {174, 11, false, false, 3, 3, 1, 1, 2, 1, parameters + 316, parameters + 3, variables + 138, attributes + 109},
    /* ScatterElements-13 (data:T, indices:Tind, updates:T) -> (output:T) */
    {174, 13, false, false, 3, 3, 1, 1, 2, 1, parameters + 316, parameters + 3, variables + 60, attributes + 109},
    /* ScatterElements-16 (data:T, indices:Tind, updates:T) -> (output:T) */
    {174, 16, false, false, 3, 3, 1, 1, 2, 2, parameters + 316, parameters + 3, variables + 60, attributes + 505},
    /* ScatterND-11 (data:T, indices:tensor(int64), updates:T) -> (output:T) */
    {175, 11, false, false, 3, 3, 1, 1, 2, 0, parameters + 316, parameters + 3, variables + 128, attributes + 0},
    /* ScatterND-13 (data:T, indices:tensor(int64), updates:T) -> (output:T) */
    {175, 13, false, false, 3, 3, 1, 1, 2, 0, parameters + 316, parameters + 3, variables + 62, attributes + 0},
    /* ScatterND-16 (data:T, indices:tensor(int64), updates:T) -> (output:T) */
    {175, 16, false, false, 3, 3, 1, 1, 2, 1, parameters + 316, parameters + 3, variables + 62, attributes + 507},
    /* Selu-1 (X:T) -> (Y:T) */
    {176, 1, false, false, 1, 1, 1, 1, 1, 3, parameters + 0, parameters + 1, variables + 0, attributes + 508},
    /* Selu-6 (X:T) -> (Y:T) */
    {176, 6, false, false, 1, 1, 1, 1, 1, 2, parameters + 0, parameters + 1, variables + 0, attributes + 511},
    /* Selu-22 (X:T) -> (Y:T) */
    {176, 22, false, false, 1, 1, 1, 1, 1, 2, parameters + 0, parameters + 1, variables + 3, attributes + 511},
    /* SequenceAt-11 (input_sequence:S, position:I) -> (tensor:T) */
    {177, 11, false, false, 2, 2, 1, 1, 3, 0, parameters + 319, parameters + 321, variables + 331, attributes + 0},
    /* SequenceConstruct-11 (inputs:T...) -> (output_sequence:S) */
    {178, 11, false, false, 1, 1, 1, 1, 2, 0, parameters + 87, parameters + 322, variables + 334, attributes + 0},
    /* SequenceEmpty-11 () -> (output:S) */
    {179, 11, false, false, 0, 0, 1, 1, 1, 1, parameters + 0, parameters + 3, variables + 336, attributes + 513},
    /* SequenceErase-11 (input_sequence:S, position:I?) -> (output_sequence:S) */
    {180, 11, false, false, 1, 2, 1, 1, 2, 0, parameters + 323, parameters + 325, variables + 337, attributes + 0},
    /* SequenceInsert-11 (input_sequence:S, tensor:T, position:I?) -> (output_sequence:S) */
    {181, 11, false, false, 2, 3, 1, 1, 3, 0, parameters + 326, parameters + 322, variables + 339, attributes + 0},
    /* SequenceLength-11 (input_sequence:S) -> (length:I) */
    {182, 11, false, false, 1, 1, 1, 1, 2, 0, parameters + 89, parameters + 329, variables + 342, attributes + 0},
    /* SequenceMap-17 (input_sequence:S, additional_inputs:V...) -> (out_sequence:S...) */
    {183, 17, false, false, 1, 2, 1, 1, 2, 1, parameters + 330, parameters + 332, variables + 344, attributes + 323},
    /* Shape-1 (data:T) -> (shape:T1) */
    {184, 1, false, false, 1, 1, 1, 1, 2, 0, parameters + 15, parameters + 333, variables + 346, attributes + 0},
    /* Shape-13 (data:T) -> (shape:T1) */
    {184, 13, false, false, 1, 1, 1, 1, 2, 0, parameters + 15, parameters + 333, variables + 348, attributes + 0},
    /* Shape-15 (data:T) -> (shape:T1) */
    {184, 15, false, false, 1, 1, 1, 1, 2, 2, parameters + 15, parameters + 333, variables + 348, attributes + 514},
    /* Shape-19 (data:T) -> (shape:T1) */
    {184, 19, false, false, 1, 1, 1, 1, 2, 2, parameters + 15, parameters + 333, variables + 350, attributes + 514},
    /* Shape-21 (data:T) -> (shape:T1) */
    {184, 21, false, false, 1, 1, 1, 1, 2, 2, parameters + 15, parameters + 333, variables + 352, attributes + 514},
    /* Shape-23 (data:T) -> (shape:T1) */
    {184, 23, false, false, 1, 1, 1, 1, 2, 2, parameters + 15, parameters + 333, variables + 354, attributes + 514},
    /* Shrink-9 (input:T) -> (output:T) */
    {185, 9, false, false, 1, 1, 1, 1, 1, 2, parameters + 2, parameters + 3, variables + 1, attributes + 516},
    /* Sigmoid-1 (X:T) -> (Y:T) */
    {186, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Sigmoid-6 (X:T) -> (Y:T) */
    {186, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Sigmoid-13 (X:T) -> (Y:T) */
    {186, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* Sign-9 (input:T) -> (output:T) */
    {187, 9, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 1, attributes + 0},
    /* Sign-13 (input:T) -> (output:T) */
    {187, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 2, attributes + 0},
    /* Sin-7 (input:T) -> (output:T) */
    {188, 7, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Sin-22 (input:T) -> (output:T) */
    {188, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Sinh-9 (input:T) -> (output:T) */
    {189, 9, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Sinh-22 (input:T) -> (output:T) */
    {189, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Size-1 (data:T) -> (size:T1) */
    {190, 1, false, false, 1, 1, 1, 1, 2, 0, parameters + 15, parameters + 334, variables + 346, attributes + 0},
    /* Size-13 (data:T) -> (size:T1) */
    {190, 13, false, false, 1, 1, 1, 1, 2, 0, parameters + 15, parameters + 334, variables + 348, attributes + 0},
    /* Size-19 (data:T) -> (size:T1) */
    {190, 19, false, false, 1, 1, 1, 1, 2, 0, parameters + 15, parameters + 334, variables + 350, attributes + 0},
    /* Size-21 (data:T) -> (size:T1) */
    {190, 21, false, false, 1, 1, 1, 1, 2, 0, parameters + 15, parameters + 334, variables + 352, attributes + 0},
    /* Size-23 (data:T) -> (size:T1) */
    {190, 23, false, false, 1, 1, 1, 1, 2, 0, parameters + 15, parameters + 334, variables + 354, attributes + 0},
    /* Slice-1 (data:T) -> (output:T) */
    {191, 1, false, false, 1, 1, 1, 1, 1, 3, parameters + 15, parameters + 3, variables + 68, attributes + 518},
    /* Slice-10 (data:T, starts:Tind, ends:Tind, axes:Tind?, steps:Tind?) -> (output:T) */
    {191, 10, false, false, 3, 5, 1, 1, 2, 0, parameters + 335, parameters + 3, variables + 138, attributes + 0},
    /* Slice-13 (data:T, starts:Tind, ends:Tind, axes:Tind?, steps:Tind?) -> (output:T) */
    {191, 13, false, false, 3, 5, 1, 1, 2, 0, parameters + 335, parameters + 3, variables + 60, attributes + 0},
    /* Softmax-1 (input:T) -> (output:T) */
    {192, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 0, attributes + 155},
    /* Softmax-13 (input:T) -> (output:T) */
    {192, 13, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 3, attributes + 238},
    /* SoftmaxCrossEntropyLoss-12 (scores:T, labels:Tind, weights:T?) -> (output:T, log_prob:T?) */
    {193, 12, false, false, 2, 3, 1, 2, 2, 2, parameters + 340, parameters + 343, variables + 221, attributes + 369},
    /* SoftmaxCrossEntropyLoss-13 (scores:T, labels:Tind, weights:T?) -> (output:T, log_prob:T?) */
    {193, 13, false, false, 2, 3, 1, 2, 2, 2, parameters + 340, parameters + 343, variables + 223, attributes + 369},
    /* Softplus-1 (X:T) -> (Y:T) */
    {194, 1, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Softplus-22 (X:T) -> (Y:T) */
    {194, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* Softsign-1 (input:T) -> (output:T) */
    {195, 1, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Softsign-22 (input:T) -> (output:T) */
    {195, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* SpaceToDepth-1 (input:T) -> (output:T) */
    {196, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 68, attributes + 152},
    /* SpaceToDepth-13 (input:T) -> (output:T) */
    {196, 13, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 69, attributes + 152},
    /* SpaceToDepth-28 (input:T) -> (output:T) */
    {196, 28, false, true, 1, 1, 1, 1, 1, 2, parameters + 2, parameters + 3, variables + 69, attributes + 153},
    /* Split-1 (input:T, split:T?) -> (outputs...:T...) */
    {197, 1, false, false, 1, 2, 1, 1, 1, 2, parameters + 345, parameters + 347, variables + 0, attributes + 521},
    /* Split-2 (input:T) -> (outputs:T...) */
    {197, 2, false, false, 1, 1, 1, 1, 1, 2, parameters + 2, parameters + 348, variables + 68, attributes + 521},
    /* Split-13 (input:T, split:tensor(int64)?) -> (outputs:T...) */
    {197, 13, false, false, 1, 2, 1, 1, 2, 1, parameters + 349, parameters + 348, variables + 62, attributes + 109},
    /* Split-18 (input:T, split:tensor(int64)?) -> (outputs:T...) */
    {197, 18, false, false, 1, 2, 1, 1, 2, 2, parameters + 349, parameters + 348, variables + 62, attributes + 523},
    /* SplitToSequence-11 (input:T, split:I?) -> (output_sequence:S) */
    {198, 11, false, false, 1, 2, 1, 1, 3, 2, parameters + 349, parameters + 351, variables + 356, attributes + 15},
    /* SplitToSequence-24 (input:T, split:I?) -> (output_sequence:S) */
    {198, 24, false, false, 1, 2, 1, 1, 3, 2, parameters + 349, parameters + 351, variables + 359, attributes + 15},
    /* Sqrt-1 (X:T) -> (Y:T) */
    {199, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Sqrt-6 (X:T) -> (Y:T) */
    {199, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 0, attributes + 0},
    /* Sqrt-13 (X:T) -> (Y:T) */
    {199, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 0, parameters + 1, variables + 3, attributes + 0},
    /* Squeeze-1 (data:T) -> (squeezed:T) */
    {200, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 15, parameters + 352, variables + 68, attributes + 100},
    /* Squeeze-13 (data:T, axes:tensor(int64)?) -> (squeezed:T) */
    {200, 13, false, false, 1, 2, 1, 1, 2, 0, parameters + 283, parameters + 352, variables + 62, attributes + 0},
    /* Squeeze-21 (data:T, axes:tensor(int64)?) -> (squeezed:T) */
    {200, 21, false, false, 1, 2, 1, 1, 2, 0, parameters + 283, parameters + 352, variables + 308, attributes + 0},
    /* Squeeze-23 (data:T, axes:tensor(int64)?) -> (squeezed:T) */
    {200, 23, false, false, 1, 2, 1, 1, 2, 0, parameters + 283, parameters + 352, variables + 310, attributes + 0},
    /* StringConcat-20 (X:T, Y:T) -> (Z:T) */
    {201, 20, false, false, 2, 2, 1, 1, 1, 0, parameters + 64, parameters + 19, variables + 362, attributes + 0},
    /* StringNormalizer-10 (X:tensor(string)) -> (Y:tensor(string)) */
    {202, 10, false, false, 1, 1, 1, 1, 1, 4, parameters + 0, parameters + 1, variables + 363, attributes + 525},
    /* StringSplit-20 (X:T1) -> (Y:T2, Z:T3) */
    {203, 20, false, false, 1, 1, 2, 2, 3, 2, parameters + 0, parameters + 191, variables + 364, attributes + 529},
    /* Sub-1 (A:T, B:T) -> (C:T) */
    {204, 1, false, false, 2, 2, 1, 1, 1, 3, parameters + 8, parameters + 10, variables + 0, attributes + 9},
    /* Sub-6 (A:T, B:T) -> (C:T) */
    {204, 6, false, false, 2, 2, 1, 1, 1, 2, parameters + 8, parameters + 10, variables + 7, attributes + 12},
    /* Sub-7 (A:T, B:T) -> (C:T) */
    {204, 7, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 7, attributes + 0},
    /* Sub-13 (A:T, B:T) -> (C:T) */
    {204, 13, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 8, attributes + 0},
    /* Sub-14 (A:T, B:T) -> (C:T) */
    {204, 14, false, false, 2, 2, 1, 1, 1, 0, parameters + 8, parameters + 10, variables + 2, attributes + 0},
    /* Sum-1 (data_0:T...) -> (sum:T) */
    {205, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 202, parameters + 353, variables + 0, attributes + 0},
    /* Sum-6 (data_0:T...) -> (sum:T) */
    {205, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 353, variables + 0, attributes + 0},
    /* Sum-13 (data_0:T...) -> (sum:T) */
    {205, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 202, parameters + 353, variables + 3, attributes + 0},
    /* SwiGLU-28 (A:T, B:T) -> (Y:T) */
    {206, 28, false, true, 2, 2, 1, 1, 1, 1, parameters + 8, parameters + 1, variables + 3, attributes + 99},
    /* Swish-24 (X:T) -> (Y:T) */
    {207, 24, false, true, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 3, attributes + 99},
    /* Tan-7 (input:T) -> (output:T) */
    {208, 7, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Tan-22 (input:T) -> (output:T) */
    {208, 22, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* Tanh-1 (input:T) -> (output:T) */
    {209, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Tanh-6 (input:T) -> (output:T) */
    {209, 6, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 0, attributes + 0},
    /* Tanh-13 (input:T) -> (output:T) */
    {209, 13, false, false, 1, 1, 1, 1, 1, 0, parameters + 2, parameters + 3, variables + 3, attributes + 0},
    /* TensorScatter-24 (past_cache:T, update:T, write_indices:tensor(int64)?) -> (present_cache:T) */
    {210, 24, false, true, 2, 3, 1, 1, 2, 2, parameters + 354, parameters + 357, variables + 310, attributes + 531},
    /* TfIdfVectorizer-9 (X:T) -> (Y:T1) */
    {211, 9, false, false, 1, 1, 1, 1, 2, 9, parameters + 0, parameters + 69, variables + 367, attributes + 533},
    /* ThresholdedRelu-10 (X:T) -> (Y:T) */
    {212, 10, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 0, attributes + 99},
    /* ThresholdedRelu-22 (X:T) -> (Y:T) */
    {212, 22, false, false, 1, 1, 1, 1, 1, 1, parameters + 0, parameters + 1, variables + 3, attributes + 99},
    /* Tile-1 (input:T, tiles:T, axis:T) -> (output:T) */
    {213, 1, false, false, 3, 3, 1, 1, 2, 0, parameters + 358, parameters + 3, variables + 369, attributes + 0},
    /* Tile-6 (input:T, repeats:T1) -> (output:T) */
    {213, 6, false, false, 2, 2, 1, 1, 2, 0, parameters + 361, parameters + 3, variables + 346, attributes + 0},
    /* Tile-13 (input:T, repeats:T1) -> (output:T) */
    {213, 13, false, false, 2, 2, 1, 1, 2, 0, parameters + 361, parameters + 3, variables + 348, attributes + 0},
    /* TopK-1 (X:T) -> (Values:T, Indices:I) */
    {214, 1, false, false, 1, 1, 2, 2, 2, 2, parameters + 0, parameters + 363, variables + 206, attributes + 542},
    /* TopK-10 (X:T, K:tensor(int64)) -> (Values:T, Indices:I) */
    {214, 10, false, false, 2, 2, 2, 2, 3, 1, parameters + 365, parameters + 363, variables + 371, attributes + 238},
    /* TopK-11 (X:T, K:tensor(int64)) -> (Values:T, Indices:I) */
    {214, 11, false, false, 2, 2, 2, 2, 3, 3, parameters + 365, parameters + 363, variables + 374, attributes + 544},
    /* TopK-24 (X:T, K:tensor(int64)) -> (Values:T, Indices:I) */
    {214, 24, false, false, 2, 2, 2, 2, 3, 3, parameters + 365, parameters + 363, variables + 377, attributes + 544},
    /* Transpose-1 (data:T) -> (transposed:T) */
    {215, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 15, parameters + 367, variables + 68, attributes + 547},
    /* Transpose-13 (data:T) -> (transposed:T) */
    {215, 13, false, false, 1, 1, 1, 1, 1, 1, parameters + 15, parameters + 367, variables + 69, attributes + 547},
    /* Transpose-21 (data:T) -> (transposed:T) */
    {215, 21, false, false, 1, 1, 1, 1, 1, 1, parameters + 15, parameters + 367, variables + 73, attributes + 547},
    /* Transpose-23 (data:T) -> (transposed:T) */
    {215, 23, false, false, 1, 1, 1, 1, 1, 1, parameters + 15, parameters + 367, variables + 74, attributes + 547},
    /* TreeEnsemble-5 (X:T) -> (Y:T) */
    {216, 5, false, false, 1, 1, 1, 1, 1, 16, parameters + 0, parameters + 1, variables + 0, attributes + 548},
    /* TreeEnsembleClassifier-1 (X:T1) -> (Y:T2, Z:tensor(float)) */
    {217, 1, false, false, 1, 1, 2, 2, 3, 17, parameters + 0, parameters + 191, variables + 183, attributes + 564},
    /* TreeEnsembleClassifier-3 (X:T1) -> (Y:T2, Z:tensor(float)) */
    {217, 3, false, false, 1, 1, 2, 2, 3, 21, parameters + 0, parameters + 191, variables + 183, attributes + 581},
    /* TreeEnsembleClassifier-5 (X:T1) -> (Y:T2, Z:tensor(float)) */
    {217, 5, true, false, 1, 1, 2, 2, 3, 21, parameters + 0, parameters + 191, variables + 183, attributes + 581},
    /* TreeEnsembleRegressor-1 (X:T) -> (Y:tensor(float)) */
    {218, 1, false, false, 1, 1, 1, 1, 2, 17, parameters + 0, parameters + 69, variables + 186, attributes + 602},
    /* TreeEnsembleRegressor-3 (X:T) -> (Y:tensor(float)) */
    {218, 3, false, false, 1, 1, 1, 1, 2, 21, parameters + 0, parameters + 69, variables + 186, attributes + 619},
    /* TreeEnsembleRegressor-5 (X:T) -> (Y:tensor(float)) */
    {218, 5, true, false, 1, 1, 1, 1, 2, 21, parameters + 0, parameters + 69, variables + 186, attributes + 619},
    /* Trilu-14 (input:T, k:tensor(int64)?) -> (output:T) */
    {219, 14, false, false, 1, 2, 1, 1, 2, 1, parameters + 368, parameters + 3, variables + 62, attributes + 640},
    /* Unique-11 (X:T) -> (Y:T, indices:tensor(int64)?, inverse_indices:tensor(int64)?, counts:tensor(int64)?) */
    {220, 11, false, false, 1, 1, 1, 4, 2, 2, parameters + 0, parameters + 370, variables + 128, attributes + 641},
    /* Unique-28 (X:T) -> (Y:T, indices:tensor(int64)?, inverse_indices:tensor(int64)?, counts:tensor(int64)?) */
    {220, 28, false, false, 1, 1, 1, 4, 2, 2, parameters + 0, parameters + 370, variables + 62, attributes + 641},
    /* Unsqueeze-1 (data:T) -> (expanded:T) */
    {221, 1, false, false, 1, 1, 1, 1, 1, 1, parameters + 15, parameters + 374, variables + 68, attributes + 643},
    /* Unsqueeze-13 (data:T, axes:tensor(int64)) -> (expanded:T) */
    {221, 13, false, false, 2, 2, 1, 1, 2, 0, parameters + 375, parameters + 374, variables + 62, attributes + 0},
    /* Unsqueeze-21 (data:T, axes:tensor(int64)) -> (expanded:T) */
    {221, 21, false, false, 2, 2, 1, 1, 2, 0, parameters + 375, parameters + 374, variables + 308, attributes + 0},
    /* Unsqueeze-23 (data:T, axes:tensor(int64)) -> (expanded:T) */
    {221, 23, false, false, 2, 2, 1, 1, 2, 0, parameters + 375, parameters + 374, variables + 310, attributes + 0},
    /* Upsample-1 (X:T) -> (Y:T) */
    {222, 1, false, false, 1, 1, 1, 1, 1, 3, parameters + 0, parameters + 1, variables + 380, attributes + 644},
    /* Upsample-7 (X:T) -> (Y:T) */
    {222, 7, false, false, 1, 1, 1, 1, 1, 2, parameters + 0, parameters + 1, variables + 68, attributes + 647},
    /* Upsample-9 (X:T, scales:tensor(float)) -> (Y:T) */
    {222, 9, false, false, 2, 2, 1, 1, 2, 1, parameters + 288, parameters + 1, variables + 312, attributes + 442},
    /* Upsample-10 (X:T, scales:tensor(float)) -> (Y:T) */
    {222, 10, true, false, 2, 2, 1, 1, 2, 1, parameters + 288, parameters + 1, variables + 312, attributes + 442},
    /* Where-9 (condition:B, X:T, Y:T) -> (output:T) */
    {223, 9, false, false, 3, 3, 1, 1, 2, 0, parameters + 377, parameters + 63, variables + 381, attributes + 0},
    /* Where-16 (condition:B, X:T, Y:T) -> (output:T) */
    {223, 16, false, false, 3, 3, 1, 1, 2, 0, parameters + 377, parameters + 63, variables + 383, attributes + 0},
    /* Xor-1 (A:T, B:T) -> (C:T1) */
    {224, 1, false, false, 2, 2, 1, 1, 2, 2, parameters + 8, parameters + 14, variables + 11, attributes + 12},
    /* Xor-7 (A:T, B:T) -> (C:T1) */
    {224, 7, false, false, 2, 2, 1, 1, 2, 0, parameters + 8, parameters + 14, variables + 11, attributes + 0},
    /* ZipMap-1 (X:tensor(float)) -> (Z:T) */
    {225, 1, false, false, 1, 1, 1, 1, 2, 2, parameters + 380, parameters + 19, variables + 385, attributes + 649},
};

const tercet_onnx_schema_list tercet_onnx_schema_lists[] = {
    {"Abs", "", 3, schemas + 0},
    {"Acos", "", 2, schemas + 3},
    {"Acosh", "", 2, schemas + 5},
    {"Adagrad", "ai.onnx.preview.training", 1, schemas + 7},
    {"Adam", "ai.onnx.preview.training", 1, schemas + 8},
    {"Add", "", 5, schemas + 9},
    {"AffineGrid", "", 1, schemas + 14},
    {"And", "", 2, schemas + 15},
    {"ArgMax", "", 3, schemas + 17},
    {"ArgMin", "", 3, schemas + 20},
    {"ArrayFeatureExtractor", "ai.onnx.ml", 1, schemas + 23},
    {"Asin", "", 2, schemas + 24},
    {"Asinh", "", 2, schemas + 26},
    {"Atan", "", 2, schemas + 28},
    {"Atanh", "", 2, schemas + 30},
    {"Attention", "", 3, schemas + 32},
    {"AveragePool", "", 5, schemas + 35},
    {"BatchNormalization", "", 6, schemas + 40},
    {"Bernoulli", "", 2, schemas + 46},
    {"Binarizer", "ai.onnx.ml", 1, schemas + 48},
    {"BitCast", "", 1, schemas + 49},
    {"BitShift", "", 2, schemas + 50},
    {"BitwiseAnd", "", 1, schemas + 52},
    {"BitwiseNot", "", 1, schemas + 53},
    {"BitwiseOr", "", 1, schemas + 54},
    {"BitwiseXor", "", 1, schemas + 55},
    {"BlackmanWindow", "", 1, schemas + 56},
    {"Cast", "", 8, schemas + 57},
    {"CastLike", "", 5, schemas + 65},
    {"CastMap", "ai.onnx.ml", 1, schemas + 70},
    {"CategoryMapper", "ai.onnx.ml", 1, schemas + 71},
    {"CausalConvWithState", "", 1, schemas + 72},
    {"Ceil", "", 3, schemas + 73},
    {"Celu", "", 2, schemas + 76},
    {"CenterCropPad", "", 1, schemas + 78},
    {"Clip", "", 5, schemas + 79},
    {"Col2Im", "", 1, schemas + 84},
    {"Compress", "", 2, schemas + 85},
    {"Concat", "", 3, schemas + 87},
    {"ConcatFromSequence", "", 1, schemas + 90},
    {"Constant", "", 8, schemas + 91},
    {"ConstantOfShape", "", 4, schemas + 99},
    {"Conv", "", 2, schemas + 103},
    {"ConvInteger", "", 1, schemas + 105},
    {"ConvTranspose", "", 2, schemas + 106},
    {"Cos", "", 2, schemas + 108},
    {"Cosh", "", 2, schemas + 110},
    {"CumProd", "", 1, schemas + 112},
    {"CumSum", "", 2, schemas + 113},
    {"DFT", "", 2, schemas + 115},
    {"DeformConv", "", 2, schemas + 117},
    {"DepthToSpace", "", 3, schemas + 119},
    {"DequantizeLinear", "", 5, schemas + 122},
    {"Det", "", 2, schemas + 127},
    {"DictVectorizer", "ai.onnx.ml", 1, schemas + 129},
    {"Div", "", 5, schemas + 130},
    {"Dropout", "", 7, schemas + 135},
    {"DynamicQuantizeLinear", "", 1, schemas + 142},
    {"Einsum", "", 2, schemas + 143},
    {"Elu", "", 3, schemas + 145},
    {"Equal", "", 5, schemas + 148},
    {"Erf", "", 2, schemas + 153},
    {"Exp", "", 3, schemas + 155},
    {"Expand", "", 2, schemas + 158},
    {"EyeLike", "", 2, schemas + 160},
    {"FeatureVectorizer", "ai.onnx.ml", 1, schemas + 162},
    {"Flatten", "", 5, schemas + 163},
    {"Floor", "", 3, schemas + 168},
    {"GRU", "", 5, schemas + 171},
    {"Gather", "", 2, schemas + 176},
    {"GatherElements", "", 2, schemas + 178},
    {"GatherND", "", 3, schemas + 180},
    {"Gelu", "", 1, schemas + 183},
    {"Gemm", "", 5, schemas + 184},
    {"GlobalAveragePool", "", 2, schemas + 189},
    {"GlobalLpPool", "", 3, schemas + 191},
    {"GlobalMaxPool", "", 2, schemas + 194},
    {"Gradient", "ai.onnx.preview.training", 1, schemas + 196},
    {"Greater", "", 4, schemas + 197},
    {"GreaterOrEqual", "", 2, schemas + 201},
    {"GridSample", "", 3, schemas + 203},
    {"GroupNormalization", "", 2, schemas + 206},
    {"HammingWindow", "", 1, schemas + 208},
    {"HannWindow", "", 1, schemas + 209},
    {"HardSigmoid", "", 3, schemas + 210},
    {"HardSwish", "", 2, schemas + 213},
    {"Hardmax", "", 2, schemas + 215},
    {"Identity", "", 7, schemas + 217},
    {"If", "", 6, schemas + 224},
    {"ImageDecoder", "", 1, schemas + 230},
    {"Imputer", "ai.onnx.ml", 1, schemas + 231},
    {"InstanceNormalization", "", 3, schemas + 232},
    {"IsInf", "", 2, schemas + 235},
    {"IsNaN", "", 3, schemas + 237},
    {"LRN", "", 2, schemas + 240},
    {"LSTM", "", 4, schemas + 242},
    {"LabelEncoder", "ai.onnx.ml", 3, schemas + 246},
    {"LayerNormalization", "", 1, schemas + 249},
    {"LeakyRelu", "", 3, schemas + 250},
    {"Less", "", 4, schemas + 253},
    {"LessOrEqual", "", 2, schemas + 257},
    {"LinearAttention", "", 1, schemas + 259},
    {"LinearClassifier", "ai.onnx.ml", 1, schemas + 260},
    {"LinearRegressor", "ai.onnx.ml", 1, schemas + 261},
    {"Log", "", 3, schemas + 262},
    {"LogSoftmax", "", 2, schemas + 265},
    {"Loop", "", 6, schemas + 267},
    {"LpNormalization", "", 2, schemas + 273},
    {"LpPool", "", 4, schemas + 275},
    {"MatMul", "", 3, schemas + 279},
    {"MatMulInteger", "", 1, schemas + 282},
    {"Max", "", 4, schemas + 283},
    {"MaxPool", "", 5, schemas + 287},
    {"MaxRoiPool", "", 2, schemas + 292},
    {"MaxUnpool", "", 2, schemas + 294},
    {"Mean", "", 3, schemas + 296},
    {"MeanVarianceNormalization", "", 2, schemas + 299},
    {"MelWeightMatrix", "", 1, schemas + 301},
    {"Min", "", 4, schemas + 302},
    {"Mish", "", 2, schemas + 306},
    {"Mod", "", 2, schemas + 308},
    {"Momentum", "ai.onnx.preview.training", 1, schemas + 310},
    {"Mul", "", 5, schemas + 311},
    {"Multinomial", "", 2, schemas + 316},
    {"Neg", "", 3, schemas + 318},
    {"NegativeLogLikelihoodLoss", "", 2, schemas + 321},
    {"NonMaxSuppression", "", 1, schemas + 323},
    {"NonZero", "", 2, schemas + 324},
    {"Normalizer", "ai.onnx.ml", 1, schemas + 326},
    {"Not", "", 1, schemas + 327},
    {"OneHot", "", 2, schemas + 328},
    {"OneHotEncoder", "ai.onnx.ml", 1, schemas + 330},
    {"Optional", "", 2, schemas + 331},
    {"OptionalGetElement", "", 3, schemas + 333},
    {"OptionalHasElement", "", 3, schemas + 336},
    {"Or", "", 2, schemas + 339},
    {"PRelu", "", 4, schemas + 341},
    {"Pad", "", 7, schemas + 345},
    {"Pow", "", 5, schemas + 352},
    {"QLinearConv", "", 1, schemas + 357},
    {"QLinearMatMul", "", 2, schemas + 358},
    {"QuantizeLinear", "", 5, schemas + 360},
    {"RMSNormalization", "", 1, schemas + 365},
    {"RNN", "", 4, schemas + 366},
    {"RandomNormal", "", 2, schemas + 370},
    {"RandomNormalLike", "", 2, schemas + 372},
    {"RandomUniform", "", 2, schemas + 374},
    {"RandomUniformLike", "", 2, schemas + 376},
    {"Range", "", 2, schemas + 378},
    {"Reciprocal", "", 3, schemas + 380},
    {"ReduceL1", "", 3, schemas + 383},
    {"ReduceL2", "", 3, schemas + 386},
    {"ReduceLogSum", "", 4, schemas + 389},
    {"ReduceLogSumExp", "", 4, schemas + 393},
    {"ReduceMax", "", 5, schemas + 397},
    {"ReduceMean", "", 3, schemas + 402},
    {"ReduceMin", "", 5, schemas + 405},
    {"ReduceProd", "", 3, schemas + 410},
    {"ReduceSum", "", 2, schemas + 413},
    {"ReduceSumSquare", "", 3, schemas + 415},
    {"RegexFullMatch", "", 1, schemas + 418},
    {"Relu", "", 4, schemas + 419},
    {"Reshape", "", 7, schemas + 423},
    {"Resize", "", 4, schemas + 430},
    {"ReverseSequence", "", 2, schemas + 434},
    {"RoiAlign", "", 3, schemas + 436},
    {"RotaryEmbedding", "", 1, schemas + 439},
    {"Round", "", 2, schemas + 440},
    {"STFT", "", 1, schemas + 442},
    {"SVMClassifier", "ai.onnx.ml", 1, schemas + 443},
    {"SVMRegressor", "ai.onnx.ml", 1, schemas + 444},
    {"Scaler", "ai.onnx.ml", 1, schemas + 445},
    {"Scan", "", 6, schemas + 446},
    {"Scatter", "", 2, schemas + 452},
    {"ScatterElements", "", 3, schemas + 454},
    {"ScatterND", "", 3, schemas + 457},
    {"Selu", "", 3, schemas + 460},
    {"SequenceAt", "", 1, schemas + 463},
    {"SequenceConstruct", "", 1, schemas + 464},
    {"SequenceEmpty", "", 1, schemas + 465},
    {"SequenceErase", "", 1, schemas + 466},
    {"SequenceInsert", "", 1, schemas + 467},
    {"SequenceLength", "", 1, schemas + 468},
    {"SequenceMap", "", 1, schemas + 469},
    {"Shape", "", 6, schemas + 470},
    {"Shrink", "", 1, schemas + 476},
    {"Sigmoid", "", 3, schemas + 477},
    {"Sign", "", 2, schemas + 480},
    {"Sin", "", 2, schemas + 482},
    {"Sinh", "", 2, schemas + 484},
    {"Size", "", 5, schemas + 486},
    {"Slice", "", 3, schemas + 491},
    {"Softmax", "", 2, schemas + 494},
    {"SoftmaxCrossEntropyLoss", "", 2, schemas + 496},
    {"Softplus", "", 2, schemas + 498},
    {"Softsign", "", 2, schemas + 500},
    {"SpaceToDepth", "", 3, schemas + 502},
    {"Split", "", 4, schemas + 505},
    {"SplitToSequence", "", 2, schemas + 509},
    {"Sqrt", "", 3, schemas + 511},
    {"Squeeze", "", 4, schemas + 514},
    {"StringConcat", "", 1, schemas + 518},
    {"StringNormalizer", "", 1, schemas + 519},
    {"StringSplit", "", 1, schemas + 520},
    {"Sub", "", 5, schemas + 521},
    {"Sum", "", 3, schemas + 526},
    {"SwiGLU", "", 1, schemas + 529},
    {"Swish", "", 1, schemas + 530},
    {"Tan", "", 2, schemas + 531},
    {"Tanh", "", 3, schemas + 533},
    {"TensorScatter", "", 1, schemas + 536},
    {"TfIdfVectorizer", "", 1, schemas + 537},
    {"ThresholdedRelu", "", 2, schemas + 538},
    {"Tile", "", 3, schemas + 540},
    {"TopK", "", 4, schemas + 543},
    {"Transpose", "", 4, schemas + 547},
    {"TreeEnsemble", "ai.onnx.ml", 1, schemas + 551},
    {"TreeEnsembleClassifier", "ai.onnx.ml", 3, schemas + 552},
    {"TreeEnsembleRegressor", "ai.onnx.ml", 3, schemas + 555},
    {"Trilu", "", 1, schemas + 558},
    {"Unique", "", 2, schemas + 559},
    {"Unsqueeze", "", 4, schemas + 561},
    {"Upsample", "", 4, schemas + 565},
    {"Where", "", 2, schemas + 569},
    {"Xor", "", 2, schemas + 571},
    {"ZipMap", "ai.onnx.ml", 1, schemas + 573},
};

const size_t tercet_onnx_n_schema_lists = 226;
// clang-format on
