// SPDX-License-Identifier: Apache-2.0

/**
   @file tercet.h

   The whole of Tercet: arrays, RDF, datasets and SPARQL.
*/

#ifndef TERCET_TERCET_H
#define TERCET_TERCET_H

#include <tercet/linalg.h>
#include <tercet/onnx.h>
#include <tercet/onnx_model.h>
#include <tercet/random.h>
#include <tercet/rdf.h>
#include <tercet/rdftensor.h>
#include <tercet/sparql.h>
#include <tercet/status.h>
#include <tercet/store.h>
#include <tercet/tensor.h>
#include <tercet/version.h>

#endif // TERCET_TERCET_H
