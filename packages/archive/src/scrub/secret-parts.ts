/**
 * Parts of a secret that no record holds whole, because a stream was cut in the middle of it: a text ends with the first part,
 * another begins with the rest. Of what is removed a hash is kept, and what stands around it stays; so only parts go that
 * are too long to be guessed. One of them is enough to make what is left worthless.
 */
import type { FoundSecret } from '@hansard/core/privacy/index.ts';

/** The beginning of a key is the same for all keys of its kind, and tells nothing. */
const SHORTEST_FIRST = 24;
const SHORTEST_REST = 16;
const LEAD = 24;

/** Whether parts of it can be told from anything else: it has a shape of its own, and enough characters. */
export const canBeParted = ({ rule, reach, base64, hex, value }: FoundSecret): boolean =>
  rule.confidence === 'high' &&
  rule.anchor.at !== 'block' &&
  reach === 'anywhere' &&
  !base64 &&
  !hex &&
  value.length > SHORTEST_FIRST;

/** The part of a secret that a text ends or begins with, or consists of. */
export function partIn(secret: FoundSecret, text: string, name: string | undefined): FoundSecret | undefined {
  const first = firstPart(secret.value, text);
  const part = first ?? laterPart(secret.value, text);
  if (part === undefined) return undefined;
  const about = { ...secret, value: part, written: part, name };
  // What stands before it tells it from the beginnings of other keys.
  return first === undefined
    ? { ...about, reach: 'anywhere', lead: '' }
    : { ...about, reach: 'place', lead: text.slice(0, -part.length).slice(-LEAD) };
}

function firstPart(secret: string, text: string): string | undefined {
  if (text.length < SHORTEST_FIRST) return undefined;
  const at = secret.indexOf(text.slice(-SHORTEST_FIRST));
  const part = secret.slice(0, at + SHORTEST_FIRST);
  return at >= 0 && part.length < secret.length && text.endsWith(part) ? part : undefined;
}

function laterPart(secret: string, text: string): string | undefined {
  if (text.length < SHORTEST_REST) return undefined;
  const at = secret.indexOf(text.slice(0, SHORTEST_REST));
  if (at <= 0) return undefined;
  const rest = secret.slice(at);
  if (text.startsWith(rest)) return rest;
  return rest.startsWith(text) ? text : undefined;
}

/** Every string of a value, with the name of the field that it is in. */
export function* textsIn(value: unknown): Iterable<{ readonly text: string; readonly name: string | undefined }> {
  const left: { value: unknown; name: string | undefined }[] = [{ value, name: undefined }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value: inner, name } = next;
    if (typeof inner === 'string') yield { text: inner, name };
    else if (typeof inner === 'object' && inner !== null) {
      for (const [key, item] of Object.entries(inner))
        left.push({ value: item, name: Array.isArray(inner) ? name : key });
    }
  }
}
