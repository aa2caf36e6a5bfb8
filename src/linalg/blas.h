// SPDX-License-Identifier: Apache-2.0

/**
   The BLAS and LAPACK routines, found at run time.

   The library is loaded at the first use, so that programs which never
   multiply a matrix do not pay for it, and so that the right kernel can be
   asked for before its constructor looks.  The routines are called by their
   Fortran names: matrices in column-major order, every argument by address,
   and the lengths of texts behind the other arguments.
*/

#ifndef TERCET_LINALG_BLAS_H
#define TERCET_LINALG_BLAS_H

#include <tercet/tensor.h>

/// Integers of Debian's libraries
typedef int32_t blas_int;

/// Alpha, beta and elements are of the type that the table is for
typedef void
blas_gemm(const char *trans_a,
          const char *trans_b,
          const blas_int *m,
          const blas_int *n,
          const blas_int *k,
          const void *alpha,
          const void *a,
          const blas_int *lda,
          const void *b,
          const blas_int *ldb,
          const void *beta,
          void *c,
          const blas_int *ldc,
          size_t trans_a_length,
          size_t trans_b_length);

typedef void
blas_gemv(const char *trans,
          const blas_int *m,
          const blas_int *n,
          const void *alpha,
          const void *a,
          const blas_int *lda,
          const void *x,
          const blas_int *incx,
          const void *beta,
          void *y,
          const blas_int *incy,
          size_t trans_length);

typedef void
lapack_getrf(const blas_int *m,
             const blas_int *n,
             void *a,
             const blas_int *lda,
             blas_int *pivots,
             blas_int *info);

typedef void
lapack_getri(const blas_int *n,
             void *a,
             const blas_int *lda,
             const blas_int *pivots,
             void *work,
             const blas_int *lwork,
             blas_int *info);

typedef void
lapack_gesv(const blas_int *n,
            const blas_int *nrhs,
            void *a,
            const blas_int *lda,
            blas_int *pivots,
            void *b,
            const blas_int *ldb,
            blas_int *info);

typedef void
lapack_potrf(const char *uplo,
             const blas_int *n,
             void *a,
             const blas_int *lda,
             blas_int *info,
             size_t uplo_length);

typedef void
lapack_geqrf(const blas_int *m,
             const blas_int *n,
             void *a,
             const blas_int *lda,
             void *tau,
             void *work,
             const blas_int *lwork,
             blas_int *info);

/// orgqr, for complex numbers ungqr
typedef void
lapack_orgqr(const blas_int *m,
             const blas_int *n,
             const blas_int *k,
             void *a,
             const blas_int *lda,
             const void *tau,
             void *work,
             const blas_int *lwork,
             blas_int *info);

/// gehrd; also orghr, for complex numbers unghr, which only reads tau
typedef void
lapack_gehrd(const blas_int *n,
             const blas_int *ilo,
             const blas_int *ihi,
             void *a,
             const blas_int *lda,
             void *tau,
             void *work,
             const blas_int *lwork,
             blas_int *info);

typedef void
lapack_gesdd_real(const char *jobz,
                  const blas_int *m,
                  const blas_int *n,
                  void *a,
                  const blas_int *lda,
                  void *s,
                  void *u,
                  const blas_int *ldu,
                  void *vt,
                  const blas_int *ldvt,
                  void *work,
                  const blas_int *lwork,
                  blas_int *iwork,
                  blas_int *info,
                  size_t jobz_length);

typedef void
lapack_gesdd_complex(const char *jobz,
                     const blas_int *m,
                     const blas_int *n,
                     void *a,
                     const blas_int *lda,
                     void *s,
                     void *u,
                     const blas_int *ldu,
                     void *vt,
                     const blas_int *ldvt,
                     void *work,
                     const blas_int *lwork,
                     void *rwork,
                     blas_int *iwork,
                     blas_int *info,
                     size_t jobz_length);

typedef void
lapack_syevd(const char *jobz,
             const char *uplo,
             const blas_int *n,
             void *a,
             const blas_int *lda,
             void *w,
             void *work,
             const blas_int *lwork,
             blas_int *iwork,
             const blas_int *liwork,
             blas_int *info,
             size_t jobz_length,
             size_t uplo_length);

typedef void
lapack_heevd(const char *jobz,
             const char *uplo,
             const blas_int *n,
             void *a,
             const blas_int *lda,
             void *w,
             void *work,
             const blas_int *lwork,
             void *rwork,
             const blas_int *lrwork,
             blas_int *iwork,
             const blas_int *liwork,
             blas_int *info,
             size_t jobz_length,
             size_t uplo_length);

typedef void
lapack_geev_real(const char *jobvl,
                 const char *jobvr,
                 const blas_int *n,
                 void *a,
                 const blas_int *lda,
                 void *wr,
                 void *wi,
                 void *vl,
                 const blas_int *ldvl,
                 void *vr,
                 const blas_int *ldvr,
                 void *work,
                 const blas_int *lwork,
                 blas_int *info,
                 size_t jobvl_length,
                 size_t jobvr_length);

typedef void
lapack_geev_complex(const char *jobvl,
                    const char *jobvr,
                    const blas_int *n,
                    void *a,
                    const blas_int *lda,
                    void *w,
                    void *vl,
                    const blas_int *ldvl,
                    void *vr,
                    const blas_int *ldvr,
                    void *work,
                    const blas_int *lwork,
                    void *rwork,
                    blas_int *info,
                    size_t jobvl_length,
                    size_t jobvr_length);

typedef void
lapack_gelsd_real(const blas_int *m,
                  const blas_int *n,
                  const blas_int *nrhs,
                  void *a,
                  const blas_int *lda,
                  void *b,
                  const blas_int *ldb,
                  void *s,
                  const void *rcond,
                  blas_int *rank,
                  void *work,
                  const blas_int *lwork,
                  blas_int *iwork,
                  blas_int *info);

typedef void
lapack_gelsd_complex(const blas_int *m,
                     const blas_int *n,
                     const blas_int *nrhs,
                     void *a,
                     const blas_int *lda,
                     void *b,
                     const blas_int *ldb,
                     void *s,
                     const void *rcond,
                     blas_int *rank,
                     void *work,
                     const blas_int *lwork,
                     void *rwork,
                     blas_int *iwork,
                     blas_int *info);

/// The routines for one type of elements
typedef struct {
  blas_gemm *gemm;
  blas_gemv *gemv;
  lapack_getrf *getrf;
  lapack_getri *getri;
  lapack_gesv *gesv;
  lapack_potrf *potrf;
  lapack_geqrf *geqrf;
  lapack_orgqr *orgqr;
  lapack_gehrd *gehrd;
  lapack_gehrd *orghr;
  union {
    lapack_gesdd_real *real;
    lapack_gesdd_complex *complex;
  } gesdd;
  union {
    lapack_syevd *real;
    lapack_heevd *complex;
  } syevd;
  union {
    lapack_geev_real *real;
    lapack_geev_complex *complex;
  } geev;
  union {
    lapack_gelsd_real *real;
    lapack_gelsd_complex *complex;
  } gelsd;
} tercet_blas_functions;

/// Return the routines for float32, float64, complex64 or complex128, of which
/// gemm and gemv are there; NULL for other dtypes and without a library
const tercet_blas_functions *
tercet_blas(tercet_dtype dtype);

/// Return whether all routines are there
bool
tercet_blas_has_lapack(void);

#endif // TERCET_LINALG_BLAS_H
