/** Follows the field of a receipt back to the text it speaks about. */
import { fromBase64 } from '../../reading/base64.ts';
import type { Redaction } from '../../transcript.ts';

/** The way of names that a field stands for: dotted, then a JSON Pointer. */
export function namesOf(field: string): readonly string[] {
  const slash = field.indexOf('/');
  const dotted = slash < 0 ? field : field.slice(0, slash);
  const pointer = slash < 0 ? [] : field.slice(slash + 1).split('/');
  const names = dotted === '' ? [] : dotted.split('.');
  return [...names, ...pointer.map((name) => name.replace(/~1/g, '/').replace(/~0/g, '~'))];
}

interface FieldReference extends Pick<Redaction, 'field'> {
  readonly key?: unknown;
  readonly encoding?: unknown;
}

/** The text that holds the placeholder of a record: a value, or the name of a field. */
export function textOf(root: unknown, { field, key, encoding }: FieldReference): string | undefined {
  let value: unknown = root;
  const names = namesOf(field);
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  const text = key === true ? names.at(-1) : typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return encoding === 'base64' ? new TextDecoder().decode(fromBase64(text)) : text;
}
