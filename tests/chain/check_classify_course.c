/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Classification of the points of the course's chain and of minima on the
   floor, against the eigenvalues of an independent computation (GNU Octave). */
#include "pantin/base/alloc.h"

#include "classified.h"
#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

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
  classified_fill(six[_i].x, six[_i].y, six[_i].lambda);
  gsl_vector *e = reduced_eigenvalues(chain, point, 0);
  size_t negative = 0;
  for (size_t k = 0; k < 3; k++) {
    test_close(gsl_vector_get(e, k), six[_i].eigenvalues[k], 1e-12,
               "the oracle's own eigenvalue %zu", k);
    negative += six[_i].eigenvalues[k] < 0;
  }
  gsl_vector_free(e);
  const pn_chain_class verdict = classified();
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

START_TEST(the_sources_runs_end_where_they_should)
{
  const course_case *course = course_find(runs[_i].name);
  chain = course_chain(course);
  point = course_start(course, chain);
  pn_chain_settings settings = pn_chain_settings_default();
  settings.lambda = runs[_i].lambda;
  classified_run(pn_chain_armijo, settings);
  const pn_chain_class verdict = classified();
  ck_assert_msg(verdict.kind == runs[_i].kind, "%s is a %s", runs[_i].name,
                pn_chain_kind_name(verdict.kind));
}
END_TEST

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
  classified_fill(rested[_i].x, rested[_i].y, rested[_i].lambda);
  for (size_t j = 0; j < chain->facets; j++)
    memcpy(point->mu + 11 * j + 1, rested[_i].mu + 9 * j,
           9 * sizeof *point->mu);
  gsl_vector *e = reduced_eigenvalues(chain, point, rested[_i].active);
  for (size_t k = 0; k < e->size; k++)
    test_close(gsl_vector_get(e, k), rested[_i].eigenvalues[k], 1e-11,
               "the oracle's own eigenvalue %zu", k);
  gsl_vector_free(e);
  pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert_uint_eq(verdict.active, rested[_i].active);
  ck_assert_uint_eq(verdict.dof, 8 - rested[_i].active);
  ck_assert_int_eq(verdict.global, 0);
  /* Without the floor under it, it would slide down. */
  memset(point->mu, 0, chain->facets * 11 * sizeof *point->mu);
  verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_SADDLE);
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  chain = course_chain(course_find("2a"));
  classified_fill(six[1].x, six[1].y, six[1].lambda);
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
  Suite *suite = suite_create("classify_course");
  TCase *course = tcase_create("course");
  tcase_add_checked_fixture(course, NULL, classified_free);
  tcase_add_loop_test(course, the_six_points_of_the_course_chain, 0, 6);
  tcase_add_loop_test(course, the_sources_runs_end_where_they_should, 0,
                      sizeof runs / sizeof runs[0]);
  tcase_add_loop_test(course, minima_on_the_floor, 0,
                      sizeof rested / sizeof rested[0]);
  tcase_add_test(course, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, course);
  return test_run(suite);
}
