/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads URDF, the format of ROS: a flat list of links, and of joints that each
   name a parent and a child. The root is fixed to the world if it is called
   "world" or has no mass; otherwise it floats.
   Source: the specification at wiki.ros.org/urdf/XML. */
#include "pantin/body/coordinate.h"
#include "pantin/body/robot.h"
#include "pantin/body/shape_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"

/* A link of the file. */
typedef struct entry {
  const char *name;
  const xmlNode *node, *joint; /* the one above it, or NULL */
  struct entry *parent;        /* through that */
  struct entry *below;         /* on the way down from what is added first */
  size_t link;                 /* of the robot, or PN_WORLD before it has one */
} entry;

typedef struct {
  pni_robot *robot;
  entry *entry; /* (entries), by name */
  size_t entries;
} urdf;

static int failed(const urdf *of)
{
  return of->robot->xml->error->code;
}

/* Orders two entries by their names. */
static int compare(const void *a, const void *b)
{
  const entry *left = a, *right = b;
  return strcmp(left->name, right->name);
}

/* Reads a number that a child element must have. */
static int read_real(const urdf *of, const xmlNode *parent, const char *child,
                     const char *key, double *x)
{
  const xmlNode *node = pni_xml_next(parent, NULL, child);
  const xmlAttr *attribute = node ? pni_xml_attribute(node, key) : NULL;
  if (!attribute)
    return pni_xml_refuse(of->robot->xml, node ? node : parent,
                          "%s of <%s> is missing", key, child);
  pni_xml_reals(of->robot->xml, attribute, 1, 1, x);
  return failed(of);
}

/* Reads an attribute of `count` numbers that a child element may have. */
static int read_reals(const urdf *of, const xmlNode *parent, const char *child,
                      const char *key, size_t count, double *x)
{
  const xmlNode *node = pni_xml_next(parent, NULL, child);
  if (node)
    pni_xml_reals(of->robot->xml, pni_xml_attribute(node, key), count, count,
                  x);
  return failed(of);
}

/* Reads <origin>: a place, and turns about the resting x, y and z axes. */
static int read_origin(const urdf *of, const xmlNode *parent, pn_pose *pose)
{
  double x[3] = {0, 0, 0}, angle[3] = {0, 0, 0};
  if (read_reals(of, parent, "origin", "xyz", 3, x) ||
      read_reals(of, parent, "origin", "rpy", 3, angle))
    return failed(of);
  const pn_quat roll = pn_quat_axis_angle(pn_vec3_make(1, 0, 0), angle[0]),
                pitch = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), angle[1]),
                yaw = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle[2]);
  pose->x = pn_vec3_make(x[0], x[1], x[2]);
  pose->q = pn_quat_multiply(yaw, pn_quat_multiply(pitch, roll));
  return GSL_SUCCESS;
}

/* Reads the mass of a link. */
static int read_inertial(const urdf *of, const xmlNode *node, size_t link)
{
  static const char *const keys[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const pni_xml *xml = of->robot->xml;
  pni_part part = {.link = link};
  pn_pose local;
  double I[6] = {0, 0, 0, 0, 0, 0};
  if (read_origin(of, node, &local) ||
      read_real(of, node, "mass", "value", &part.mass))
    return failed(of);
  for (int k = 0; k < 6; k++)
    if (read_real(of, node, "inertia", keys[k], &I[k]))
      return failed(of);
  if (!(part.mass >= 0))
    return pni_xml_refuse(xml, node, "mass must not be negative");
  part.pose = pni_pose_in(of->robot->link[link].frame, local);
  part.inertia =
      (pn_mat3){{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
  return pni_robot_add_part(of->robot, &part);
}

/* Reads what a link looks like; meshes are not drawn. */
static int read_looks(const urdf *of, const xmlNode *node, size_t link)
{
  pni_part part = {.link = link};
  pn_pose local;
  double size[3] = {0, 0, 0};
  const xmlNode *geometry = pni_xml_next(node, NULL, "geometry");
  if (!geometry || read_origin(of, node, &local))
    return failed(of);
  part.pose = pni_pose_in(of->robot->link[link].frame, local);
  if (pni_xml_next(geometry, NULL, "box")) {
    part.shape = pn_shape_box;
    read_reals(of, geometry, "box", "size", 3, size);
  } else if (pni_xml_next(geometry, NULL, "sphere")) {
    part.shape = pn_shape_sphere;
    read_real(of, geometry, "sphere", "radius", size);
  } else if (pni_xml_next(geometry, NULL, "cylinder")) {
    part.shape = pn_shape_cylinder;
    part.pose.q = pn_quat_multiply(part.pose.q, pni_robot_x_to_z());
    read_real(of, geometry, "cylinder", "length", &size[0]);
    read_real(of, geometry, "cylinder", "radius", &size[1]);
  } else {
    return GSL_SUCCESS; /* a mesh, which is listed as not used */
  }
  if (!failed(of) && !pni_shape_has_sizes(part.shape, size))
    pni_xml_refuse(of->robot->xml, geometry,
                   "the sizes of a %s must be positive, and at most %d m",
                   part.shape->name, PNI_LENGTH_MAX);
  memcpy(part.size, size, sizeof part.size);
  return failed(of) ? failed(of) : pni_robot_add_part(of->robot, &part);
}

/* Reads mass and looks of a link. */
static int read_parts(const urdf *of, const xmlNode *node, size_t link)
{
  const xmlNode *inertial = pni_xml_next(node, NULL, "inertial");
  if (inertial && read_inertial(of, inertial, link))
    return failed(of);
  const xmlNode *looks = NULL;
  const char *kind =
      pni_xml_next(node, NULL, "collision") ? "collision" : "visual";
  while ((looks = pni_xml_next(node, looks, kind)) && !failed(of))
    read_looks(of, looks, link);
  return failed(of);
}

/* Adds a freedom to a link: one of this kind, with the damping, dry friction
   and limits of `like`. */
static void add_freedom(pni_link *link, pni_freedom kind, pn_vec3 axis,
                        const pni_link_joint *like)
{
  pni_link_joint *joint = &link->joint[link->joints++];
  *joint = *like;
  joint->kind = kind;
  joint->point = link->frame.x;
  joint->axis = pn_quat_rotate(link->frame.q, axis);
}

/* Reads a limit, 0 unless it is given. Some files say 1e16 for none, which is
   more than a number may be elsewhere. */
static int read_limit(const urdf *of, const xmlNode *limit, const char *key,
                      double *x)
{
  char *end;
  const xmlAttr *attribute = pni_xml_attribute(limit, key);
  *x = 0;
  if (!attribute)
    return GSL_SUCCESS;
  *x = pni_text_real(pni_xml_text(attribute), &end);
  end += strspn(end, " \t\r\n");
  if (*end != '\0' || !(fabs(*x) > PN_BOUND_WIDEST))
    pni_xml_reals(of->robot->xml, attribute, 1, 1, x);
  return failed(of);
}

/* Reads damping and dry friction of a joint that turns or slides. */
static int read_dynamics(const urdf *of, const xmlNode *node,
                         pni_link_joint *joint)
{
  joint->node = node;
  if (read_reals(of, node, "dynamics", "damping", 1, &joint->damping) ||
      read_reals(of, node, "dynamics", "friction", 1, &joint->dry))
    return failed(of);
  return joint->damping >= 0 && joint->dry >= 0
             ? GSL_SUCCESS
             : pni_xml_refuse(of->robot->xml, node,
                              "damping and friction must not be negative");
}

/* Reads the limits of a joint, if there are some. */
static int read_limits(const urdf *of, const xmlNode *node,
                       pni_link_joint *joint)
{
  const xmlNode *limit = pni_xml_next(node, NULL, "limit");
  if (!limit)
    return GSL_SUCCESS;
  joint->is_limited =
      pni_xml_attribute(limit, "lower") || pni_xml_attribute(limit, "upper");
  if (!joint->is_limited)
    pni_xml_add_note(of->robot->xml, node,
                     "a limit without lower and upper leaves its joint free");
  return read_limit(of, limit, "lower", &joint->low) ||
         read_limit(of, limit, "upper", &joint->high);
}

/* Gives a link one freedom, with limits unless it is continuous; none if these
   leave it no way. */
static int add_one(const urdf *of, const xmlNode *node, const char *type,
                   pn_vec3 axis, pni_link *link)
{
  pni_link_joint joint = {.node = node};
  if (read_dynamics(of, node, &joint) ||
      (strcmp(type, "continuous") != 0 && read_limits(of, node, &joint)))
    return failed(of);
  if (joint.is_limited && joint.low == 0 && joint.high == 0) {
    pni_xml_add_note(of->robot->xml, node,
                     "a joint with limits from 0 to 0 is held");
    return GSL_SUCCESS;
  }
  add_freedom(link, strcmp(type, "prismatic") == 0 ? PNI_SLIDE : PNI_HINGE,
              axis, &joint);
  return GSL_SUCCESS;
}

/* Gives a link the freedoms of a plane. */
static int add_plane(const urdf *of, const xmlNode *node, pn_vec3 axis,
                     pni_link *link)
{
  const pn_vec3 side = pn_vec3_some_normal(axis);
  pni_link_joint joint = {.node = node};
  if (read_dynamics(of, node, &joint))
    return failed(of);
  add_freedom(link, PNI_SLIDE, side, &joint);
  add_freedom(link, PNI_SLIDE, pn_vec3_cross(axis, side), &joint);
  add_freedom(link, PNI_HINGE, axis, &joint);
  return GSL_SUCCESS;
}

/* Gives a link the freedoms of the joint above it. */
static int read_freedoms(const urdf *of, const xmlNode *joint, pni_link *link)
{
  const char *type = pni_xml_text(pni_xml_attribute(joint, "type"));
  double a[3] = {1, 0, 0};
  const xmlNode *mimic = pni_xml_next(joint, NULL, "mimic");
  if (mimic)
    return pni_xml_refuse(of->robot->xml, mimic,
                          "a joint that follows another one is not understood");
  if (strcmp(type, "fixed") == 0)
    return GSL_SUCCESS;
  if (strcmp(type, "floating") == 0) {
    link->floats = 1;
    return GSL_SUCCESS;
  }
  if (read_reals(of, joint, "axis", "xyz", 3, a))
    return failed(of);
  pn_vec3 axis = pn_vec3_make(a[0], a[1], a[2]);
  if (!(pn_vec3_norm(axis) > 0))
    return pni_xml_refuse(of->robot->xml, joint,
                          "a joint has an axis that is not 0");
  axis = pn_vec3_normalize(axis);
  if (strcmp(type, "planar") == 0)
    return add_plane(of, joint, axis, link);
  if (strcmp(type, "revolute") == 0 || strcmp(type, "continuous") == 0 ||
      strcmp(type, "prismatic") == 0)
    return add_one(of, joint, type, axis, link);
  return pni_xml_refuse(of->robot->xml, joint,
                        "a joint is revolute, continuous, prismatic, planar, "
                        "floating or fixed, not '%.40s'",
                        type);
}

/* Tells whether a root link has a mass. */
static int has_mass(const xmlNode *node)
{
  const xmlNode *inertial = pni_xml_next(node, NULL, "inertial");
  const xmlNode *mass = inertial ? pni_xml_next(inertial, NULL, "mass") : NULL;
  char *end;
  return mass && pni_text_real(pni_xml_text(pni_xml_attribute(mass, "value")),
                               &end) > 0;
}

/* Adds the link of an entry whose parent has one. */
static int add_link(const urdf *of, entry *at)
{
  pni_link link = {.name = at->name, .parent = PN_WORLD, .node = at->node};
  link.frame = (pn_pose){{0, 0, 0}, pn_quat_identity()};
  if (at->parent) {
    pn_pose local;
    link.parent = at->parent->link;
    link.joint_name = pni_xml_text(pni_xml_attribute(at->joint, "name"));
    if (read_origin(of, at->joint, &local))
      return failed(of);
    link.frame = pni_pose_in(of->robot->link[link.parent].frame, local);
    if (read_freedoms(of, at->joint, &link))
      return failed(of);
  } else if (strcmp(at->name, "world") != 0 && has_mass(at->node)) {
    link.floats = 1;
    snprintf(of->robot->note, sizeof of->robot->note,
             "the root '%.60s' floats; call it 'world' to fix it", at->name);
  } else if (of->robot->links > 0)
    pni_xml_add_note(of->robot->xml, at->node,
                     "a further root without mass is fixed to the world");
  at->link = of->robot->links;
  if (pni_robot_add_link(of->robot, &link))
    return failed(of);
  return read_parts(of, at->node, at->link);
}

/* Adds the links of an entry and of all above it that have none yet: climbs to
   the first of these, then goes down. */
static int add_chain(const urdf *of, entry *from)
{
  entry *top = from;
  size_t steps = 0;
  if (from->link != PN_WORLD)
    return GSL_SUCCESS;
  from->below = NULL;
  while (top->parent && top->parent->link == PN_WORLD) {
    if (++steps > of->entries)
      return pni_xml_refuse(of->robot->xml, from->joint,
                            "the joints above '%.60s' are a loop", from->name);
    top->parent->below = top;
    top = top->parent;
  }
  for (; top && !failed(of); top = top->below)
    add_link(of, top);
  return failed(of);
}

/* Finds the entry of the link that a child of a joint names. */
static entry *find(const urdf *of, const xmlNode *joint, const char *end)
{
  const xmlNode *node = pni_xml_next(joint, NULL, end);
  const entry wanted = {
      .name = node ? pni_xml_text(pni_xml_attribute(node, "link")) : ""};
  entry *found =
      bsearch(&wanted, of->entry, of->entries, sizeof *of->entry, compare);
  if (!found)
    pni_xml_refuse(of->robot->xml, joint,
                   "the %s '%.60s' of joint '%.60s' is "
                   "no link",
                   end, wanted.name,
                   pni_xml_text(pni_xml_attribute(joint, "name")));
  return found;
}

/* Hangs each link on the joint above it. */
static int read_joints(const urdf *of, const xmlNode *root)
{
  for (const xmlNode *joint = NULL;
       (joint = pni_xml_next(root, joint, "joint"));) {
    entry *parent = find(of, joint, "parent");
    entry *child = parent ? find(of, joint, "child") : NULL;
    if (!child)
      return failed(of);
    if (child->joint)
      return pni_xml_refuse(of->robot->xml, joint,
                            "link '%.60s' is the child of two joints",
                            child->name);
    child->joint = joint;
    child->parent = parent;
  }
  return GSL_SUCCESS;
}

/* Lists the links by name. */
static int list_links(urdf *of, const xmlNode *root)
{
  size_t k = 0;
  for (const xmlNode *n = NULL; (n = pni_xml_next(root, n, "link"));)
    of->entries++;
  of->entry = pn_alloc(of->entries, sizeof *of->entry);
  if (!of->entry)
    return pni_robot_no_memory(of->robot);
  for (const xmlNode *n = NULL; (n = pni_xml_next(root, n, "link"));)
    of->entry[k++] = (entry){.name = pni_xml_text(pni_xml_attribute(n, "name")),
                             .node = n,
                             .link = PN_WORLD};
  qsort(of->entry, of->entries, sizeof *of->entry, compare);
  for (k = 1; k < of->entries; k++)
    if (compare(&of->entry[k - 1], &of->entry[k]) == 0)
      return pni_xml_refuse(of->robot->xml, of->entry[k].node,
                            "two links have the same name '%.60s'",
                            of->entry[k].name);
  return GSL_SUCCESS;
}

int pni_robot_read_urdf(pni_robot *robot, const xmlNode *root)
{
  urdf of = {.robot = robot};
  robot->title = pni_xml_text(pni_xml_attribute(root, "name"));
  if (!list_links(&of, root))
    read_joints(&of, root);
  for (size_t k = 0; k < of.entries && !failed(&of); k++)
    add_chain(&of, &of.entry[k]);
  pn_free(of.entry);
  return failed(&of);
}
