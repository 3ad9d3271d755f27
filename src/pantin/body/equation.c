/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Equations are read by muParser, through its C interface; their derivatives
   are those of any custom joint, found by differences. */
#include "config.h"

#include "pantin/body/equation.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

#ifdef HAVE_MUPARSER
#include <muParserDLL.h>

/* The longest equation taken: muParser copies a word that it does not know,
   without checking its length, into a message of at most 2047 characters. */
enum { LONGEST = 1000 };

/* Evaluates the equation at the joint's point, in the parent's frame; fails
   where its value is no number. */
static int evaluate(const pn_pose *parent, const pn_pose *child, void *params,
                    double *C)
{
  pni_equation *equation = params;
  const pn_vec3 p =
      pn_pose_local(*parent, pn_pose_point(*child, equation->point));
  equation->x[0] = p.x;
  equation->x[1] = p.y;
  equation->x[2] = p.z;
  C[0] = mupEval(equation->parser);
  return !mupError(equation->parser) && gsl_finite(C[0]) ? GSL_SUCCESS
                                                         : GSL_EFAILED;
}

/* Keeps an error in the parser, where mupError finds it. */
static void on_error(muParserHandle_t parser)
{
  (void)parser;
}

static void release_parser(void *parser)
{
  if (parser)
    mupRelease(parser);
}

/* Makes the parser, and evaluates the equation once. */
static int prepare(pni_equation *equation, pn_pose parent, pn_pose child,
                   pn_error *error)
{
  static const char *const names[3] = {"x", "y", "z"};
  double C;
  if (strlen(equation->text) > LONGEST)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "it has more than %d characters", LONGEST);
  equation->parser = mupCreate(muBASETYPE_FLOAT);
  if (!equation->parser)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  mupSetErrorHandler(equation->parser, on_error);
  for (int k = 0; k < 3; k++)
    mupDefineVar(equation->parser, names[k], &equation->x[k]);
  mupDefineConst(equation->parser, "pi", M_PI);
  mupSetExpr(equation->parser, equation->text);
  equation->custom =
      (pn_custom){.rows = 1, .position = evaluate, .params = equation};
  if (!evaluate(&parent, &child, equation, &C))
    return GSL_SUCCESS;
  const char *said = mupGetErrorMsg(equation->parser);
  return said && said[0]
             ? pn_error_set(error, GSL_EINVAL, NULL, 0, "%s", said)
             : pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "it has no value where the bodies start");
}
#else
static void release_parser(void *parser)
{
  (void)parser;
}

static int prepare(pni_equation *equation, pn_pose parent, pn_pose child,
                   pn_error *error)
{
  (void)equation;
  (void)parent;
  (void)child;
  return pn_error_set(error, GSL_EUNIMPL, NULL, 0,
                      "this Pantin was built without muParser, which reads "
                      "equations");
}
#endif

pni_equation *pni_equation_alloc(const char *text, pn_pose parent,
                                 pn_pose child, pn_vec3 point, pn_error *error)
{
  pn_error_clear(error);
  pni_equation *equation = pn_alloc(1, sizeof *equation);
  if (equation) {
    equation->point = point;
    equation->text = pn_alloc(strlen(text) + 1, 1);
  }
  int code = GSL_ENOMEM;
  if (equation && equation->text) {
    strcpy(equation->text, text);
    code = prepare(equation, parent, child, error);
  } else {
    pn_error_set(error, code, NULL, 0, "out of memory");
  }
  if (!code)
    return equation;
  pni_equation_free(equation);
  return NULL;
}

void pni_equation_free(pni_equation *equation)
{
  while (equation) {
    pni_equation *next = equation->next;
    release_parser(equation->parser);
    pn_free(equation->text);
    pn_free(equation);
    equation = next;
  }
}

const char *pni_equation_text(const pn_joint *joint)
{
#ifdef HAVE_MUPARSER
  if (joint->custom && joint->custom->position == evaluate)
    return ((const pni_equation *)joint->custom->params)->text;
#endif
  (void)joint;
  return NULL;
}
