/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A file in XML that is read with nothing overlooked: whatever element or
   attribute nobody has asked for is listed in the end. */
#ifndef PANTIN_BODY_ROBOT_XML_H
#define PANTIN_BODY_ROBOT_XML_H

#include <libxml/tree.h>
#include <stddef.h>

#include "pantin/base/error.h"

/* Reasons for which something is not used, at most. */
enum { PNI_XML_NOTES = 8 };

/* Lists what a robot's file says in vain, or what means something else here,
   for one reason. */
typedef struct {
  const char *what; /* a sentence; a constant */
  int line;         /* of the first */
  size_t times;
} pni_xml_note;

typedef struct {
  xmlDoc *doc;      /* owned */
  const char *name; /* of the file, for messages, borrowed */
  pn_error *error;  /* the first fault, borrowed */
  size_t notes;
  pni_xml_note note[PNI_XML_NOTES];
} pni_xml;

/* Parses `length` bytes in memory. GSL_SUCCESS, or an error at its line; call
   pni_xml_close in any case. */
int pni_xml_open(pni_xml *xml, const char *name, const char *text,
                 size_t length, pn_error *error);

void pni_xml_close(pni_xml *xml);

/* Records an error at the line of a node; returns GSL_EINVAL. */
int pni_xml_refuse(const pni_xml *xml, const void *node, const char *format,
                   ...) PN_PRINTF(3, 4);

/* Returns the line of a node. */
int pni_xml_line(const void *node);

/* Tells whether a node is an element of this name. */
int pni_xml_is(const xmlNode *node, const char *name);

/* Returns the element of this name that follows `after` among the children, or
   the first (after NULL), or NULL; and counts it as read. */
xmlNode *pni_xml_next(const xmlNode *parent, const xmlNode *after,
                      const char *name);

/* Returns like pni_xml_next the element of this name that follows `after` in
   the order of the file, among the children of `parent` and of whatever
   elements called `through` stand around them; these count as read too. */
xmlNode *pni_xml_next_through(const xmlNode *parent, const xmlNode *after,
                              const char *name, const char *through);

/* Counts an element as not read after all. */
void pni_xml_skip(xmlNode *node);

/* Returns an attribute of an element, or NULL, and counts it as read. */
xmlAttr *pni_xml_attribute(const xmlNode *node, const char *key);

/* Returns the text of an attribute; "" for NULL. Borrowed. */
const char *pni_xml_text(const xmlAttr *attribute);

/* Reads `least` to `most` numbers from an attribute into x; returns how many,
   or 0 with an error. NULL leaves x as it was and returns 0. */
size_t pni_xml_reals(const pni_xml *xml, const xmlAttr *attribute, size_t least,
                     size_t most, double *x);

/* Notes for an element what part of it is not used or means something else:
   `what` is a constant sentence without its stop. */
void pni_xml_add_note(pni_xml *xml, const xmlNode *node, const char *what);

/* Returns a text with a line for `first`, unless it is empty, one for each of
   the notes, and one for each kind of element and attribute that nobody has
   asked for, to be released with pn_free; or NULL when there is none or memory
   is short (the error is then set). */
char *pni_xml_remarks(const pni_xml *xml, const char *first);

#endif
