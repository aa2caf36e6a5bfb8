// SPDX-License-Identifier: Apache-2.0

#include "store/column.h"

#include "base/error.h"

#include <assert.h>
#include <string.h>

/// A frame of a column, at the start of the column's bytes
typedef struct {
  tercet_id min;
  uint32_t offset; ///< Of its packed values, from the bytes of the column
  uint32_t width;
} tercet_frame;

#define N_TAGS 16U
#define PLANE_WORDS (TERCET_BLOCK_ROWS / 64U)
#define PLANE_BYTES (PLANE_WORDS * sizeof(uint64_t))

/// The widest difference that one load of 64 bits at a byte reads, and the
/// only wider one
#define WIDEST_NARROW 57U
#define WIDEST 64U

/* ---- Packed values ---- */

static uint64_t
load_word(const char *data)
{
  uint64_t word = 0U;
  memcpy(&word, data, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

static void
store_word(uint64_t word, char *data)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  memcpy(data, &word, sizeof(word));
}

static unsigned
width_of(uint64_t difference)
{
  const unsigned width =
      difference ? 64U - (unsigned)__builtin_clzll(difference) : 0U;
  return width <= WIDEST_NARROW ? width : WIDEST;
}

/// Return the bytes of packed values, a multiple of 8
static size_t
packed_size(size_t n_values, unsigned width)
{
  return (n_values * width + 63U) / 64U * 8U;
}

static void
pack(const tercet_id *values,
     size_t n_values,
     tercet_id min,
     unsigned width,
     char *out)
{
  uint64_t word = 0U;
  unsigned n_bits = 0U;
  for (size_t i = 0U; width && i < n_values; ++i) {
    const uint64_t difference = values[i] - min;
    word |= difference << n_bits;
    n_bits += width;
    if (n_bits >= 64U) {
      store_word(word, out);
      out += 8;
      n_bits -= 64U;
      word = n_bits ? difference >> (width - n_bits) : 0U;
    }
  }
  if (n_bits) {
    store_word(word, out);
  }
}

static uint64_t
width_mask(unsigned width)
{
  return width == WIDEST ? UINT64_MAX : (UINT64_C(1) << width) - 1U;
}

static inline tercet_id
unpack_one(const char *packed, tercet_id min, unsigned width, size_t i)
{
  const size_t bit = i * width;
  return min +
         ((load_word(packed + bit / 8U) >> (bit % 8U)) & width_mask(width));
}

/// Unpack groups of eight values, which take `width` bytes.  With a constant
/// width all shifts are constant.
static inline __attribute__((always_inline)) void
unpack_groups(const char *packed,
              tercet_id min,
              unsigned width,
              size_t n_groups,
              tercet_id *out)
{
  const uint64_t mask = width_mask(width);
  for (; n_groups; --n_groups, packed += width, out += 8) {
    for (unsigned i = 0U; i < 8U; ++i) {
      out[i] = min + ((load_word(packed + i * width / 8U) >> (i * width % 8U)) &
                      mask);
    }
  }
}

static void
unpack_all_groups(const char *packed,
                  tercet_id min,
                  unsigned width,
                  size_t n_groups,
                  tercet_id *out)
{
#define UNPACK_CASE(w)                                                         \
  case w:                                                                      \
    unpack_groups(packed, min, w, n_groups, out);                              \
    break;
#define UNPACK_FOUR_CASES(w)                                                   \
  UNPACK_CASE(w)                                                               \
  UNPACK_CASE((w) + 1U)                                                        \
  UNPACK_CASE((w) + 2U)                                                        \
  UNPACK_CASE((w) + 3U)

  switch (width) {
    UNPACK_FOUR_CASES(0U)
    UNPACK_FOUR_CASES(4U)
    UNPACK_FOUR_CASES(8U)
    UNPACK_FOUR_CASES(12U)
    UNPACK_FOUR_CASES(16U)
    UNPACK_FOUR_CASES(20U)
    UNPACK_FOUR_CASES(24U)
    UNPACK_FOUR_CASES(28U)
    UNPACK_FOUR_CASES(32U)
    UNPACK_FOUR_CASES(36U)
  default: // Rare, and no faster with a constant width
    unpack_groups(packed, min, width, n_groups, out);
    break;
  }

#undef UNPACK_FOUR_CASES
#undef UNPACK_CASE
}

/// Unpack the values from `first` on
static void
unpack(const char *packed,
       tercet_id min,
       unsigned width,
       size_t first,
       size_t n_values,
       tercet_id *out)
{
  const size_t end = first + n_values;
  for (; first < end && first % 8U; ++first) {
    *out++ = unpack_one(packed, min, width, first);
  }

  const size_t n_groups = (end - first) / 8U;
  unpack_all_groups(packed + first / 8U * width, min, width, n_groups, out);
  first += n_groups * 8U;
  out += n_groups * 8U;
  for (; first < end; ++first) {
    *out++ = unpack_one(packed, min, width, first);
  }
}

/* ---- Frames ---- */

/// How a column may be cut into frames
typedef struct {
  size_t n_values[N_TAGS];
  tercet_id min[N_TAGS];
  tercet_id max[N_TAGS];
} tag_ranges;

static void
find_tag_ranges(const tercet_id *values, size_t n_values, tag_ranges *out)
{
  memset(out->n_values, 0, sizeof(out->n_values));
  memset(out->max, 0, sizeof(out->max));
  memset(out->min, 0xff, sizeof(out->min));
  for (size_t i = 0U; i < n_values; ++i) {
    const tercet_id id = values[i];
    const unsigned tag = tercet_id_tag(id);
    ++out->n_values[tag];
    out->min[tag] = id < out->min[tag] ? id : out->min[tag];
    out->max[tag] = id > out->max[tag] ? id : out->max[tag];
  }
}

static unsigned
count_frames(const tag_ranges *ranges)
{
  unsigned n_frames = 0U;
  for (unsigned tag = 0U; tag < N_TAGS; ++tag) {
    n_frames += ranges->n_values[tag] != 0U;
  }

  return n_frames;
}

static unsigned
count_planes(unsigned n_frames)
{
  return width_of(n_frames - 1U);
}

/// Return the bytes of the frames and planes
static size_t
frames_header_size(unsigned n_frames)
{
  return n_frames * sizeof(tercet_frame) + count_planes(n_frames) * PLANE_BYTES;
}

/// Return the bytes of a column cut into frames
static size_t
framed_size(const tag_ranges *ranges)
{
  size_t size = frames_header_size(count_frames(ranges));
  for (unsigned tag = 0U; tag < N_TAGS; ++tag) {
    if (ranges->n_values[tag]) {
      size += packed_size(ranges->n_values[tag],
                          width_of(ranges->max[tag] - ranges->min[tag]));
    }
  }

  return size;
}

/// Write the numbers of the frames as bit planes
static void
write_planes(const tercet_id *values,
             size_t n_values,
             const uint8_t frame_of_tag[N_TAGS],
             unsigned n_planes,
             char *out)
{
  uint64_t planes[4][PLANE_WORDS] = {{0U}};
  for (size_t i = 0U; i < n_values; ++i) {
    const uint64_t frame = frame_of_tag[tercet_id_tag(values[i])];
    for (unsigned k = 0U; k < n_planes; ++k) {
      planes[k][i / 64U] |= ((frame >> k) & 1U) << (i % 64U);
    }
  }
  for (size_t k = 0U; k < n_planes; ++k) {
    for (size_t i = 0U; i < PLANE_WORDS; ++i) {
      store_word(planes[k][i], out + k * PLANE_BYTES + i * 8U);
    }
  }
}

/// Write the values of one tag; return the bytes
static size_t
write_frame(const tercet_id *values,
            size_t n_values,
            unsigned tag,
            const tercet_frame *frame,
            char *out)
{
  tercet_id chosen[TERCET_BLOCK_ROWS];
  size_t n = 0U;
  for (size_t i = 0U; i < n_values; ++i) {
    chosen[n] = values[i];
    n += tercet_id_tag(values[i]) == tag;
  }

  pack(chosen, n, frame->min, frame->width, out);
  return packed_size(n, frame->width);
}

/// Write a column as frames
static void
write_frames(const tercet_id *values,
             size_t n_values,
             const tag_ranges *ranges,
             char *out)
{
  const unsigned n_frames = count_frames(ranges);
  uint8_t frame_of_tag[N_TAGS] = {0U};
  size_t offset = frames_header_size(n_frames);
  uint8_t i = 0U;
  for (unsigned tag = 0U; tag < N_TAGS; ++tag) {
    if (!ranges->n_values[tag]) {
      continue;
    }
    const tercet_frame frame = {ranges->min[tag],
                                (uint32_t)offset,
                                width_of(ranges->max[tag] - ranges->min[tag])};
    memcpy(out + i * sizeof(frame), &frame, sizeof(frame));
    frame_of_tag[tag] = i++;
    offset += write_frame(values, n_values, tag, &frame, out + offset);
  }

  write_planes(values,
               n_values,
               frame_of_tag,
               count_planes(n_frames),
               out + n_frames * sizeof(tercet_frame));
}

static tercet_frame
read_frame(const char *column_data, size_t i)
{
  tercet_frame frame;
  memcpy(&frame, column_data + i * sizeof(frame), sizeof(frame));
  return frame;
}

/// Return the bits of a word of rows that are in a frame
static uint64_t
frame_rows(const char *planes, unsigned n_planes, size_t i_word, unsigned frame)
{
  uint64_t rows = UINT64_MAX;
  for (size_t k = 0U; k < n_planes; ++k) {
    const uint64_t plane = load_word(planes + k * PLANE_BYTES + i_word * 8U);
    rows &= (frame >> k) & 1U ? plane : ~plane;
  }

  return rows;
}

static tercet_id
get_framed(const tercet_column *column, const char *column_data, size_t i)
{
  const unsigned n_planes = count_planes(column->n_frames);
  const char *const planes =
      column_data + column->n_frames * sizeof(tercet_frame);
  unsigned frame = 0U;
  for (unsigned k = 0U; k < n_planes; ++k) {
    const uint64_t plane = load_word(planes + k * PLANE_BYTES + i / 64U * 8U);
    frame |= (unsigned)((plane >> (i % 64U)) & 1U) << k;
  }

  // The rows of the frame before this one
  const uint64_t below = (UINT64_C(1) << (i % 64U)) - 1U;
  size_t position = (size_t)__builtin_popcountll(
      frame_rows(planes, n_planes, i / 64U, frame) & below);
  for (size_t w = 0U; w < i / 64U; ++w) {
    position +=
        (size_t)__builtin_popcountll(frame_rows(planes, n_planes, w, frame));
  }

  const tercet_frame f = read_frame(column_data, frame);
  return unpack_one(column_data + f.offset, f.min, f.width, position);
}

/// Read the values of a frame to where their rows are, from the first row of a
/// word of 64 to the row `end`
static void
spread_frame(const tercet_column *column,
             const char *column_data,
             unsigned i_frame,
             size_t first_word,
             size_t end,
             tercet_id *out)
{
  tercet_id values[TERCET_BLOCK_ROWS];
  const unsigned n_planes = count_planes(column->n_frames);
  const char *const planes =
      column_data + column->n_frames * sizeof(tercet_frame);
  const tercet_frame frame = read_frame(column_data, i_frame);

  const size_t end_word = (end + 63U) / 64U;
  uint64_t rows[PLANE_WORDS] = {0U};
  size_t n_before = 0U;
  size_t n = 0U;
  for (size_t w = 0U; w < end_word; ++w) {
    uint64_t set = frame_rows(planes, n_planes, w, i_frame);
    if (w + 1U == end_word) {
      set &= UINT64_MAX >> (end_word * 64U - end);
    }
    const size_t count = (size_t)__builtin_popcountll(set);
    if (w < first_word) {
      n_before += count;
    } else {
      rows[w - first_word] = set;
      n += count;
    }
  }

  unpack(
      column_data + frame.offset, frame.min, frame.width, n_before, n, values);
  const tercet_id *next = values;
  for (size_t w = 0U; w < end_word - first_word; ++w) {
    for (uint64_t set = rows[w]; set; set &= set - 1U) {
      out[w * 64U + (size_t)__builtin_ctzll(set)] = *next++;
    }
  }
}

static void
read_framed(const tercet_column *column,
            const char *column_data,
            size_t first,
            size_t n_values,
            tercet_id *out)
{
  if (n_values < 8U) {
    for (size_t i = 0U; i < n_values; ++i) {
      out[i] = get_framed(column, column_data, first + i);
    }
    return;
  }

  tercet_id values[TERCET_BLOCK_ROWS];
  const size_t first_word = first / 64U;
  for (unsigned i = 0U; i < column->n_frames; ++i) {
    spread_frame(column, column_data, i, first_word, first + n_values, values);
  }
  memcpy(out, values + first % 64U, n_values * sizeof(tercet_id));
}

/* ---- Columns ---- */

/// Write a column as one frame
static tercet_status
write_plain(const tercet_id *values,
            size_t n_values,
            tercet_buffer *out,
            tercet_column *column)
{
  const size_t size = packed_size(n_values, column->width);
  TERCET_TRY(tercet_buffer_reserve(out, size));
  pack(values, n_values, column->min, column->width, out->data + out->length);
  out->length += size;
  return TERCET_OK;
}

tercet_status
tercet_column_write(const tercet_id *values,
                    size_t n_values,
                    size_t block_start,
                    tercet_buffer *out,
                    tercet_column *column)
{
  assert(n_values && n_values <= TERCET_BLOCK_ROWS);

  tercet_id min = values[0];
  tercet_id max = values[0];
  for (size_t i = 1U; i < n_values; ++i) {
    min = values[i] < min ? values[i] : min;
    max = values[i] > max ? values[i] : max;
  }

  *column = (tercet_column){min,
                            (uint32_t)(out->length - block_start),
                            (uint8_t)width_of(max - min),
                            0};
  if (tercet_id_tag(min) == tercet_id_tag(max)) {
    return write_plain(values, n_values, out, column);
  }

  tag_ranges ranges;
  find_tag_ranges(values, n_values, &ranges);
  const size_t size = framed_size(&ranges);
  if (size >= packed_size(n_values, column->width)) {
    return write_plain(values, n_values, out, column);
  }

  TERCET_TRY(tercet_buffer_reserve(out, size));
  column->n_frames = (uint8_t)count_frames(&ranges);
  write_frames(values, n_values, &ranges, out->data + out->length);
  out->length += size;
  return TERCET_OK;
}

tercet_id
tercet_column_get(const tercet_column *column, const char *data, size_t i)
{
  return column->n_frames
             ? get_framed(column, data + column->offset, i)
             : unpack_one(data + column->offset, column->min, column->width, i);
}

void
tercet_column_read(const tercet_column *column,
                   const char *data,
                   size_t first,
                   size_t n_values,
                   tercet_id *out)
{
  const char *const column_data = data + column->offset;
  if (column->n_frames) {
    read_framed(column, column_data, first, n_values, out);
  } else if (!column->width) {
    for (size_t i = 0U; i < n_values; ++i) {
      out[i] = column->min;
    }
  } else {
    unpack(column_data, column->min, column->width, first, n_values, out);
  }
}

size_t
tercet_column_lower_bound(const tercet_column *column,
                          const char *data,
                          size_t begin,
                          size_t end,
                          tercet_id key)
{
  size_t n = end - begin;
  while (n) {
    const size_t half = n / 2U;
    const bool less = tercet_column_get(column, data, begin + half) < key;
    begin = less ? begin + half + 1U : begin;
    n = less ? n - half - 1U : half;
  }

  return begin;
}

size_t
tercet_column_gallop(const tercet_column *column,
                     const char *data,
                     size_t begin,
                     size_t end,
                     tercet_id key)
{
  size_t step = 1U;
  while (begin + step <= end &&
         tercet_column_get(column, data, begin + step - 1U) < key) {
    begin += step;
    step *= 2U;
  }

  const size_t stop = begin + step - 1U < end ? begin + step - 1U : end;
  return tercet_column_lower_bound(column, data, begin, stop, key);
}
