/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the attributes of MJCF, which may stand in the defaults of a class, and
   the five ways to write an orientation. */
#include "pantin/body/robot_mjcf.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

static int failed(const pni_mjcf *of)
{
  return of->robot->xml->error->code;
}

/* Returns the <default> of a class, below a node; NULL: there is none. */
static const xmlNode *find_default(const xmlNode *outer, const char *class)
{
  const xmlNode *node = NULL, *found = NULL;
  while (!found && (node = pni_xml_next(outer, node, "default"))) {
    const xmlAttr *own = pni_xml_attribute(node, "class");
    found = own && strcmp(pni_xml_text(own), class) == 0
                ? node
                : find_default(node, class);
  }
  return found;
}

/* Returns the last <default> among a node and its siblings before it. */
static const xmlNode *last_default(const xmlNode *node)
{
  while (node && !pni_xml_is(node, "default"))
    node = node->prev;
  return node;
}

/* Returns the <default> to search first for a class; NULL: there is none. All
   at the top are the class `main` together, whatever names they have. */
static const xmlNode *first_place(const xmlNode *root, const char *class)
{
  const xmlNode *main = last_default(root->last);
  if (strcmp(class, "main") == 0)
    return main;
  const xmlNode *found = find_default(root, class);
  return found && found->parent == root ? main : found;
}

/* Returns the <default> to search after another one; NULL: it was the last. At
   the top they go backwards: a later one changes nothing in a class that is
   already made. */
static const xmlNode *next_place(const xmlNode *node)
{
  return pni_xml_is(node->parent, "default") ? node->parent
                                             : last_default(node->prev);
}

/* Returns an attribute that a <default> gives to elements of a kind, of several
   the last; or NULL. */
static const xmlAttr *attribute_in(const xmlNode *place, const char *kind,
                                   const char *key)
{
  const xmlNode *node = NULL, *last = NULL;
  while ((node = pni_xml_next(place, node, kind)))
    if (xmlHasNsProp(node, (const xmlChar *)key, NULL))
      last = node;
  return last ? pni_xml_attribute(last, key) : NULL;
}

/* Returns the name of an element's class: its own, or that of the innermost
   body around it that names one for its children. */
static const char *class_of(const xmlNode *node)
{
  const xmlAttr *class = pni_xml_attribute(node, "class");
  for (const xmlNode *body = node->parent;
       !class && body && body->type == XML_ELEMENT_NODE; body = body->parent)
    class = pni_xml_attribute(body, "childclass");
  return class ? pni_xml_text(class) : "main";
}

const xmlAttr *pni_mjcf_attribute(const pni_mjcf *of, const xmlNode *node,
                                  const char *key)
{
  const xmlAttr *own = pni_xml_attribute(node, key);
  if (own)
    return own;
  const char *class = class_of(node);
  const xmlNode *place = first_place(of->root, class);
  if (!place && strcmp(class, "main") != 0)
    pni_xml_refuse(of->robot->xml, node, "there is no default class '%.60s'",
                   class);
  for (; place && !own; place = next_place(place))
    own = attribute_in(place, (const char *)node->name, key);
  return own;
}

int pni_mjcf_reals(const pni_mjcf *of, const xmlNode *node, const char *key,
                   size_t count, double *x)
{
  pni_xml_reals(of->robot->xml, pni_mjcf_attribute(of, node, key), count, count,
                x);
  return failed(of);
}

pn_vec3 pni_mjcf_vec3(const double *x)
{
  return pn_vec3_make(x[0], x[1], x[2]);
}

pn_quat pni_mjcf_turn_z(pn_vec3 v)
{
  const pn_vec3 z = pn_vec3_make(0, 0, 1), axis = pn_vec3_cross(z, v);
  const double sine = pn_vec3_norm(axis);
  return sine > 1e-10 * pn_vec3_norm(v)
             ? pn_quat_axis_angle(pn_vec3_normalize(axis), atan2(sine, v.z))
             : pn_quat_axis_angle(pn_vec3_make(1, 0, 0), v.z < 0 ? M_PI : 0);
}

/* Returns the turn of the frame with these x and y directions; y is made
   normal to x. */
static pn_quat turn_axes(pn_vec3 x, pn_vec3 y)
{
  x = pn_vec3_normalize(x);
  y = pn_vec3_normalize(pn_vec3_add_scaled(y, -pn_vec3_dot(x, y), x));
  const pn_quat first = pni_mjcf_turn_z(pn_vec3_cross(x, y));
  /* What is left is a turn about the new z axis. */
  const pn_vec3 seen = pn_quat_rotate(pn_quat_conjugate(first), x);
  return pn_quat_multiply(
      first, pn_quat_axis_angle(pn_vec3_make(0, 0, 1), atan2(seen.y, seen.x)));
}

/* Returns the turn by Euler's angles: about the moving axes for x, y, z, about
   the resting ones for X, Y, Z. */
static pn_quat turn_euler(const pni_mjcf *of, const double *angle)
{
  pn_quat q = pn_quat_identity();
  for (int k = 0; k < 3; k++) {
    const char axis = of->sequence[k];
    const pn_vec3 about =
        pn_vec3_make(axis == 'x' || axis == 'X', axis == 'y' || axis == 'Y',
                     axis == 'z' || axis == 'Z');
    const pn_quat turn = pn_quat_axis_angle(about, of->degree * angle[k]);
    q = axis >= 'x' ? pn_quat_multiply(q, turn) : pn_quat_multiply(turn, q);
  }
  return q;
}

/* Reads whichever of the five attributes says an orientation. */
static int read_turn(const pni_mjcf *of, const xmlNode *node, pn_quat *q)
{
  static const struct {
    const char *key;
    size_t count;
  } ways[] = {
      {"quat", 4}, {"axisangle", 4}, {"xyaxes", 6}, {"zaxis", 3}, {"euler", 3}};
  *q = pn_quat_identity();
  for (int k = 0; k < 5; k++) {
    const xmlAttr *given = pni_mjcf_attribute(of, node, ways[k].key);
    double x[6];
    if (!given)
      continue;
    if (!pni_xml_reals(of->robot->xml, given, ways[k].count, ways[k].count, x))
      return failed(of);
    const double length = k == 0 ? hypot(x[3], pn_vec3_norm(pni_mjcf_vec3(x)))
                                 : pn_vec3_norm(pni_mjcf_vec3(x));
    const double across = k == 2 ? pn_vec3_norm(pn_vec3_cross(
                                       pni_mjcf_vec3(x), pni_mjcf_vec3(x + 3)))
                                 : 1;
    if (k < 4 && !(length > 0 && across > 0))
      return pni_xml_refuse(of->robot->xml, node, "%s has no direction",
                            ways[k].key);
    *q = k == 0   ? pn_quat_normalize((pn_quat){x[0], x[1], x[2], x[3]})
         : k == 1 ? pn_quat_axis_angle(pn_vec3_normalize(pni_mjcf_vec3(x)),
                                       of->degree * x[3])
         : k == 2 ? turn_axes(pni_mjcf_vec3(x), pni_mjcf_vec3(x + 3))
         : k == 3 ? pni_mjcf_turn_z(pni_mjcf_vec3(x))
                  : turn_euler(of, x);
    return GSL_SUCCESS;
  }
  return GSL_SUCCESS;
}

xmlNode *pni_mjcf_next(const xmlNode *body, const xmlNode *after,
                       const char *name)
{
  return pni_xml_next_through(body, after, name, "frame");
}

int pni_mjcf_enter(const pni_mjcf *of, const xmlNode *node, pn_pose *outer)
{
  const xmlNode *frame = node->parent;
  return !of->is_global && pni_xml_is(frame, "frame")
             ? pni_mjcf_pose(of, frame, *outer, outer)
             : GSL_SUCCESS;
}

int pni_mjcf_pose(const pni_mjcf *of, const xmlNode *node, pn_pose outer,
                  pn_pose *pose)
{
  double x[3] = {0, 0, 0};
  pn_pose local = {{0, 0, 0}, pn_quat_identity()};
  if (pni_mjcf_enter(of, node, &outer) ||
      pni_mjcf_reals(of, node, "pos", 3, x) || read_turn(of, node, &local.q))
    return failed(of);
  local.x = pni_mjcf_vec3(x);
  *pose = of->is_global ? local : pni_pose_in(outer, local);
  return GSL_SUCCESS;
}
