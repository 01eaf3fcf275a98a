/**
 * The rows of one session in an agent's database, as bytes that can be kept and read again: one row a line, with the
 * place it came from. What JSON cannot say is wrapped: bytes as base64, large integers as text.
 */
import type { DocumentPart, Host, InputContext, InputRead, StoreDialect } from '@hansard/core';
import { Collector, type Detected } from '@hansard/core';
import { fingerprint } from '@hansard/core/reading/fingerprint.ts';
import { PartReader } from '@hansard/core/reading/part-reader.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';

const BYTES = '$bytes';
const INTEGER = '$integer';

export function rowLine({ pointer, value }: DocumentPart): string {
  return `${JSON.stringify({ pointer, value }, wrap)}\n`;
}

function wrap(this: unknown, _key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { [INTEGER]: value.toString() };
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  return value;
}

function unwrap(this: unknown, _key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { [BYTES]: bytes, [INTEGER]: integer } = value as Record<string, unknown>;
  if (typeof bytes === 'string') return new Uint8Array(Buffer.from(bytes, 'base64'));
  if (typeof integer === 'string' && /^-?\d+$/.test(integer)) return BigInt(integer);
  return value;
}

/** Reads rows that were kept. */
export function readRows(
  host: Pick<Host, 'digest'>,
  detected: Detected,
  input: Pick<InputRow, 'path' | 'part' | 'located' | 'modified'>,
  chunks: Iterable<Uint8Array>,
): InputRead {
  const context = { path: input.path, modifiedAt: input.modified ?? undefined };
  return readParts(host, detected, input, context, partsOf(chunks));
}

export function* partsOf(chunks: Iterable<Uint8Array>): Iterable<DocumentPart> {
  let rest = '';
  const decoder = new TextDecoder();
  for (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line, unwrap) as DocumentPart;
  }
}

/** Reads the rows of one session, wherever they come from. */
export function readParts(
  host: Pick<Host, 'digest'>,
  detected: Detected,
  { path, part, located }: Pick<InputRow, 'path' | 'part' | 'located'>,
  context: InputContext,
  parts: Iterable<DocumentPart>,
): InputRead {
  const collector = new Collector(host.digest);
  if (located) collector.session(located);
  const key = fingerprint(new TextEncoder().encode(part));
  const reader = new PartReader(detected.dialect as StoreDialect, key, collector, context);
  for (const one of parts) reader.push(one);
  const { facts, events, problems, attachments } = collector;
  const { adapter, dialect } = detected;
  return { adapter, dialect, path, ...reader.read, facts, events, problems, attachments };
}
