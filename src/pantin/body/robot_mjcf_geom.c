/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the geoms of MJCF, which give a body its mass and its looks. Sizes are
   half of ours: radius, half the height along z, half the sides. */
#include "pantin/body/robot_mjcf.h"
#include "pantin/body/shape_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

/* Density of a geom that does not say [kg/m^3]: that of water. */
static const double density_usual = 1000;

/* A solid, by half its sizes along x, y and z; along z without the caps of a
   capsule. */
typedef struct {
  const char *name;
  size_t sizes;  /* that the file gives */
  size_t across; /* of these, those that are not along z, if it has fromto; 0:
                    it has none */
  double (*volume)(const double *s);
  const pn_shape *const *shape; /* or NULL */
} solid;

static double sphere_volume(const double *s)
{
  return 4 * M_PI / 3 * s[0] * s[0] * s[0];
}

static double ellipsoid_volume(const double *s)
{
  return 4 * M_PI / 3 * s[0] * s[1] * s[2];
}

static double cylinder_volume(const double *s)
{
  return 2 * M_PI * s[0] * s[0] * s[1];
}

static double capsule_volume(const double *s)
{
  return cylinder_volume(s) + sphere_volume(s);
}

static double box_volume(const double *s)
{
  return 8 * s[0] * s[1] * s[2];
}

static const solid solids[] = {
    {"sphere", 1, 0, sphere_volume, &pn_shape_sphere},
    {"capsule", 2, 1, capsule_volume, &pn_shape_capsule},
    {"cylinder", 2, 1, cylinder_volume, &pn_shape_cylinder},
    {"box", 3, 2, box_volume, &pn_shape_box},
    {"ellipsoid", 3, 2, ellipsoid_volume, NULL},
};

/* Sets inertia, shape and size of a part with these half sizes; a body of
   revolution is turned so that its axis is our x. */
static void set_solid(pni_part *part, const solid *of, const double *s)
{
  part->shape = of->shape ? *of->shape : NULL;
  if (!part->shape) {
    const double a = s[0] * s[0], b = s[1] * s[1], c = s[2] * s[2];
    part->inertia = pn_mat3_diagonal(
        pn_vec3_scale(part->mass / 5, pn_vec3_make(b + c, c + a, a + b)));
    return;
  }
  if (of->sizes == 2) {
    part->size[0] = 2 * s[1];
    part->size[1] = s[0];
    part->pose.q = pn_quat_multiply(part->pose.q, pni_robot_x_to_z());
  } else {
    for (size_t k = 0; k < of->sizes; k++)
      /* NOLINTNEXTLINE(*-core.Undefined*): a solid has at most 3 sizes */
      part->size[k] = of->sizes == 1 ? s[k] : 2 * s[k];
  }
  part->inertia =
      pn_mat3_diagonal(part->shape->inertia(part->mass, part->size));
}

/* Reads sizes and pose of a solid between two points. */
static int read_between(const pni_mjcf *of, const xmlNode *node,
                        const solid *kind, const double *ends, double *s,
                        pn_pose *pose)
{
  const pn_vec3 from = pn_vec3_make(ends[0], ends[1], ends[2]),
                to = pn_vec3_make(ends[3], ends[4], ends[5]),
                along = pn_vec3_sub(from, to);
  const pn_pose inner = {pn_vec3_scale(0.5, pn_vec3_add(from, to)),
                         pni_mjcf_turn_z(along)};
  if (kind->across == 0 || !(pn_vec3_norm(along) > 0))
    return pni_xml_refuse(of->robot->xml, node,
                          "fromto names two different points, of a capsule, "
                          "cylinder, box or ellipsoid");
  if (!pni_xml_reals(of->robot->xml, pni_mjcf_attribute(of, node, "size"), 1, 3,
                     s))
    return of->robot->xml->error->code
               ? of->robot->xml->error->code
               : pni_xml_refuse(of->robot->xml, node, "size is missing");
  if (kind->across == 2) {
    s[1] = s[0];
    s[2] = pn_vec3_norm(along) / 2;
  } else {
    s[1] = pn_vec3_norm(along) / 2;
  }
  *pose = pni_pose_in(*pose, inner);
  return GSL_SUCCESS;
}

/* Reads half sizes and pose; `pose` holds the link's. */
static int read_extent(const pni_mjcf *of, const xmlNode *node,
                       const solid *kind, double *s, pn_pose *pose)
{
  const pni_xml *xml = of->robot->xml;
  const xmlAttr *fromto = pni_mjcf_attribute(of, node, "fromto");
  double ends[6];
  int code;
  if (fromto && !pni_xml_reals(xml, fromto, 6, 6, ends))
    return xml->error->code;
  if (fromto) {
    const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
    if (of->is_global)
      *pose = world;
    code = pni_mjcf_enter(of, node, pose);
    if (!code)
      code = read_between(of, node, kind, ends, s, pose);
  } else {
    if (!pni_xml_reals(xml, pni_mjcf_attribute(of, node, "size"), kind->sizes,
                       3, s) &&
        !xml->error->code)
      pni_xml_refuse(xml, node, "size is missing");
    code = xml->error->code ? xml->error->code
                            : pni_mjcf_pose(of, node, *pose, pose);
  }
  for (size_t k = 0; k < kind->sizes && !code; k++)
    /* NOLINTNEXTLINE(*-core.Undefined*): a solid has at most 3 sizes */
    if (!(s[k] > 0 && s[k] <= PNI_LENGTH_MAX))
      code = pni_xml_refuse(xml, node,
                            "the sizes of a %s must be positive, and at most "
                            "%d m",
                            kind->name, PNI_LENGTH_MAX);
  return code;
}

/* Finds the solid that a geom is; NULL for another kind, which has no mass
   here. */
static const solid *find_solid(const char *name)
{
  for (size_t k = 0; k < sizeof solids / sizeof *solids; k++)
    if (strcmp(solids[k].name, name) == 0)
      return &solids[k];
  return NULL;
}

int pni_mjcf_read_geom(const pni_mjcf *of, xmlNode *node, size_t link,
                       int with_mass)
{
  pni_robot *robot = of->robot;
  const xmlAttr *type = pni_mjcf_attribute(of, node, "type");
  const char *name = type ? pni_xml_text(type) : "sphere";
  const solid *kind = find_solid(name);
  double s[3] = {0, 0, 0}, mass = NAN, density = density_usual;
  pni_part part = {.link = link};
  part.pose = link == PN_WORLD ? (pn_pose){{0, 0, 0}, pn_quat_identity()}
                               : robot->link[link].frame;
  part.is_plane = strcmp(name, "plane") == 0;
  if (part.is_plane && robot->with_ground)
    return pni_mjcf_pose(of, node, part.pose, &part.pose)
               ? robot->xml->error->code
               : pni_robot_add_part(robot, &part);
  if (!kind && (!with_mass || part.is_plane)) {
    pni_xml_skip(node);
    return GSL_SUCCESS;
  }
  if (!kind)
    return pni_xml_refuse(robot->xml, node,
                          "the mass of a %.40s is not known here: give its "
                          "body an <inertial>",
                          name);
  if (read_extent(of, node, kind, s, &part.pose))
    return robot->xml->error->code;
  if (with_mass) {
    if (pni_mjcf_reals(of, node, "mass", 1, &mass) ||
        (isnan(mass) && pni_mjcf_reals(of, node, "density", 1, &density)))
      return robot->xml->error->code;
    part.mass = isnan(mass) ? density * kind->volume(s) : mass;
    if (!(part.mass >= 0))
      return pni_xml_refuse(robot->xml, node,
                            "mass and density must not be negative");
  }
  set_solid(&part, kind, s);
  return pni_robot_add_part(robot, &part);
}
