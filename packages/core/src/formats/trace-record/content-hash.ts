/**
 * The hash of a record: SHA-256 over Python's JSON text of all known fields, defaults included, with sorted names,
 * without `content_hash` and `trace_id`. It is an integrity stamp, not an identity.
 */
import { isObject, type Json, listOf } from '../../reading/native-values.ts';
import { complete } from './complete.ts';
import { byCodePoint, jsonText, PYTHON } from './json-text.ts';
import { Step, TraceRecord } from './record.ts';
import { Sha256 } from './sha256.ts';

const LEFT_OUT = new Set(['content_hash', 'trace_id']);

/** The hash of a record that `parseExact` read. */
export function contentHashOf(record: unknown): string {
  const { steps, ...head } = isObject(record) ? record : {};
  const hash = new ContentHash(head);
  for (const step of listOf(steps)) hash.step(step);
  return hash.hex();
}

/** Takes the steps one by one. */
export class ContentHash {
  readonly #hash = new Sha256();
  readonly #rest: string;
  #steps = 0;

  constructor(head: Json) {
    const known = complete(TraceRecord, { ...head, steps: [] }, { unknownFields: 'left out' }) as Json;
    const fields = Object.entries(known).filter(([name]) => !LEFT_OUT.has(name));
    const texts = fields
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([name, value]) => `${jsonText(name, PYTHON)}: ${name === 'steps' ? '[' : jsonText(value, PYTHON)}`);
    const at = texts.indexOf('"steps": [');
    this.#hash.update(`{${texts.slice(0, at + 1).join(', ')}`);
    this.#rest = `], ${texts.slice(at + 1).join(', ')}}`;
  }

  step(step: unknown): void {
    const known = complete(Step, step, { unknownFields: 'left out' });
    this.#hash.update(`${this.#steps++ > 0 ? ', ' : ''}${jsonText(known, PYTHON)}`);
  }

  hex(): string {
    return this.#hash.update(this.#rest).hex();
  }
}
