// SPDX-License-Identifier: Apache-2.0

#include "rdf/iri.h"

#include "base/error.h"
#include "base/string_view.h"
#include "rdf/character.h"

#include <limits.h>
#include <unistd.h>

/// The parts of RFC 3986, 3; a part that is absent has no data
typedef struct {
  tercet_string scheme;
  tercet_string authority;
  tercet_string path;
  tercet_string query;
  tercet_string fragment;
} iri_parts;

/// Return the length of the scheme without its ':', or 0
static size_t
scheme_length(tercet_string iri)
{
  if (!iri.length || !tercet_char_is(iri.data[0], TERCET_CHAR_ALPHA)) {
    return 0;
  }

  size_t i = 1;
  while (i < iri.length &&
         (tercet_char_is(iri.data[i], TERCET_CHAR_ALPHA | TERCET_CHAR_DIGIT) ||
          iri.data[i] == '+' || iri.data[i] == '-' || iri.data[i] == '.')) {
    ++i;
  }
  return i < iri.length && iri.data[i] == ':' ? i : 0;
}

bool
tercet_iri_has_scheme(tercet_string iri)
{
  return scheme_length(iri) != 0;
}

/// Cut `iri` before the first of the characters `stops` and return that part
static tercet_string
take_until(tercet_string *iri, const char *stops)
{
  size_t i = 0;
  while (i < iri->length && (!iri->data[i] || !strchr(stops, iri->data[i]))) {
    ++i;
  }

  const tercet_string part = {iri->data, i};
  iri->data += i;
  iri->length -= i;
  return part;
}

static void
skip(tercet_string *iri, size_t n)
{
  iri->data += n;
  iri->length -= n;
}

static iri_parts
split(tercet_string iri)
{
  iri_parts parts = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};

  const size_t n_scheme = scheme_length(iri);
  if (n_scheme) {
    parts.scheme.data = iri.data;
    parts.scheme.length = n_scheme;
    skip(&iri, n_scheme + 1U);
  }
  if (iri.length >= 2 && iri.data[0] == '/' && iri.data[1] == '/') {
    skip(&iri, 2);
    parts.authority = take_until(&iri, "/?#");
  }
  parts.path = take_until(&iri, "?#");
  if (iri.length && iri.data[0] == '?') {
    skip(&iri, 1);
    parts.query = take_until(&iri, "#");
  }
  if (iri.length) {
    skip(&iri, 1);
    parts.fragment = iri;
  }
  return parts;
}

/// Remove the last segment and its slash from the path that starts at `start`
static void
drop_last_segment(tercet_buffer *out, size_t start)
{
  while (out->length > start) {
    if (out->data[--out->length] == '/') {
      return;
    }
  }
}

/**
   Append `path` without dot segments (RFC 3986, 5.2.4).

   `start` is where the path begins in `out`, which may hold its first part
   already, ending in a slash: that of the base.
*/
static tercet_status
append_path(tercet_string path, size_t start, tercet_buffer *out)
{
  // One segment at a time, with the slash before it; the first may lack one
  while (path.length) {
    const bool slash = path.data[0] == '/';
    tercet_string rest = path;
    skip(&rest, slash ? 1U : 0U);
    const tercet_string name = take_until(&rest, "/");
    const bool up = tercet_string_is(name, "..");
    const bool last = rest.length == 0;

    if (up || tercet_string_is(name, ".")) {
      if (up && slash) {
        drop_last_segment(out, start);
      }
      if (last && slash) {
        TERCET_TRY(tercet_buffer_append_char(out, '/'));
      } else if (!slash && !last) {
        skip(&rest, 1); // "./" and "../" vanish with their slash
      }
    } else {
      const size_t length = name.length + (slash ? 1U : 0U);
      TERCET_TRY(tercet_buffer_append(out, path.data, length));
    }
    path = rest;
  }

  return TERCET_OK;
}

/// Append the base's path up to its last slash, then the reference's
/// (RFC 3986, 5.2.3)
static tercet_status
append_merged_path(const iri_parts *base,
                   tercet_string path,
                   tercet_buffer *out)
{
  // What is merged has to go through the removal of dot segments as a whole
  tercet_buffer merged;
  tercet_buffer_init(&merged, out->alloc, SIZE_MAX);

  size_t n_kept = base->path.length;
  while (n_kept && base->path.data[n_kept - 1U] != '/') {
    --n_kept;
  }

  tercet_status st = TERCET_OK;
  if (base->authority.data && !base->path.length) {
    st = tercet_buffer_append_char(&merged, '/');
  } else {
    st = tercet_buffer_append(&merged, base->path.data, n_kept);
  }
  if (!st) {
    st = tercet_buffer_append(&merged, path.data, path.length);
  }
  if (!st) {
    st = append_path(tercet_buffer_view(&merged), out->length, out);
  }

  tercet_buffer_clear(&merged);
  return st;
}

/// Append a part with what introduces it, if it is there
static tercet_status
append_part(const char *before, tercet_string part, tercet_buffer *out)
{
  if (!part.data) {
    return TERCET_OK;
  }

  TERCET_TRY(tercet_buffer_append_text(out, before));
  return tercet_buffer_append(out, part.data, part.length);
}

tercet_status
tercet_iri_resolve(tercet_string base,
                   tercet_string reference,
                   tercet_buffer *out)
{
  const iri_parts r = split(reference);
  if (r.scheme.data) {
    return tercet_buffer_append(out, reference.data, reference.length);
  }

  const iri_parts b = split(base);
  if (b.scheme.data) {
    TERCET_TRY(tercet_buffer_append(out, b.scheme.data, b.scheme.length));
    TERCET_TRY(tercet_buffer_append_char(out, ':'));
  }

  const bool own_authority = r.authority.data != NULL;
  TERCET_TRY(append_part("//", own_authority ? r.authority : b.authority, out));
  if (own_authority || (r.path.length && r.path.data[0] == '/')) {
    TERCET_TRY(append_path(r.path, out->length, out));
  } else if (r.path.length) {
    TERCET_TRY(append_merged_path(&b, r.path, out));
  } else {
    TERCET_TRY(tercet_buffer_append(out, b.path.data, b.path.length));
  }

  const bool base_query =
      !own_authority && !r.path.length && r.query.data == NULL;
  TERCET_TRY(append_part("?", base_query ? b.query : r.query, out));
  return append_part("#", r.fragment, out);
}

/// Append a path with everything percent-encoded that is not allowed in one
static tercet_status
append_encoded(const char *path, tercet_buffer *out)
{
  static const char hex[] = "0123456789ABCDEF";
  for (const char *p = path; *p; ++p) {
    if (tercet_char_is(*p, TERCET_CHAR_NAME) ||
        strchr("/.~!$&'()*+,;=:@", *p)) {
      TERCET_TRY(tercet_buffer_append_char(out, *p));
    } else {
      const uint8_t byte = (uint8_t)*p;
      const char text[3] = {'%', hex[byte >> 4U], hex[byte & 15U]};
      TERCET_TRY(tercet_buffer_append(out, text, sizeof(text)));
    }
  }

  return TERCET_OK;
}

tercet_status
tercet_iri_from_path(const char *path, tercet_buffer *out)
{
  TERCET_TRY(tercet_buffer_append_text(out, "file://"));
  if (path[0] != '/') {
    char folder[PATH_MAX];
    if (!getcwd(folder, sizeof(folder))) {
      return TERCET_ERR_IO;
    }
    TERCET_TRY(append_encoded(folder, out));
    TERCET_TRY(tercet_buffer_append_char(out, '/'));
  }
  return append_encoded(path, out);
}
