// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_SPARQL_PARSER_H
#define TERCET_SPARQL_PARSER_H

#include "sparql/ast.h"

/**
   Parse a query of the whole SPARQL 1.1 grammar.

   Checks all that the grammar's notes ask for (SPARQL 1.1, 19.8): scopes of
   BIND and SELECT ... AS, blank node labels, no nested aggregates, projections
   of grouped queries.

   @param text UTF-8; the tree keeps no pointer into it.
   @param base Base IRI, or empty: then a relative IRI before any BASE is an
   error.
   @param registry Functions and aggregates by IRI; an IRI called as a function
   that is not there is #TERCET_ERR_NOT_FOUND, named with its place.  NULL
   accepts every IRI, with any arguments, as a function: such a tree can be
   checked, but not be run.
   @param arena Where the tree lives.
   @return #TERCET_OK, #TERCET_ERR_SYNTAX or _NOT_FOUND with line and column,
   #TERCET_ERR_LIMIT for nesting that is too deep, #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_sparql_parse(tercet_string text,
                    tercet_string base,
                    const tercet_registry *registry,
                    tercet_arena *arena,
                    tercet_ast *out,
                    tercet_error *err);

#endif // TERCET_SPARQL_PARSER_H
