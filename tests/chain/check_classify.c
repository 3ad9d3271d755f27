/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Classification against reduced Hessians formed densely, with a null space
   by QR, and against the eigenvalues of an independent computation (GNU
   Octave). */
#include "pantin/chain/classify.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort_vector.h>
#include <math.h>
#include <string.h>

/* The oracle ----------------------------------------------------------- */

/* The constraints' gradients as columns, a bar's and then a contact's, in the
   order x_1, y_1, x_2, ... of the free nodes. */
static gsl_matrix *normals(const pn_chain *chain, const pn_chain_point *p,
                           size_t active)
{
  const size_t n = chain->bars;
  gsl_matrix *N = gsl_matrix_calloc(2 * (n - 1), n + active);
  for (size_t i = 0; i < n; i++) {
    const double d[2] = {p->x[i + 1] - p->x[i], p->y[i + 1] - p->y[i]};
    for (size_t k = 0; k < 2; k++) {
      if (i > 0)
        gsl_matrix_set(N, 2 * (i - 1) + k, i, -2 * d[k]);
      if (i + 1 < n)
        gsl_matrix_set(N, 2 * i + k, i, 2 * d[k]);
    }
  }
  size_t column = n;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++)
      if (p->mu[j * (n + 1) + i] > 0) {
        gsl_matrix_set(N, 2 * (i - 1), column, chain->slope[j]);
        gsl_matrix_set(N, 2 * (i - 1) + 1, column++, -1);
      }
  return N;
}

/* The Hessian of sum lambda_i |p_{i+1} - p_i|^2, in that order. */
static gsl_matrix *hessian(const pn_chain_point *p)
{
  const size_t n = p->bars;
  gsl_matrix *H = gsl_matrix_calloc(2 * (n - 1), 2 * (n - 1));
  for (size_t i = 1; i < n; i++)
    for (size_t k = 0; k < 2; k++) {
      const size_t row = 2 * (i - 1) + k;
      gsl_matrix_set(H, row, row, 2 * p->lambda[i - 1] + 2 * p->lambda[i]);
      if (i + 1 < n) {
        gsl_matrix_set(H, row, row + 2, -2 * p->lambda[i]);
        gsl_matrix_set(H, row + 2, row, -2 * p->lambda[i]);
      }
    }
  return H;
}

/* Q of N P = Q R by pivoted QR, and the rank of N. */
static gsl_matrix *factor(gsl_matrix *N, size_t *rank)
{
  const size_t m = N->size1, c = N->size2, k = m < c ? m : c;
  gsl_matrix *Q = gsl_matrix_alloc(m, m), *R = gsl_matrix_alloc(m, c);
  gsl_vector *tau = gsl_vector_alloc(k), *norm = gsl_vector_alloc(c);
  gsl_permutation *P = gsl_permutation_alloc(c);
  int sign;
  gsl_linalg_QRPT_decomp2(N, Q, R, tau, P, &sign, norm);
  for (*rank = 0; *rank < k; ++*rank)
    if (fabs(gsl_matrix_get(R, *rank, *rank)) < 1e-10)
      break;
  gsl_permutation_free(P);
  gsl_vector_free(norm);
  gsl_vector_free(tau);
  gsl_matrix_free(R);
  return Q;
}

/* The eigenvalues of Z^T H Z, ascending, for Z an orthonormal basis of what
   is at right angles to all normals; NULL if nothing is. */
static gsl_vector *reduced_eigenvalues(const pn_chain_point *p, gsl_matrix *N)
{
  size_t rank;
  const size_t m = N->size1;
  gsl_matrix *H = hessian(p), *Q = factor(N, &rank);
  gsl_vector *e = NULL;
  if (rank < m) {
    const size_t dof = m - rank;
    gsl_matrix *HZ = gsl_matrix_alloc(m, dof);
    gsl_matrix *M = gsl_matrix_alloc(dof, dof);
    gsl_eigen_symm_workspace *w = gsl_eigen_symm_alloc(dof);
    const gsl_matrix_view Z = gsl_matrix_submatrix(Q, 0, rank, m, dof);
    e = gsl_vector_alloc(dof);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, H, &Z.matrix, 0, HZ);
    gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, &Z.matrix, HZ, 0, M);
    gsl_eigen_symm(M, e, w);
    gsl_sort_vector(e);
    gsl_eigen_symm_free(w);
    gsl_matrix_free(M);
    gsl_matrix_free(HZ);
  }
  gsl_matrix_free(Q);
  gsl_matrix_free(N);
  gsl_matrix_free(H);
  return e;
}

static size_t count_negative(const gsl_vector *e)
{
  size_t count = 0;
  for (size_t k = 0; e && k < e->size; k++)
    count += gsl_vector_get(e, k) < 0;
  return count;
}

/* The fixture ---------------------------------------------------------- */

static gsl_rng *source;
static pn_chain *chain;
static pn_chain_point *point;

static void open_random(void)
{
  source = gsl_rng_alloc(gsl_rng_mt19937);
}

static void close_all(void)
{
  gsl_rng_free(source);
  source = NULL;
  pn_chain_point_free(point);
  pn_chain_free(chain);
  point = NULL;
  chain = NULL;
}

static pn_chain_class classify(void)
{
  pn_chain_class verdict;
  ck_assert_int_eq(pn_chain_classify(chain, point, &verdict), GSL_SUCCESS);
  return verdict;
}

static void fill_point(const double *x, const double *y, const double *lambda)
{
  const size_t n = chain->bars;
  point = pn_chain_point_alloc(chain);
  memcpy(point->x + 1, x, (n - 1) * sizeof *x);
  memcpy(point->y + 1, y, (n - 1) * sizeof *y);
  memcpy(point->lambda, lambda, n * sizeof *lambda);
}

/* Random points -------------------------------------------------------- */

/* The inertia is that of any point and any lambda, stationary or not. Every
   third chain has integer lambda, so that sums of neighbours vanish. */
START_TEST(the_index_is_that_of_a_dense_reduced_hessian)
{
  gsl_rng_set(source, 2019 + (unsigned long)_i);
  chain = course_random_chain(source, 3 + (size_t)_i % 38, 0);
  point = course_random_point(source, chain);
  for (size_t i = 0; _i % 3 == 0 && i < chain->bars; i++)
    point->lambda[i] = point->lambda[i] > 0 ? 1 : -1;
  gsl_vector *e = reduced_eigenvalues(point, normals(chain, point, 0));
  const pn_chain_class verdict = classify();
  ck_assert_uint_eq(verdict.dof, chain->bars - 2);
  ck_assert_uint_eq(verdict.index, count_negative(e));
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert_uint_eq(verdict.active, 0);
  ck_assert_int_eq(verdict.kind, verdict.index == 0 ? PN_CHAIN_MINIMUM
                                 : verdict.index == verdict.dof
                                     ? PN_CHAIN_MAXIMUM
                                     : PN_CHAIN_SADDLE);
  gsl_vector_free(e);
}
END_TEST

START_TEST(contacts_restrict_the_directions)
{
  gsl_rng_set(source, 3019 + (unsigned long)_i);
  chain = course_random_chain(source, 6 + (size_t)_i % 30, 2);
  point = course_random_point(source, chain);
  const size_t n = chain->bars;
  chain->slope[0] = 0.385;
  chain->slope[1] = -1.2;
  /* Some nodes touch the one facet, some the other, some both; where these
     are neighbours, what fixes them is more than is needed. */
  size_t active = 0;
  memset(point->mu, 0, 2 * (n + 1) * sizeof *point->mu);
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 1; i < n && active + 3 < n; i++)
      if (gsl_rng_uniform(source) < 0.2) {
        point->mu[k * (n + 1) + i] = 0.1 + gsl_rng_uniform(source);
        active++;
      }
  gsl_vector *e = reduced_eigenvalues(point, normals(chain, point, active));
  const pn_chain_class verdict = classify();
  ck_assert_uint_eq(verdict.active, active);
  ck_assert_uint_eq(verdict.dof, n - 2 - active);
  ck_assert_uint_eq(verdict.index, count_negative(e));
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert_int_eq(verdict.global, 0);
  if (active > 0)
    ck_assert_int_ne(verdict.kind, PN_CHAIN_MAXIMUM);
  gsl_vector_free(e);
}
END_TEST

/* lambda between a positive and a negative one, where the lowest eigenvalue
   passes through zero. */
START_TEST(a_zero_eigenvalue_is_degenerate)
{
  gsl_rng_set(source, 4019 + (unsigned long)_i);
  chain = course_random_chain(source, 3 + (size_t)_i, 0);
  point = course_random_point(source, chain);
  double low = 0, high = 1;
  for (int k = 0; k < 60; k++) {
    const double middle = (low + high) / 2;
    gsl_rng_set(source, 5019 + (unsigned long)_i);
    for (size_t i = 0; i < chain->bars; i++) {
      const double plus = 0.1 + gsl_rng_uniform(source);
      const double minus = -0.1 - gsl_rng_uniform(source);
      point->lambda[i] = (1 - middle) * plus + middle * minus;
    }
    gsl_vector *e = reduced_eigenvalues(point, normals(chain, point, 0));
    *(gsl_vector_get(e, 0) > 0 ? &low : &high) = middle;
    gsl_vector_free(e);
  }
  const pn_chain_class verdict = classify();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_DEGENERATE);
  ck_assert_uint_eq(verdict.nullity, 1);
  ck_assert_uint_eq(verdict.index, 0);
  /* And not when lambda is moved a little. */
  for (size_t i = 0; i < chain->bars; i++)
    point->lambda[i] += 1e-5;
  ck_assert_int_eq(classify().kind, PN_CHAIN_MINIMUM);
  for (size_t i = 0; i < chain->bars; i++)
    point->lambda[i] -= 2e-5;
  ck_assert_uint_eq(classify().index, 1);
  ck_assert_uint_eq(classify().nullity, 0);
}
END_TEST

/* The course's chain --------------------------------------------------- */

static const struct {
  double energy;
  const char *signs;
  double x[4], y[4], lambda[5], eigenvalues[3];
} six[] = {
    {-1.9611159877817619,
     "+++++",
     {0.13169595435924572, 0.30198332172084014, 0.5016994253968203,
      0.7007836354671912},
     {-0.6874999458948396, -1.1576086700396457, -1.3814690683518196,
      -1.4005865289744144},
     {0.9261268231351536, 0.7162431231407255, 0.6107026603541206,
      0.6126410315884336, 0.40762194280689756},
     {0.7559542126586337, 2.532818377919804, 4.541120219237334}},
    {-1.818786527406789,
     "+++-+",
     {0.23520090501272295, 0.5033964317574247, 0.7429812641480018,
      0.5485576985726717},
     {-0.6593030670952442, -1.081287852880386, -1.2618400837953736,
      -1.2149415001389847},
     {1.0372269377640835, 0.9096226079039449, 1.018247741442928,
      -1.2547692649488302, 0.5403940075938121},
     {-2.1341761372604218, 2.060884641175064, 5.762498267542021}},
    {-1.611131933265095,
     "++-++",
     {0.2719724483855026, 0.5475100171308244, 0.3292123890176191,
      0.5018098898248943},
     {-0.6450046413160103, -1.0622324546385609, -0.8564506635098297,
      -0.9574957164074488},
     {1.2865859617672013, 1.2699391073007116, -1.6029305361887956,
      2.0273522643352955, 0.7023743083885238},
     {-3.613914380435597, 5.238441463253897, 6.6494873695589805}},
    {-0.854611514541274,
     "--+--",
     {0.678726608094504, 0.9298052482877207, 0.8256783127943996,
      0.883448837673492},
     {-0.17126059518911355, -0.6036487500207709, -0.32229917866021285,
      -0.513773893584127},
     {-0.30072483346859125, -0.8129323387797921, 1.9602031426634414,
      -3.533115660920547, -1.7512476247823707},
     {-15.015258074670099, -1.8333506127636854, 4.944567781839904}},
    {-0.7364724659826801,
     "---+-",
     {0.6981665160503321, 0.8907394950210612, 0.9627899888837406,
      0.9240914078515179},
     {0.05063117484456863, -0.41079666108466867, -0.7020160394476891,
      -0.5057957045532331},
     {-0.17406223707826413, -0.6310564768036858, -1.686656386678922,
      3.140281178156644, -1.6009310961682566},
     {-6.66293134961345, -1.6575602925499424, 9.644145741802282}},
    {-0.2625579191352696,
     "-----",
     {0.5611321469896097, 0.7981157005351964, 0.878542653077005,
      0.9203481129387352},
     {0.418486216756097, -0.021785057969958666, -0.31080323266635673,
      -0.5063851938124432},
     {-0.20534370510166458, -0.4862149815486387, -1.432665921969388,
      -2.7562178360338594, -1.4466067078344558},
     {-14.264399929962767, -5.043143398205985, -1.0437643515610244}},
};

START_TEST(the_six_points_of_the_course_chain)
{
  chain = course_chain(course_find("2a"));
  fill_point(six[_i].x, six[_i].y, six[_i].lambda);
  gsl_vector *e = reduced_eigenvalues(point, normals(chain, point, 0));
  size_t negative = 0;
  for (size_t k = 0; k < 3; k++) {
    test_close(gsl_vector_get(e, k), six[_i].eigenvalues[k], 1e-12,
               "the oracle's own eigenvalue %zu", k);
    negative += six[_i].eigenvalues[k] < 0;
  }
  gsl_vector_free(e);
  const pn_chain_class verdict = classify();
  ck_assert_uint_eq(verdict.index, negative);
  ck_assert_uint_eq(verdict.dof, 3);
  ck_assert_int_eq(verdict.kind, negative == 0   ? PN_CHAIN_MINIMUM
                                 : negative == 3 ? PN_CHAIN_MAXIMUM
                                                 : PN_CHAIN_SADDLE);
  /* Of the six, the first and the last have lambda of one sign. */
  ck_assert_int_eq(verdict.global, _i == 0 || _i == 5);
}
END_TEST

static const struct {
  const char *name;
  pn_chain_lambda lambda;
  pn_chain_kind kind;
} runs[] = {
    {"2a", PN_CHAIN_LAMBDA_ZEROS, PN_CHAIN_MINIMUM},
    {"2b", PN_CHAIN_LAMBDA_ZEROS, PN_CHAIN_MAXIMUM},
    {"2c", PN_CHAIN_LAMBDA_ZEROS, PN_CHAIN_SADDLE},
    {"2d", PN_CHAIN_LAMBDA_ONES, PN_CHAIN_SADDLE},
    {"3a", PN_CHAIN_LAMBDA_ZEROS, PN_CHAIN_ISOLATED},
    {"3b", PN_CHAIN_LAMBDA_ZEROS, PN_CHAIN_ISOLATED},
    {"3c", PN_CHAIN_LAMBDA_LEAST_SQUARES, PN_CHAIN_ISOLATED},
};

static void run(const pn_chain_method *method, pn_chain_settings settings)
{
  pn_chain_solver *solver = pn_chain_solver_alloc(method, chain);
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, point, NULL),
                   GSL_SUCCESS);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_solver_test(solver), GSL_SUCCESS);
  pn_chain_point_copy(point, solver->point);
  pn_chain_solver_free(solver);
}

START_TEST(the_sources_runs_end_where_they_should)
{
  const course_case *course = course_find(runs[_i].name);
  chain = course_chain(course);
  point = course_start(course, chain);
  pn_chain_settings settings = pn_chain_settings_default();
  settings.lambda = runs[_i].lambda;
  run(pn_chain_armijo, settings);
  const pn_chain_class verdict = classify();
  ck_assert_msg(verdict.kind == runs[_i].kind, "%s is a %s", runs[_i].name,
                pn_chain_kind_name(verdict.kind));
}
END_TEST

/* The floor ------------------------------------------------------------ */

/* Minima on the floors of cases 4b and 4c, with the eigenvalues of their
   reduced Hessians. */
static const struct {
  const char *name;
  size_t facets;
  double x[9], y[9], lambda[10], mu[18];
  size_t active;
  double eigenvalues[5];
} rested[] = {
    {"4b",
     1,
     {0.07010795687876756, 0.1918997803889117, 0.37078521858889485,
      0.6391133758888696, 0.9074415331888445, 1.406648371832125,
      1.2625578599038165, 1.1538788531214939, 1.0330571007587552},
     {-0.18730956831482176, -0.3459498901944558, -0.43539260929444745,
      -0.5695566879444348, -0.7037207665944222, -0.6755688172519426,
      -0.5368679723654101, -0.36897254811326463, -0.09437811234298715},
     {1.0417726985852918, 0.5996835692653182, 0.3157486863880038,
      0.024160126133686725, -0.19944667161629226, -0.3440235609347558,
      1.1918821855424537, 1.580240005478023, 1.4214237992297787,
      5.195220098893815},
     {0, 0.0662148532172313, 0.19999999999999998, 0.24, 0.4728870255945223, 0,
      0, 0, 0},
     4,
     {1.763023050128371, 2.6151496354237036, 8.167761143250269,
      14.256981868646474}},
    {"4b",
     1,
     {0.0722088291042685, 0.19253268318744546, 0.37141812138742863,
      0.6397462786874034, 0.8719909278033706, 1.171859115549274,
      1.1124946139181244, 1.0671233196113723, 1.0147316067954717},
     {-0.18650974505207643, -0.3462663415937227, -0.43570906069371435,
      -0.5698731393437018, -0.3799720520456, -0.7800708773100434,
      -0.5890843438945031, -0.3942987036308275, -0.09890894682092019},
     {1.10330811099648, 0.6621179768828314, 0.3692081140419026,
      0.05979974456961935, -0.40018146248107195, -0.30993618908113346,
      1.5655821371852308, 2.0484318280247877, 1.7739447393753527,
      6.308884334681005},
     {0, 0.05449052627569205, 0.19999999999999998, 0.4359438344160251, 0, 0, 0,
      0, 0},
     3,
     {0.24620987427400978, 2.354086583136551, 4.313111535280012,
      11.070532081496937, 17.661303316011203}},
    {"4b",
     1,
     {0.1096795970071372, 0.23931444796945306, 0.3936030860268042,
      0.661931243326779, 0.3936030860268042, 0.8408166815267621,
      0.7368200561497504, 0.9024724863723544, 0.9832748073260417},
     {-0.16724349314802053, -0.31954190225323137, -0.4468015430134021,
      -0.5809656216633895, -0.4468015430134021, -0.6704083407633811,
      -0.49957303437095674, -0.38750487492615576, -0.0985914191500405},
     {2.6049103115127967, 2.2039251874444843, 1.8517599014663626,
      1.0167629563901637, -0.7931561586401848, 0.2970082569841277,
      -0.41460793618813624, 0.26029093663251285, 0.5336211350018901,
      2.5780167115939587},
     {0, 0, 0.051517530829650264, 0.23999999999999996, 0.32000000000000006,
      0.3588332171238147, 0, 0, 0},
     4,
     {0.5362224737960375, 3.248951043075019, 6.3644910739838725,
      13.138560049122626}},
    {"4c",
     2,
     {0.055542925908666954, 0.18653344066418442, 0.36541887886416763,
      0.6577747928773027, 0.9577747928773026, 1.4577747928773026,
      1.2577747928773026, 1.0913768758511009, 1.0155419588959318},
     {-0.19213272334900253, -0.3432667203320922, -0.4327094394320838, -0.5,
      -0.5, -0.5, -0.5, -0.3890417501519544, -0.09878485467761325},
     {0.7809540447056096, 0.3311420886017272, 0.0822867933272073,
      -0.13527592664829102, -0.13182905726411642, -0.07909743435846985,
      0.1977435858961746, 0.23767555439415397, 0.5215106545526346,
      2.544641730431229},
     {0, 0.11462625424299404, 0.21707450504657544, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0.3182055858710156, 0.4, 0.35, 0.14725587290552145, 0, 0},
     6,
     {0.8569323827890825, 6.243324331133705}},
    {"4c",
     2,
     {0.1010746709517631, 0.22800293749177009, 0.3896972207750092,
      0.6845841893304384, 0.3896972207750092, 0.8866462364937353,
      0.6866618237091152, 0.8355160701405788, 0.9678423500947232},
     {-0.1725801578745159, -0.3271415215885727, -0.44484861038750456, -0.5,
      -0.44484861038750456, -0.5, -0.49750307325083476, -0.3639275765483291,
      -0.09468836017467856},
     {2.0201659748415555, 1.608685100183727, 1.2628004344308423,
      0.6698694675489363, -0.6698694675489362, 0.22116764049951276,
      -0.5495880390110012, 0.7383668513996404, 0.8305911818359379,
      3.417819448212562},
     {0, 0, 0.026607338246850645, 0, 0.3505069414331174, 0, 0, 0, 0, 0, 0, 0,
      0.30000000000000004, 0, 0.32834915672952575, 0, 0, 0},
     4,
     {1.9193905803938638, 2.592010232189666, 8.822695263757044,
      9.545562032614166}},
};

START_TEST(minima_on_the_floor)
{
  static const double length[] = {.2, .2, .2, .3, .3, .5, .2, .2, .3, .1};
  static const double height[] = {-0.25, -0.5}, slope[] = {-0.5, 0};
  chain = pn_chain_alloc(10, rested[_i].facets);
  memcpy(chain->length, length, sizeof length);
  memcpy(chain->height, height, chain->facets * sizeof *height);
  memcpy(chain->slope, slope, chain->facets * sizeof *slope);
  chain->end[0] = 1;
  fill_point(rested[_i].x, rested[_i].y, rested[_i].lambda);
  for (size_t j = 0; j < chain->facets; j++)
    memcpy(point->mu + 11 * j + 1, rested[_i].mu + 9 * j,
           9 * sizeof *point->mu);
  gsl_vector *e =
      reduced_eigenvalues(point, normals(chain, point, rested[_i].active));
  for (size_t k = 0; k < e->size; k++)
    test_close(gsl_vector_get(e, k), rested[_i].eigenvalues[k], 1e-11,
               "the oracle's own eigenvalue %zu", k);
  gsl_vector_free(e);
  pn_chain_class verdict = classify();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert_uint_eq(verdict.active, rested[_i].active);
  ck_assert_uint_eq(verdict.dof, 8 - rested[_i].active);
  ck_assert_int_eq(verdict.global, 0);
  /* Without the floor under it, it would slide down. */
  memset(point->mu, 0, chain->facets * 11 * sizeof *point->mu);
  verdict = classify();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_SADDLE);
}
END_TEST

/* A three-bar chain whose one direction is taken by a contact. */
START_TEST(a_corner_of_the_floor_is_a_minimum)
{
  chain = pn_chain_alloc(3, 1);
  for (size_t i = 0; i < 3; i++)
    chain->length[i] = 0.6;
  chain->end[0] = 1;
  chain->height[0] = -0.3;
  chain->slope[0] = 0.1;
  const double x[] = {0.2, 0.8}, y[] = {-0.28, -0.4};
  const double lambda[] = {-1.3, -2.385, -0.7};
  fill_point(x, y, lambda);
  point->mu[1] = 0.4;
  const pn_chain_class verdict = classify();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert_uint_eq(verdict.dof, 0);
  ck_assert_uint_eq(verdict.index, 0);
}
END_TEST

/* Long chains ---------------------------------------------------------- */

static void hang_long_chain(size_t bars, const char *start)
{
  chain = pn_chain_alloc(bars, 0);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = 1.5 / (double)bars;
  chain->end[0] = 1;
  chain->end[1] = -0.2;
  point = pn_chain_point_alloc(chain);
  pn_chain_start_set(pn_chain_start_find(start), chain, 0, point, NULL);
  run(pn_chain_unit, pn_chain_settings_default());
}

START_TEST(a_long_chain_hangs_in_its_minimum)
{
  hang_long_chain(100000, "parabola");
  pn_chain_class verdict = classify();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert_uint_eq(verdict.index, 0);
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert_uint_eq(verdict.dof, 99998);
  ck_assert_int_eq(verdict.global, 1);
  /* A single bar under pressure gives the energy one way down at least. */
  point->lambda[44444] *= -1;
  verdict = classify();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_SADDLE);
  ck_assert_uint_ge(verdict.index, 1);
  ck_assert_uint_le(verdict.index, 2); /* the rank of what was changed */
}
END_TEST

START_TEST(a_long_arch_stands_in_its_maximum)
{
  hang_long_chain(100000, "arch");
  const pn_chain_class verdict = classify();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MAXIMUM);
  ck_assert_uint_eq(verdict.index, 99998);
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert_int_eq(verdict.global, 1);
}
END_TEST

/* The same number from the dense reduced Hessian, beyond the chains that the
   library itself may take to eigenvalues. */
START_TEST(a_longer_random_chain_is_counted_right)
{
  gsl_rng_set(source, 6019 + (unsigned long)_i);
  chain = course_random_chain(source, 150, 0);
  point = course_random_point(source, chain);
  gsl_vector *e = reduced_eigenvalues(point, normals(chain, point, 0));
  ck_assert_uint_eq(classify().index, count_negative(e));
  gsl_vector_free(e);
}
END_TEST

/* The rest ------------------------------------------------------------- */

/* Four equal bars to (0, -1), three down and one up: they all lie on one line
   and yet can move. Nothing is said by second derivatives. */
START_TEST(parallel_bars_that_can_move_are_degenerate)
{
  chain = pn_chain_alloc(4, 0);
  for (size_t i = 0; i < 4; i++)
    chain->length[i] = 0.5;
  chain->end[1] = -1;
  const double x[] = {0, 0, 0}, y[] = {-0.5, -1, -1.5};
  const double lambda[] = {1.5, 1, 0.5, -0.5};
  fill_point(x, y, lambda);
  ck_assert_int_eq(pn_chain_is_taut(chain), 0);
  ck_assert_int_eq(classify().kind, PN_CHAIN_DEGENERATE);
  ck_assert_int_eq(classify().global, 0);
}
END_TEST

START_TEST(kinds_have_names)
{
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_MINIMUM), "minimum");
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_MAXIMUM), "maximum");
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_SADDLE), "saddle");
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_ISOLATED), "isolated");
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_DEGENERATE), "degenerate");
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  chain = course_chain(course_find("2a"));
  fill_point(six[1].x, six[1].y, six[1].lambda);
  pn_chain_class verdict;
  for (size_t k = 1;; k++) {
    pn_alloc_fail_at(k);
    const int code = pn_chain_classify(chain, point, &verdict);
    pn_alloc_fail_at(0);
    if (code == GSL_SUCCESS)
      break;
    ck_assert_int_eq(code, GSL_ENOMEM);
    ck_assert_uint_lt(k, 30);
  }
}
END_TEST

int main(void)
{
  enum { SAMPLES = 76 };
  Suite *suite = suite_create("classify");
  TCase *random = tcase_create("random");
  tcase_add_checked_fixture(random, open_random, close_all);
  tcase_add_loop_test(random, the_index_is_that_of_a_dense_reduced_hessian, 0,
                      SAMPLES);
  tcase_add_loop_test(random, contacts_restrict_the_directions, 0, SAMPLES);
  tcase_add_loop_test(random, a_zero_eigenvalue_is_degenerate, 0, 20);
  tcase_add_loop_test(random, a_longer_random_chain_is_counted_right, 0, 2);
  suite_add_tcase(suite, random);
  TCase *course = tcase_create("course");
  tcase_add_checked_fixture(course, NULL, close_all);
  tcase_add_loop_test(course, the_six_points_of_the_course_chain, 0, 6);
  tcase_add_loop_test(course, the_sources_runs_end_where_they_should, 0,
                      sizeof runs / sizeof runs[0]);
  tcase_add_loop_test(course, minima_on_the_floor, 0,
                      sizeof rested / sizeof rested[0]);
  tcase_add_test(course, a_corner_of_the_floor_is_a_minimum);
  tcase_add_test(course, parallel_bars_that_can_move_are_degenerate);
  tcase_add_test(course, kinds_have_names);
  tcase_add_test(course, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, course);
  TCase *large = tcase_create("long");
  tcase_add_checked_fixture(large, NULL, close_all);
  tcase_set_timeout(large, 30);
  tcase_add_test(large, a_long_chain_hangs_in_its_minimum);
  tcase_add_test(large, a_long_arch_stands_in_its_maximum);
  suite_add_tcase(suite, large);
  return test_run(suite);
}
