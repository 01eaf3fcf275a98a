/**
 * What a record says differently from what would be written for its transcript: fields this model has no place for,
 * unknown ones, and numbers of its own. They are kept beside the events, by JSON pointer, and put back on writing.
 */
import { isObject, type Json, listOf, objectOf } from '../reading/native-values.ts';
import { NumberText, numberText } from './number-text.ts';

export interface Corrections {
  /** Pointer to the value that stands there. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Pointers to what is not there. */
  readonly without: readonly string[];
}

/** Undefined when both are the same. */
export function correctionsOf(written: unknown, wanted: unknown): Corrections | undefined {
  const set: [string, unknown][] = [];
  const without: string[] = [];
  compare(written, wanted, '', { set, without });
  return set.length + without.length > 0 ? { set: Object.fromEntries(set), without } : undefined;
}

interface Found {
  readonly set: [string, unknown][];
  readonly without: string[];
}

function compare(written: unknown, wanted: unknown, pointer: string, found: Found): void {
  if (isPlain(written) && isPlain(wanted) && (pointer === '' || keepsOrder(written, wanted))) {
    for (const name of Object.keys(written)) {
      if (!Object.hasOwn(wanted, name)) found.without.push(`${pointer}/${escaped(name)}`);
    }
    for (const [name, value] of Object.entries(wanted)) {
      compare(Object.hasOwn(written, name) ? written[name] : undefined, value, `${pointer}/${escaped(name)}`, found);
    }
  } else if (Array.isArray(written) && Array.isArray(wanted) && written.length === wanted.length) {
    wanted.forEach((value, index) => {
      compare(written[index], value, `${pointer}/${index}`, found);
    });
  } else if (!isSame(written, wanted)) found.set.push([pointer, kept(wanted)]);
}

/** A number that JavaScript would write otherwise is kept as its text: `{ "$number": "1.0" }`. */
const NUMBER = '$number';

function kept(value: unknown): unknown {
  if (value instanceof NumberText) {
    const plain = Number(value.text);
    return Number.isFinite(plain) && numberText(plain) === value.text ? plain : { [NUMBER]: value.text };
  }
  if (Array.isArray(value)) return value.map(kept);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, kept(item)]));
}

/** Only numbers are taken for what is kept in this way: `extra` may hold anything. */
function restored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restored);
  if (!isObject(value)) return value;
  const text = value[NUMBER];
  if (typeof text === 'string' && IS_NUMBER.test(text) && Object.keys(value).length === 1) return new NumberText(text);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, restored(item)]));
}

const IS_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/;

/** What is added comes last: if that would move a field of an object inside, the whole object is set. */
function keepsOrder(written: Json, wanted: Json): boolean {
  const common = Object.keys(written).filter((name) => Object.hasOwn(wanted, name));
  return Object.keys(wanted).every((name, index) => index >= common.length || common[index] === name);
}

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof NumberText || b instanceof NumberText) return textOf(a) === textOf(b);
  return a === b;
}

function textOf(value: unknown): unknown {
  if (value instanceof NumberText) return value.text;
  return typeof value === 'number' ? numberText(value) : value;
}
const isPlain = (value: unknown): value is Json => isObject(value) && !(value instanceof NumberText);

/**
 * Applies what is kept in `extra`, which may be anything: what leads nowhere is passed over. The value itself stays as
 * it is; what changes is copied, once.
 */
export function corrected<Value>(value: Value, corrections: unknown): Value {
  if (!isObject(corrections)) return value;
  const root: Json = { value };
  const copies = new Set<unknown>([root]);
  for (const pointer of listOf(corrections['without'])) {
    if (typeof pointer !== 'string' || pointer === '') continue;
    const [inside, name] = placeOf(root, pointer, copies);
    if (isPlain(inside)) delete inside[name];
  }
  for (const [pointer, wanted] of Object.entries(objectOf(corrections['set']))) {
    if (pointer === '') continue;
    const [inside, name] = placeOf(root, pointer, copies);
    if (isPlain(inside) || (/^\d+$/.test(name) && Object.hasOwn(inside, name))) put(inside, name, restored(wanted));
  }
  return root['value'] as Value;
}

type Container = Json | unknown[];

/** The object or list that a pointer leads into, as a copy of its own, and the name in it. */
function placeOf(root: Json, pointer: string, copies: Set<unknown>): [Container, string] {
  const tokens = ['value', ...tokensOf(pointer)];
  const last = tokens.pop() as string;
  let inside: Container = root;
  for (const token of tokens) {
    const next: unknown = Object.hasOwn(inside, token) ? (inside as Json)[token] : undefined;
    if (!Array.isArray(next) && !isPlain(next)) return [[], ''];
    const copy: Container = copies.has(next) ? next : Array.isArray(next) ? [...next] : { ...next };
    copies.add(copy);
    if (copy !== next) put(inside, token, copy);
    inside = copy;
  }
  return [inside, last];
}

/** By definition, not assignment: a field may be called `__proto__`. */
function put(inside: Container, name: string, value: unknown): void {
  Object.defineProperty(inside, name, { value, enumerable: true, writable: true, configurable: true });
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
