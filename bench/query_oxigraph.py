# SPDX-License-Identifier: Apache-2.0
"""query_oxigraph.py DATA.nt QUERY.rq...: what Oxigraph takes for each query.

Needs the package pyoxigraph.  Prints one number of seconds for each query, the
best of several warm runs with all rows read.  The store is in memory.
"""

import sys
import time

import pyoxigraph

# Seconds that the further runs of one query may take
PATIENCE = 2.0


def run(store, text):
    """Return the seconds of one run."""
    start = time.perf_counter()
    for solution in store.query(text):
        for term in solution:
            str(term)
    return time.perf_counter() - start


def main():
    store = pyoxigraph.Store()
    store.bulk_load(path=sys.argv[1], format=pyoxigraph.RdfFormat.N_TRIPLES)
    store.optimize()
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        best = run(store, text)
        spent = best
        while spent < PATIENCE and spent < 20 * best:
            seconds = run(store, text)
            spent += seconds
            best = min(best, seconds)
        print(best, flush=True)


main()
