/**
 * Names and values that stand beside each other in fields of their own: `{"name": "DB_PASSWORD", "value": "…"}` in either
 * order, `<key>…</key><string>…</string>`, `variable "…" { default = "…" }`, `--name … --value …`.
 */
import { matchEnd } from './characters.ts';

const VALUE_FIELD =
  '(?:parameter|secret|default|plain)?_?-?(?:value|val|default|content|string|body|data|plaintext|example)';
/** A field between the two: its type, a comment. */
const OTHER_FIELD = `(?:["'\`]?[\\w:.-]{1,40}["'\`]?\\s{0,4}[:=\\s]\\s{0,8}(?:"[^"\\n]{0,80}"|'[^'\\n]{0,80}'|[\\w.-]{1,60})\\s{0,40},?\\s{0,40}){0,3}?`;
/** From behind the name, quotes and all, to where the value opens. */
const FORWARD = new RegExp(
  `["'\`]{0,1}\\s{0,40}[,;]?\\s{0,40}${OTHER_FIELD}(?:(?:--?)?["'\`]?${VALUE_FIELD}["'\`]?(?:\\s{0,4}[:=]\\s{0,8}|\\s{1,4}(?=["'])|(?<=--(?:value|body|secret-string))\\s)|(?<=\\s)-b\\s{1,2})`,
  'iy',
);
/** `"password": {"value": "…"}`, and the same as YAML. */
const NESTED = new RegExp(
  `["'\`]?[ \\t]{0,4}[:=][ \\t]{0,4}(?:\\{\\s{0,40}|\\r?\\n[ \\t]{0,40})${OTHER_FIELD}["'\`]?${VALUE_FIELD}["'\`]?[ \\t]{0,4}[:=][ \\t]{0,8}`,
  'iy',
);
/** What a field of fields begins with. */
const OPENS_FIELDS = /["'`]?[ \t]{0,4}[:=][ \t]{0,4}[{\r\n]/y;

/** Where the value begins of a name that stands for an object with the value in it. */
export function nestedValue(text: string, nameEnd: number): number {
  return matchEnd(OPENS_FIELDS, text, nameEnd) > nameEnd ? matchEnd(NESTED, text, nameEnd) : nameEnd;
}

const PROPERTY_LIST = /<\/key>\s{0,40}<(?:string|data)>/iy;
const NESTED_TAG = /(?:["'][^<>\n]{0,80}>|<\/name>)\s{0,40}<value>/iy;
const TEXT_OF_ENTRY = /["'](?:[ \t][^<>\n]{0,80})?>(?=[^<\s])/y;
/** A part of a form that is sent in parts. */
const PART = /["']?(?:;[^\r\n]{0,200})?(?:\r?\n[A-Za-z-]{1,40}: [^\r\n]{0,200}){0,3}\r?\n\r?\n(?=\S)/y;
const VARIABLE = /["']?[ \t]{0,4}\{[^{}]{0,400}?\bdefault[ \t]{0,20}=[ \t]{0,4}/y;

/** Where the value of a pair begins whose name ends at a place; the place itself when there is none. */
export function pairedValue(text: string, nameEnd: number): number {
  for (const form of [FORWARD, PROPERTY_LIST, NESTED_TAG, TEXT_OF_ENTRY, VARIABLE, PART]) {
    const at = matchEnd(form, text, nameEnd);
    if (at > nameEnd) return at;
  }
  return nameEnd;
}

/** The name is what a field, an attribute or a statement says it is. */
const IN_NAME_FIELD =
  /(?:name|key|variable|field|label|title|option|attribute|property|param(?:eter)?|secrets? (?:set|put|create|add))["'`]?[ \t]{0,4}[:=>]?[ \t]{0,4}["'`]?[\w./:-]{0,40}$/i;

export function isNameField(text: string, nameStart: number): boolean {
  return IN_NAME_FIELD.test(text.slice(Math.max(0, nameStart - 64), nameStart));
}

const LOOK_BACK = 700;
const NAME_FIELD =
  /(?:--)?["'`]?(?:parameter|env|variable|option)?_?(?:name|key|field)["'`]?(?:\s{0,4}[:=]\s{0,8}|(?<=--\w{1,12})\s)["'`]?\/?(?:[\w.-]{1,40}\/){0,4}$/i;
const VALUE_BEFORE = new RegExp(
  `["'\`]?${VALUE_FIELD}["'\`]?(?:\\s{0,4}[:=]\\s{0,8}|(?<=--\\w{1,12})\\s)(?:"((?:[^"\\\\\\n]|\\\\.){1,500})"|'((?:[^'\\\\\\n]|\\\\.){1,500})'|([^\\s"'][^\\s]{3,300}))\\s{0,40}(?:,?|where|and)\\s{0,40}$`,
  'di',
);

/** The value that stands before its name. */
export function valueBefore(text: string, nameStart: number): readonly [number, number] | undefined {
  const from = Math.max(0, nameStart - LOOK_BACK);
  const before = text.slice(from, nameStart);
  const field = NAME_FIELD.exec(before.slice(-60));
  if (!field) return undefined;
  const left = before.slice(0, before.length - field[0].length);
  const indices = VALUE_BEFORE.exec(left)?.indices;
  const place = indices?.[1] ?? indices?.[2] ?? indices?.[3];
  return place && [from + place[0], from + place[1]];
}
