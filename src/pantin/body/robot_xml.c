/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads XML with libxml2, and keeps book of what was read in the nodes' member
   for the application. */
#include "pantin/body/robot_xml.h"

#include <gsl/gsl_errno.h>
#include <libxml/parser.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"

/* Larger numbers are taken for typing errors; their squares stay finite. */
static const double largest = 1e9;

/* A list of remarks ends after so many kinds. */
enum { KINDS_MAX = 40, REMARK_SIZE = 600 };

static char read_mark; /* its address says that a node was read */

int pni_xml_line(const void *node)
{
  const long line = xmlGetLineNo(node);
  return line > 0 ? (int)line : 0;
}

int pni_xml_refuse(const pni_xml *xml, const void *node, const char *format,
                   ...)
{
  char text[PN_ERROR_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return pn_error_set(xml->error, GSL_EINVAL, xml->name, pni_xml_line(node),
                      "%s", text);
}

/* Records what the parser says of its first error. That of its own limit of
   nesting has no code in all versions of libxml2. */
static int refuse_syntax(const pni_xml *xml, const xmlError *fault)
{
  char text[PN_ERROR_TEXT];
  const int memory = !fault || fault->code == XML_ERR_NO_MEMORY;
  const char *message = fault && fault->message ? fault->message : "";
  if (strstr(message, "Excessive depth"))
    snprintf(text, sizeof text,
             "elements are nested too deeply: at most 255 levels are read");
  else
    snprintf(text, sizeof text, "this is no XML: %s", message);
  text[strcspn(text, "\n")] = '\0';
  return pn_error_set(xml->error, memory ? GSL_ENOMEM : GSL_EINVAL, xml->name,
                      fault ? fault->line : 0, "%s",
                      memory ? "out of memory" : text);
}

int pni_xml_open(pni_xml *xml, const char *name, const char *text,
                 size_t length, pn_error *error)
{
  *xml = (pni_xml){.name = name, .error = error};
  xmlParserCtxt *parser = xmlNewParserCtxt();
  if (!parser)
    return refuse_syntax(xml, NULL);
  xml->doc = xmlCtxtReadMemory(parser, text, (int)length, name, NULL,
                               XML_PARSE_NONET | XML_PARSE_NOERROR |
                                   XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
  int code = GSL_SUCCESS;
  if (!xml->doc)
    code = refuse_syntax(xml, xmlCtxtGetLastError(parser));
  else if (xml->doc->intSubset)
    code = pn_error_set(error, GSL_EINVAL, name, 0,
                        "a document type (<!DOCTYPE ..>) is not read");
  xmlFreeParserCtxt(parser);
  return code;
}

void pni_xml_close(pni_xml *xml)
{
  if (xml->doc)
    xmlFreeDoc(xml->doc);
  xml->doc = NULL;
}

/* Tells whether a name has a prefix: it is somebody else's then. */
static int has_prefix(const xmlNs *ns)
{
  return ns && ns->prefix;
}

int pni_xml_is(const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && !has_prefix(node->ns) &&
         strcmp((const char *)node->name, name) == 0;
}

xmlNode *pni_xml_next(const xmlNode *parent, const xmlNode *after,
                      const char *name)
{
  xmlNode *node = after ? after->next : parent->children;
  while (node && !pni_xml_is(node, name))
    node = node->next;
  if (node)
    node->_private = &read_mark;
  return node;
}

xmlNode *pni_xml_next_through(const xmlNode *parent, const xmlNode *after,
                              const char *name, const char *through)
{
  const xmlNode *outer = after ? after->parent : parent;
  for (;;) {
    xmlNode *node = after ? after->next : outer->children;
    while (node && !pni_xml_is(node, name) && !pni_xml_is(node, through))
      node = node->next;
    if (node)
      node->_private = &read_mark;
    if (node && pni_xml_is(node, name))
      return node;
    if (!node && outer == parent)
      return NULL;
    /* Goes on in what was found, or after what has come to its end. */
    after = node ? NULL : outer;
    outer = node ? node : outer->parent;
  }
}

void pni_xml_skip(xmlNode *node)
{
  node->_private = NULL;
}

xmlAttr *pni_xml_attribute(const xmlNode *node, const char *key)
{
  xmlAttr *attribute = node->properties;
  while (attribute && (has_prefix(attribute->ns) ||
                       strcmp((const char *)attribute->name, key) != 0))
    attribute = attribute->next;
  if (attribute)
    attribute->_private = &read_mark;
  return attribute;
}

const char *pni_xml_text(const xmlAttr *attribute)
{
  return attribute && attribute->children && attribute->children->content
             ? (const char *)attribute->children->content
             : "";
}

size_t pni_xml_reals(const pni_xml *xml, const xmlAttr *attribute, size_t least,
                     size_t most, double *x)
{
  static const char blank[] = " \t\r\n";
  if (!attribute)
    return 0;
  const char *text = pni_xml_text(attribute);
  size_t count = 0;
  int too_large = 0;
  for (text += strspn(text, blank); *text; text += strspn(text, blank)) {
    char *end;
    const double value = pni_text_real(text, &end);
    too_large = end != text && !(fabs(value) <= largest);
    if (end == text || too_large || count == most) {
      count = 0;
      break;
    }
    x[count++] = value;
    text = end;
  }
  if (count >= least && count > 0)
    return count;
  const char *size = too_large ? " of at most 1e9 in size" : "";
  if (least == most)
    pni_xml_refuse(xml, attribute->parent,
                   "%s must be %zu number%s%s, got '%s'", attribute->name, most,
                   most > 1 ? "s" : "", size, pni_xml_text(attribute));
  else
    pni_xml_refuse(xml, attribute->parent,
                   "%s must be %zu to %zu numbers%s, got '%s'", attribute->name,
                   least, most, size, pni_xml_text(attribute));
  return 0;
}

void pni_xml_add_note(pni_xml *xml, const xmlNode *node, const char *what)
{
  size_t k = 0;
  while (k < xml->notes && strcmp(xml->note[k].what, what) != 0)
    k++;
  if (k == PNI_XML_NOTES)
    return;
  if (k == xml->notes)
    xml->note[xml->notes++] = (pni_xml_note){what, pni_xml_line(node), 0};
  xml->note[k].times++;
}

/* A kind of element or attribute that was not read. */
typedef struct {
  const char *element, *attribute; /* borrowed; attribute may be NULL */
  int line;                        /* of the first */
  size_t times;
} kind;

typedef struct {
  kind kind[KINDS_MAX];
  size_t kinds, others;
} kinds;

/* Counts an element (attribute NULL) or an attribute that was not read. */
static void count(kinds *of, const xmlNode *node, const xmlAttr *attribute)
{
  const char *element = (const char *)node->name;
  const char *name = attribute ? (const char *)attribute->name : NULL;
  for (size_t k = 0; k < of->kinds; k++) {
    kind *known = &of->kind[k];
    if (strcmp(known->element, element) == 0 && !known->attribute == !name &&
        (!name || strcmp(known->attribute, name) == 0)) {
      known->times++;
      return;
    }
  }
  if (of->kinds == KINDS_MAX)
    of->others++;
  else
    of->kind[of->kinds++] = (kind){element, name, pni_xml_line(node), 1};
}

/* Counts all that was not read in an element that was. */
static void count_below(kinds *of, const xmlNode *node)
{
  for (const xmlAttr *a = node->properties; a; a = a->next)
    if (!a->_private)
      count(of, node, a);
  for (const xmlNode *child = node->children; child; child = child->next)
    if (child->type == XML_ELEMENT_NODE) {
      if (child->_private)
        count_below(of, child);
      else
        count(of, child, NULL);
    }
}

/* Appends a line to a text that has the room. */
static char *put_line(char *text, const pni_xml *xml, int line,
                      const char *what, size_t times)
{
  char in_all[40] = "";
  if (times > 1)
    snprintf(in_all, sizeof in_all, ", %zu times in all", times);
  return text + snprintf(text, REMARK_SIZE, "%.400s:%d: %s%s\n", xml->name,
                         line, what, in_all);
}

char *pni_xml_remarks(const pni_xml *xml, const char *first)
{
  kinds of = {.kinds = 0};
  count_below(&of, xmlDocGetRootElement(xml->doc));
  if (of.kinds == 0 && xml->notes == 0 && !*first)
    return NULL;
  char *text = pn_alloc(of.kinds + xml->notes + 2, REMARK_SIZE);
  if (!text) {
    pn_error_set(xml->error, GSL_ENOMEM, xml->name, 0, "out of memory");
    return NULL;
  }
  char *end = text, what[120];
  if (*first)
    end += snprintf(end, REMARK_SIZE, "%.400s: %s\n", xml->name, first);
  for (size_t k = 0; k < xml->notes; k++)
    end = put_line(end, xml, xml->note[k].line, xml->note[k].what,
                   xml->note[k].times);
  for (size_t k = 0; k < of.kinds; k++) {
    const kind *one = &of.kind[k];
    if (one->attribute)
      snprintf(what, sizeof what, "%.40s of <%.40s> is not used",
               one->attribute, one->element);
    else
      snprintf(what, sizeof what, "<%.40s> is not used", one->element);
    end = put_line(end, xml, one->line, what, one->times);
  }
  if (of.others > 0)
    snprintf(end, REMARK_SIZE, "%.400s: nor are %zu others\n", xml->name,
             of.others);
  return text;
}
