/**
 * Values that stand where a secret would and are none: variables, templates, samples, words that say "put yours here".
 * For rules that go by the name of the assignment, where documentation and code are full of them.
 */
import type { Check } from '../rule.ts';

const REFERENCE = /^(?:\$|\{\{|<|%|@|process\.|os\.|env\.|import\.|config\.|settings\.|self\.|this\.|args\.|params\.)/i;
const TEMPLATE = /\$\{|\{\{|\}\}|<%|\(\)|\[\]/;
const SAYS_SO =
  /example|sample|placeholder|your[-_]|change[-_]?me|dummy|redacted|replace|insert|^(?:x{3,}|\*+|\.+|-+)$|x{6,}|\*{3,}|\.{3}|undefined|^(?:null|none|nil|true|false|string|secret|password|token|test|todo)$/i;
/** `aaaaaaaa`, `12121212`: three or fewer different characters. */
const fewCharacters = (value: string): boolean => new Set(value).size <= 3;
const COUNTING = '0123456789abcdefghijklmnopqrstuvwxyz0123456789';

/** `12345678`, `abcdefgh`: nothing but a piece of the alphabet. */
const counting = (value: string): boolean => value.length >= 4 && COUNTING.includes(value.toLowerCase());

export const looksLikePlaceholder: Check = (value) =>
  REFERENCE.test(value) || TEMPLATE.test(value) || SAYS_SO.test(value) || fewCharacters(value) || counting(value);

export const isNoPlaceholder: Check = (value, text, start) => !looksLikePlaceholder(value, text, start);
