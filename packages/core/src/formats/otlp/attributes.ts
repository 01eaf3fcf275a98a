/** Attributes and times of OTLP/JSON, both ways. */
import { isObject, listOf } from '../../reading/native-values.ts';

/** Values as the protocol writes them; 64-bit integers are text. */
export type AnyValue = Readonly<Record<string, unknown>>;

export interface Attribute {
  readonly key: string;
  readonly value: AnyValue;
}

export type Plain = string | number | boolean | readonly string[] | undefined;

/** The attributes that have a value, in order. */
export function attributesOf(values: Readonly<Record<string, Plain>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

function anyValue(value: string | number | boolean | readonly string[]): AnyValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((item) => ({ stringValue: item })) } };
}

/** Nothing that somebody means is nested deeper. */
const MAX_DEPTH = 60;

/** Attributes by key, as plain values. */
export function readAttributes(attributes: unknown): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const attribute of listOf(attributes)) {
    if (isObject(attribute) && typeof attribute['key'] === 'string') {
      values.set(attribute['key'], plainValue(attribute['value'], 0));
    }
  }
  return values;
}

/** A value as the protocol has it, plain. */
export function plainValue(value: unknown, depth: number): unknown {
  if (!isObject(value) || depth > MAX_DEPTH) return undefined;
  if ('stringValue' in value) return value['stringValue'];
  if ('boolValue' in value) return value['boolValue'];
  if ('doubleValue' in value) return value['doubleValue'];
  if ('intValue' in value) return Number(value['intValue']);
  if (isObject(value['arrayValue'])) {
    return listOf(value['arrayValue']['values']).map((item) => plainValue(item, depth + 1));
  }
  if (!isObject(value['kvlistValue'])) return undefined;
  const members = listOf(value['kvlistValue']['values']).flatMap((member) =>
    isObject(member) && typeof member['key'] === 'string'
      ? [[member['key'], plainValue(member['value'], depth + 1)] as const]
      : [],
  );
  return Object.fromEntries(members);
}

const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/i;

/** Nanoseconds since 1970, with all digits that the time has. */
export function nanosOf(time: string): bigint {
  const [, seconds = '', fraction = '', zone = ''] = TIME.exec(time) ?? [];
  const at = Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(at) || at < 0) return 0n;
  return BigInt(at) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

/** The latest time that a `Date` can hold. */
const LATEST = 8_640_000_000_000_000_000_000n;

/** Undefined for what is no time, or none that is known. */
export function timeOf(nanos: unknown): string | undefined {
  const text = typeof nanos === 'number' && Number.isSafeInteger(nanos) ? String(nanos) : nanos;
  if (typeof text !== 'string' || !/^\d{1,22}$/.test(text)) return undefined;
  const value = BigInt(text);
  if (value === 0n || value > LATEST) return undefined;
  const milliseconds = new Date(Number(value / 1_000_000n)).toISOString();
  if (!/^\d{4}-/.test(milliseconds)) return undefined;
  const rest = value % 1_000_000n;
  return rest === 0n ? milliseconds : `${milliseconds.slice(0, -1)}${String(rest).padStart(6, '0')}Z`;
}

export const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);
