/**
 * Follows the field of a receipt back into the document before redaction, where fields had other names: a secret can be the
 * name of a field, too. Redaction keeps the order of fields, so the nth that is new stands for the nth that is gone.
 */

import { namesOf, textOf } from '../privacy/receipt/field-text.ts';
import type { Redaction } from '../transcript.ts';

/** The text that a record speaks about, as it was; undefined when it cannot be told. */
export function textBefore(before: unknown, after: unknown, record: Redaction): string | undefined {
  const names: string[] = [];
  let [old, now] = [before, after];
  for (const name of namesOf(record.field)) {
    const oldName = nameBefore(old, now, name);
    if (oldName === undefined) return undefined;
    names.push(oldName);
    [old, now] = [inner(old, oldName), inner(now, name)];
  }
  if (record.key) return names.at(-1);
  return textOf({ value: old }, { ...record, field: 'value' });
}

function nameBefore(old: unknown, now: unknown, name: string): string | undefined {
  if (!isObject(old) || !isObject(now)) return undefined;
  if (Object.hasOwn(old, name)) return name;
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(now, key));
  const added = Object.keys(now).filter((key) => !Object.hasOwn(old, key));
  // Names that are numbers stand before all others, whatever the order they were written in.
  if (gone.length !== added.length || gone.some((key) => /^\d+$/.test(key))) return undefined;
  return gone[added.indexOf(name)];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const inner = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
