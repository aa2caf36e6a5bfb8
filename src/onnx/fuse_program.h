// SPDX-License-Identifier: Apache-2.0

/// What a segment becomes for inputs of certain types and shapes

#ifndef TERCET_ONNX_FUSE_PROGRAM_H
#define TERCET_ONNX_FUSE_PROGRAM_H

#include "array/binary_line.h"
#include "array/reduce_loops.h"
#include "onnx/fuse.h"

#include <stdatomic.h>

/// Elements of the largest tile.  It is the block of the sums in array/kernel,
/// so that sums do not depend on whether they are fused.
#define TERCET_ONNX_TILE 4096

/// Elements of a tile where that does not matter: several registers fit the
/// first cache
#define TERCET_ONNX_SMALL_TILE 1024

/// Columns of a tile whose rows are reduced: one accumulator each
#define TERCET_ONNX_TILE_COLUMNS REDUCE_TILE

/// An input of the segment or the result of an operator
typedef struct {
  tercet_onnx_kind kind;
  tercet_onnx_type type; ///< That of the dtype, or the program is not usable
  tercet_dtype dtype;
  size_t rank;
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  size_t pass;        ///< That makes it
  bool is_gathered;   ///< By a reduction: complete only behind its pass
  bool is_stored;     ///< Whether it has memory, other than a register
  uint32_t same_as;   ///< Another value, if a cast changes nothing; or itself
  tercet_tensor *own; ///< Memory between passes, or NULL
  tercet_tensor *tensor; ///< That, or the one of the run at hand
} tercet_onnx_fused_value;

/// Where an operator reads or writes: at a cursor, or in a register
typedef struct {
  bool is_register;
  uint32_t index;
  int64_t stride;     ///< Between the elements of a line
  int64_t row_stride; ///< Between rows at a cursor; those of a register have
                      ///< no gaps
} tercet_onnx_operand;

/// A place in the memory of a value, that moves with the tiles
typedef struct {
  uint32_t value;
  int64_t strides[TERCET_MAX_RANK]; ///< Along the axes of the pass
} tercet_onnx_cursor;

typedef struct {
  tercet_binary_line line;
  size_t n_operands;
  /// The result, then the operands
  tercet_onnx_operand places[1 + TERCET_ONNX_FUSED_OPERANDS];
} tercet_onnx_instruction;

/// What is added up in float64, with a kernel that reads the factors
typedef enum {
  TERCET_ONNX_GATHER_ELEMENTS, ///< The operand, by the reducer
  TERCET_ONNX_GATHER_SQUARES,
  TERCET_ONNX_GATHER_PRODUCTS, ///< With a factor in float64
  TERCET_ONNX_GATHER_PAIRS,    ///< With a factor of the same dtype
} tercet_onnx_gather_kind;

/// A reduction of what the tiles give
typedef struct {
  tercet_onnx_gather_kind kind;
  const reducer *reducer;
  double divisor;
  tercet_dtype dtype; ///< Of `in`
  tercet_onnx_operand in;
  tercet_onnx_operand factor; ///< Of products and pairs
  uint32_t squares;           ///< Of these: the gather of the squares of `in`,
                              ///< which come along, or UINT32_MAX
  uint32_t factor_squares;    ///< Likewise of the factor of pairs
  bool is_done;               ///< Another gather does the work
  uint32_t out;               ///< Cursor
} tercet_onnx_gather;

/// How the axes of a pass are walked
typedef enum {
  TERCET_ONNX_WALK_MAP,    ///< Nothing is reduced
  TERCET_ONNX_WALK_LINES,  ///< The last axes are reduced
  TERCET_ONNX_WALK_COLUMNS ///< The last axis is kept, the one before reduced
} tercet_onnx_walk;

typedef struct {
  bool is_whole; ///< A reduction of a value in memory, by array/
  unsigned op;   ///< Of that, and its operand and result
  uint32_t from;
  uint32_t to;
  size_t rank;
  int64_t shape[TERCET_MAX_RANK];
  bool has_reductions;
  bool reduces[TERCET_MAX_RANK];
  tercet_onnx_walk walk;
  int64_t tile;   ///< Elements of a line at a time
  size_t n_outer; ///< Axes before those that are reduced, or the last one
  size_t n_cursors;
  tercet_onnx_cursor *cursors;
  size_t n_instructions;
  tercet_onnx_instruction *instructions;
  size_t n_gathers;
  tercet_onnx_gather *gathers;
  size_t n_parts;      ///< That threads may share; 1 if there is little to do
  size_t cut;          ///< The axis that is cut into parts
  int64_t part_extent; ///< Of all of them but the last one
  accumulators *parts; ///< Of the parts of a single result or strip, for all
                       ///< gathers; or NULL
} tercet_onnx_pass;

/// What a thread needs of its own to run a part of a pass
typedef struct {
  char **at;         ///< One for each cursor
  char **registers;  ///< One for each register
  accumulators *acc; ///< One for each gather
} tercet_onnx_lane;

struct tercet_onnx_program {
  tercet_onnx_program *next; ///< One that was not used for longer
  tercet_arena arena;        ///< All of it
  bool is_usable;            ///< Else the steps are run
  size_t n_inputs;
  size_t n_values; ///< Inputs first
  tercet_onnx_fused_value *values;
  size_t n_passes;
  tercet_onnx_pass *passes;
  size_t n_cursors; ///< Of a pass at the most
  size_t n_registers;
  size_t n_gathers;
  size_t register_size; ///< Bytes, a multiple of #TERCET_ONNX_ALIGNMENT
  tercet_onnx_lane lane;
  atomic_flag is_lane_taken;
};

/// Alignment of registers, as that of tensors
#define TERCET_ONNX_ALIGNMENT 64U

/// Return the loop body of an operator, none of the reductions, for operands of
/// a dtype; without a body the dtype lacks it
tercet_binary_line
tercet_onnx_fused_line(const tercet_onnx_fused *fused, tercet_dtype dtype);

/**
   Make the program of a segment for the inputs that are in their slots.

   One that is not usable is made, too: it says that there is none for such
   inputs.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_program_new(tercet_onnx_session *session,
                        const tercet_onnx_segment *segment,
                        tercet_onnx_program **out,
                        tercet_error *err);

/// Free one program
void
tercet_onnx_program_free(tercet_onnx_program *program);

/// Lay out the passes: cursors, registers and instructions.  False if the axes
/// that are reduced cannot be walked.
TERCET_NODISCARD tercet_status
tercet_onnx_program_compile(tercet_onnx_program *program,
                            const tercet_onnx_segment *segment,
                            bool *fits,
                            tercet_error *err);

/// Set how a pass is cut into parts, which does not depend on the number of
/// threads
TERCET_NODISCARD tercet_status
tercet_onnx_pass_cut(tercet_onnx_program *program,
                     tercet_onnx_pass *pass,
                     tercet_error *err);

/// Return the bytes of a lane
size_t
tercet_onnx_lane_size(const tercet_onnx_program *program);

/// Lay a lane out in memory that is aligned as a register is
void
tercet_onnx_lane_init(tercet_onnx_lane *lane,
                      const tercet_onnx_program *program,
                      void *memory);

/// Run the passes.  #TERCET_ERR_RANGE where an operation is not defined; or why
/// the operation is to stop.
TERCET_NODISCARD tercet_status
tercet_onnx_passes_run(tercet_onnx_program *program);

/* ---- Tile by tile ---- */

/// Run a pass, from where the cursors are; false where an operation is not
/// defined
bool
tercet_onnx_pass_walk(const tercet_onnx_pass *pass,
                      const tercet_onnx_lane *lane);

/// Gather one part of a single result or strip
bool
tercet_onnx_pass_gather(const tercet_onnx_pass *pass,
                        const tercet_onnx_lane *lane);

/// Join the parts of a single result or strip, which the lane has one after
/// the other, and write it
void
tercet_onnx_pass_join(const tercet_onnx_pass *pass,
                      const tercet_onnx_lane *lane);

#endif // TERCET_ONNX_FUSE_PROGRAM_H
