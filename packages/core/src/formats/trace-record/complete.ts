/**
 * A record as the original's model holds it: every known field in its order, defaults filled in, numbers that are
 * floats there marked as such. A value of the wrong type gives way to the default. Unknown fields follow the known
 * ones, or are left out where the hash is taken.
 */
import type { TSchema } from 'typebox';
import { isObject, type Json } from '../../reading/native-values.ts';
import { NumberText } from '../number-text.ts';

export interface Completion {
  readonly unknownFields: 'kept' | 'left out';
}

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

export function complete(schema: TSchema, value: unknown, completion: Completion): unknown {
  return completed(schema as Shape, value, completion);
}

function completed(shape: Shape, value: unknown, completion: Completion): unknown {
  const kept = value === undefined ? undefined : allowed(shape, value, completion);
  return kept === undefined ? defaultOf(shape, completion) : kept;
}

/** Undefined for a value that the shape does not allow. */
function allowed(shape: Shape, value: unknown, completion: Completion): unknown {
  if (shape.anyOf) {
    if (value === null) return null;
    return allowed(shape.anyOf.find(({ type }) => type !== 'null') ?? {}, value, completion);
  }
  if (shape.enum) return shape.enum.includes(value) ? value : undefined;
  switch (shape.type) {
    case 'object':
      return isFields(value) ? objectOf(shape, value, completion) : undefined;
    case 'array':
      return Array.isArray(value) ? value.map((item) => completed(shape.items ?? {}, item, completion)) : undefined;
    case 'integer':
      return isWhole(value) ? value : undefined;
    case 'number':
      return floatOf(value);
    case undefined:
      return value;
    default:
      return typeof value === shape.type ? value : undefined;
  }
}

function defaultOf(shape: Shape, completion: Completion): unknown {
  if (shape.default !== undefined) return shape.default;
  return shape.type === 'object' ? objectOf(shape, {}, completion) : null;
}

function objectOf({ properties = {} }: Shape, value: Json, completion: Completion): Json {
  const known = Object.entries(properties);
  if (known.length === 0) return value;
  const fields = known.map(([name, shape]) => [name, completed(shape, own(value, name), completion)]);
  if (completion.unknownFields === 'left out') return Object.fromEntries(fields);
  return Object.fromEntries([...fields, ...Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name))]);
}

const own = (value: Json, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
const isFields = (value: unknown): value is Json => isObject(value) && !(value instanceof NumberText);

function isWhole(value: unknown): boolean {
  return value instanceof NumberText ? /^-?\d+$/.test(value.text) : Number.isSafeInteger(value);
}

function floatOf(value: unknown): NumberText | undefined {
  if (value instanceof NumberText) return NumberText.float(Number(value.text));
  return typeof value === 'number' && Number.isFinite(value) ? NumberText.float(value) : undefined;
}
