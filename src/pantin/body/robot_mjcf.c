/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads MJCF, the format of MuJoCo: nested bodies with joints, inertials and
   geoms, frames, defaults by class, and the constraints connect and weld.
   Source: MuJoCo's documentation, XML reference (version 2.2; frames: 3.1). */
#include "pantin/body/robot_mjcf.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* More classes of defaults, and joints and geoms in them, are refused: each
   attribute looks for its own. */
enum { DEFAULTS_MAX = 3000 };

static int failed(const pni_mjcf *of)
{
  return of->robot->xml->error->code;
}

/* Reads the type of a joint; `free` has no freedom of ours. */
static int read_type(const pni_mjcf *of, const xmlNode *node, pni_link *link,
                     pni_freedom *kind)
{
  static const char *const names[] = {"hinge", "slide", "ball"};
  const xmlAttr *type = pni_mjcf_attribute(of, node, "type");
  const char *name = type ? pni_xml_text(type) : names[0];
  for (int k = 0; k < 3; k++)
    if (strcmp(name, names[k]) == 0) {
      *kind = (pni_freedom)k;
      return GSL_SUCCESS;
    }
  link->floats = strcmp(name, "free") == 0;
  return link->floats
             ? GSL_SUCCESS
             : pni_xml_refuse(of->robot->xml, node,
                              "a joint is a hinge, slide, ball or free, not "
                              "'%.40s'",
                              name);
}

/* Reads the limits of a joint, which `limited` or a range alone brings; they
   count from `ref` at the start. */
static int read_limits(const pni_mjcf *of, const xmlNode *node,
                       pni_link_joint *joint)
{
  const xmlAttr *limited = pni_mjcf_attribute(of, node, "limited");
  const char *word = limited ? pni_xml_text(limited) : "auto";
  const int is_auto = strcmp(word, "auto") == 0;
  const int has_range = pni_mjcf_attribute(of, node, "range") != NULL;
  const double unit = joint->kind == PNI_SLIDE ? 1 : of->degree;
  double range[2] = {0, 0}, ref = 0;
  if (!is_auto && strcmp(word, "true") != 0 && strcmp(word, "false") != 0)
    return pni_xml_refuse(of->robot->xml, node,
                          "limited is true, false or auto, not '%.40s'", word);
  if (pni_mjcf_reals(of, node, "range", 2, range) ||
      (joint->kind != PNI_BALL && pni_mjcf_reals(of, node, "ref", 1, &ref)))
    return failed(of);
  if (is_auto && has_range && of->without_limits)
    pni_xml_add_note(of->robot->xml, node,
                     "ranges without limited, as autolimits is false, are not "
                     "used");
  joint->is_limited =
      is_auto ? has_range && !of->without_limits : strcmp(word, "true") == 0;
  joint->low = unit * (range[0] - ref);
  joint->high = unit * (range[1] - ref);
  return GSL_SUCCESS;
}

/* Reads a joint of a link. */
static int read_joint(const pni_mjcf *of, const xmlNode *node, pni_link *link)
{
  const pni_xml *xml = of->robot->xml;
  const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
  pn_pose outer = of->is_global ? world : link->frame;
  pni_link_joint joint = {.node = node};
  double point[3] = {0, 0, 0}, axis[3] = {0, 0, 1};
  if (read_type(of, node, link, &joint.kind) || link->floats ||
      pni_mjcf_enter(of, node, &outer))
    return failed(of);
  if (link->joints == PNI_LINK_JOINTS)
    return pni_xml_refuse(xml, node, "a body has at most %d joints",
                          PNI_LINK_JOINTS);
  if (pni_mjcf_reals(of, node, "pos", 3, point) ||
      (joint.kind != PNI_BALL && pni_mjcf_reals(of, node, "axis", 3, axis)) ||
      pni_mjcf_reals(of, node, "damping", 1, &joint.damping) ||
      pni_mjcf_reals(of, node, "frictionloss", 1, &joint.dry) ||
      read_limits(of, node, &joint))
    return failed(of);
  if (!(pn_vec3_norm(pni_mjcf_vec3(axis)) > 0))
    return pni_xml_refuse(xml, node, "the axis has no direction");
  if (!(joint.damping >= 0 && joint.dry >= 0))
    return pni_xml_refuse(xml, node,
                          "damping and frictionloss must not be negative");
  joint.point = pn_pose_point(outer, pni_mjcf_vec3(point));
  joint.axis = pn_quat_rotate(outer.q, pn_vec3_normalize(pni_mjcf_vec3(axis)));
  const xmlAttr *name = pni_xml_attribute(node, "name");
  if (name && link->joints == 0)
    link->joint_name = pni_xml_text(name);
  link->joint[link->joints++] = joint;
  return GSL_SUCCESS;
}

/* Reads all joints of a link. */
static int read_joints(const pni_mjcf *of, const xmlNode *body, pni_link *link)
{
  const xmlNode *free = pni_mjcf_next(body, NULL, "freejoint");
  size_t count = free != NULL;
  link->floats = free != NULL;
  if (free)
    pni_xml_attribute(free, "name");
  for (const xmlNode *node = NULL;
       (node = pni_mjcf_next(body, node, "joint")) && !failed(of); count++)
    read_joint(of, node, link);
  return link->floats && count > 1
             ? pni_xml_refuse(of->robot->xml, body,
                              "a free joint is the only one of its body")
             : failed(of);
}

/* Reads the mass that a body is given. */
static int read_inertial(const pni_mjcf *of, const xmlNode *node, size_t link)
{
  const pni_xml *xml = of->robot->xml;
  pni_part part = {.link = link};
  double I[6] = {0, 0, 0, 0, 0, 0};
  if (pni_mjcf_pose(of, node, of->robot->link[link].frame, &part.pose) ||
      pni_mjcf_reals(of, node, "mass", 1, &part.mass))
    return failed(of);
  const xmlAttr *full = pni_xml_attribute(node, "fullinertia");
  pni_xml_reals(xml, full ? full : pni_xml_attribute(node, "diaginertia"),
                full ? 6 : 3, full ? 6 : 3, I);
  if (failed(of))
    return failed(of);
  if (!(part.mass >= 0))
    return pni_xml_refuse(xml, node, "mass must not be negative");
  part.inertia =
      (pn_mat3){{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
  return pni_robot_add_part(of->robot, &part);
}

/* Reads the mass and looks of a link. */
static int read_parts(const pni_mjcf *of, const xmlNode *body, size_t link)
{
  const xmlNode *inertial =
      of->geom_inertia > 0 ? NULL : pni_mjcf_next(body, NULL, "inertial");
  const int with_mass =
      of->geom_inertia > 0 || (of->geom_inertia == 0 && !inertial);
  if (inertial && read_inertial(of, inertial, link))
    return failed(of);
  for (xmlNode *node = NULL;
       (node = pni_mjcf_next(body, node, "geom")) && !failed(of);)
    pni_mjcf_read_geom(of, node, link, with_mass);
  return failed(of);
}

/* Reads the geoms of the world, if they are wanted. */
static int read_ground(const pni_mjcf *of, const xmlNode *world)
{
  xmlNode *node = NULL;
  while (of->robot->with_ground &&
         (node = pni_mjcf_next(world, node, "geom")) && !failed(of))
    pni_mjcf_read_geom(of, node, PN_WORLD, 0);
  return failed(of);
}

/* Refuses what brings bodies that would be missing. */
static int refuse_macros(const pni_mjcf *of, const xmlNode *body)
{
  static const char *const names[] = {"include", "composite", "replicate",
                                      "attach", "flexcomp"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    const xmlNode *node = pni_mjcf_next(body, NULL, names[k]);
    if (node)
      return pni_xml_refuse(of->robot->xml, node,
                            "<%s> is not understood: save the model from "
                            "MuJoCo, which writes it out",
                            names[k]);
  }
  return GSL_SUCCESS;
}

/* Reads the bodies in a body, or in the world. */
static int read_bodies(const pni_mjcf *of, const xmlNode *outer, size_t parent)
{
  const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
  if (refuse_macros(of, outer))
    return failed(of);
  for (const xmlNode *node = NULL;
       (node = pni_mjcf_next(outer, node, "body")) && !failed(of);) {
    const size_t number = of->robot->links;
    pni_link link = {.parent = parent, .node = node};
    link.name = pni_xml_text(pni_xml_attribute(node, "name"));
    if (pni_mjcf_pose(of, node,
                      parent == PN_WORLD ? world
                                         : of->robot->link[parent].frame,
                      &link.frame) ||
        read_joints(of, node, &link) || pni_robot_add_link(of->robot, &link) ||
        read_parts(of, node, number))
      return failed(of);
    read_bodies(of, node, number);
  }
  return failed(of);
}

/* Finds the link that an attribute names; without it the world. */
static int read_link(const pni_mjcf *of, const xmlNode *node, const char *key,
                     size_t *link)
{
  const xmlAttr *attribute = pni_xml_attribute(node, key);
  const char *name = pni_xml_text(attribute);
  *link = PN_WORLD;
  if (!attribute || strcmp(name, "world") == 0)
    return GSL_SUCCESS;
  for (size_t l = 0; l < of->robot->links; l++)
    if (strcmp(of->robot->link[l].name, name) == 0) {
      *link = l;
      return GSL_SUCCESS;
    }
  return pni_xml_refuse(of->robot->xml, node, "there is no body '%.60s'", name);
}

/* Reads a connect or a weld. */
static int read_tie(const pni_mjcf *of, xmlNode *node, int is_weld)
{
  const pni_robot *robot = of->robot;
  pni_tie tie = {.is_weld = is_weld, .node = node};
  double anchor[3] = {0, 0, 0};
  const xmlAttr *active = pni_xml_attribute(node, "active");
  if (active && strcmp(pni_xml_text(active), "false") == 0) {
    pni_xml_skip(node);
    return GSL_SUCCESS;
  }
  if (pni_xml_attribute(node, "site1") || pni_xml_attribute(node, "site2"))
    return pni_xml_refuse(robot->xml, node,
                          "sites are not understood: a %s names body1 and "
                          "body2%s",
                          is_weld ? "weld" : "connect",
                          is_weld ? "" : ", and has an anchor");
  if (read_link(of, node, "body1", &tie.link[0]) ||
      read_link(of, node, "body2", &tie.link[1]) ||
      (!is_weld && pni_mjcf_reals(of, node, "anchor", 3, anchor)))
    return failed(of);
  const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
  const pn_pose outer = of->is_global || tie.link[0] == PN_WORLD
                            ? world
                            : robot->link[tie.link[0]].frame;
  tie.point = pn_pose_point(outer, pni_mjcf_vec3(anchor));
  return pni_robot_add_tie(of->robot, &tie);
}

/* Reads the constraints that close loops. */
static int read_ties(const pni_mjcf *of, const xmlNode *equality)
{
  static const char *const names[] = {"connect", "weld"};
  for (int k = 0; k < 2; k++)
    for (xmlNode *node = NULL;
         (node = pni_xml_next(equality, node, names[k])) && !failed(of);)
      read_tie(of, node, k);
  return failed(of);
}

/* Finds the word of an attribute in a list that ends with NULL; leaves *which
   as it was without the attribute. */
static int read_choice(const pni_mjcf *of, const xmlNode *node, const char *key,
                       const char *const *words, int *which)
{
  const xmlAttr *attribute = pni_xml_attribute(node, key);
  for (int k = 0; attribute && words[k]; k++)
    if (strcmp(pni_xml_text(attribute), words[k]) == 0) {
      *which = k;
      return GSL_SUCCESS;
    }
  return attribute
             ? pni_xml_refuse(of->robot->xml, node,
                              "%s is not '%.40s' but one of: %s, %s%s%s", key,
                              pni_xml_text(attribute), words[0], words[1],
                              words[2] ? ", " : "", words[2] ? words[2] : "")
             : GSL_SUCCESS;
}

/* Reads how the numbers of the file are meant. */
static int read_compiler(pni_mjcf *of, const xmlNode *node)
{
  static const char *const angles[] = {"degree", "radian", NULL},
                           *const places[] = {"local", "global", NULL},
                           *const inertias[] = {"auto", "true", "false", NULL},
                           *const truths[] = {"true", "false", NULL};
  int angle = of->degree == 1,
      inertia = of->geom_inertia < 0 ? 2 : of->geom_inertia;
  if (read_choice(of, node, "angle", angles, &angle) ||
      read_choice(of, node, "coordinate", places, &of->is_global) ||
      read_choice(of, node, "inertiafromgeom", inertias, &inertia) ||
      read_choice(of, node, "autolimits", truths, &of->without_limits))
    return failed(of);
  of->degree = angle ? 1 : M_PI / 180;
  of->geom_inertia = inertia == 2 ? -1 : inertia;
  const xmlAttr *sequence = pni_xml_attribute(node, "eulerseq");
  if (sequence) {
    of->sequence = pni_xml_text(sequence);
    if (strlen(of->sequence) != 3 || strspn(of->sequence, "xyzXYZ") != 3)
      return pni_xml_refuse(of->robot->xml, node,
                            "eulerseq must be three of x, y, z, X, Y, Z");
  }
  return GSL_SUCCESS;
}

/* Reads gravity and step. */
static int read_option(const pni_mjcf *of, const xmlNode *node)
{
  const pn_vec3 before = of->robot->gravity;
  double g[3] = {before.x, before.y, before.z};
  if (pni_mjcf_reals(of, node, "gravity", 3, g) ||
      pni_mjcf_reals(of, node, "timestep", 1, &of->robot->dt))
    return failed(of);
  of->robot->gravity = pni_mjcf_vec3(g);
  return of->robot->dt >= 0 ? GSL_SUCCESS
                            : pni_xml_refuse(of->robot->xml, node,
                                             "timestep must not be negative");
}

/* Counts as read the classes of defaults, and the joints and geoms in them;
   returns how many. */
static size_t mark_defaults(const xmlNode *outer)
{
  const xmlNode *node = NULL, *element = NULL;
  size_t count = 0;
  while ((node = pni_xml_next(outer, node, "default"))) {
    pni_xml_attribute(node, "class");
    while ((element = pni_xml_next(node, element, "joint")))
      count++;
    while ((element = pni_xml_next(node, element, "geom")))
      count++;
    count += 1 + mark_defaults(node);
  }
  return count;
}

int pni_robot_read_mjcf(pni_robot *robot, const xmlNode *root)
{
  pni_mjcf of = {
      .robot = robot, .root = root, .degree = M_PI / 180, .sequence = "xyz"};
  const xmlNode *node = NULL;
  robot->title = pni_xml_text(pni_xml_attribute(root, "model"));
  refuse_macros(&of, root);
  while ((node = pni_xml_next(root, node, "compiler")) && !failed(&of))
    read_compiler(&of, node);
  while ((node = pni_xml_next(root, node, "option")) && !failed(&of))
    read_option(&of, node);
  if (mark_defaults(root) > DEFAULTS_MAX)
    return pni_xml_refuse(robot->xml, root,
                          "there are more than %d classes of defaults, and "
                          "joints and geoms in them",
                          DEFAULTS_MAX);
  while ((node = pni_xml_next(root, node, "worldbody")) && !failed(&of))
    if (!read_ground(&of, node))
      read_bodies(&of, node, PN_WORLD);
  while ((node = pni_xml_next(root, node, "equality")) && !failed(&of))
    read_ties(&of, node);
  return failed(&of);
}
