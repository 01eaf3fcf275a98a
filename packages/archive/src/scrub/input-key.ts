/**
 * The key that an input gets from its first record. Events without an id of their own are named by it, and so are sessions;
 * when something is written over in that record, the key is another one, and what was named by it must follow.
 */
import { Collector, type Dialect, LogReader } from '@hansard/core';
import { fingerprint } from '@hansard/core/reading/fingerprint.ts';
import type { Originals, Version } from '../sqlite/originals/originals.ts';

/** A first record that is longer names nothing. */
const LOOKED_AT = 8 * 1024 * 1024;

/** Undefined when there is no record yet, or when the key does not come from the contents. */
export function keyOf(originals: Originals, version: Version, dialect: Dialect | undefined): string | undefined {
  if (dialect?.kind === 'document') {
    const start = new TextDecoder().decode(Buffer.concat([...originals.read(version, 0, 4 * 4096)]));
    return fingerprint(new TextEncoder().encode(start.slice(0, 4096)));
  }
  return dialect?.kind === 'log' ? firstRecordKey(originals, version, dialect) : undefined;
}

function firstRecordKey(originals: Originals, version: Version, dialect: Extract<Dialect, { kind: 'log' }>) {
  const reader = new LogReader(dialect, new Collector(() => ''), { path: '', modifiedAt: undefined });
  for (const bytes of originals.read(version, 0, LOOKED_AT)) {
    reader.push(bytes);
    const key = reader.checkpoint()?.key;
    if (key !== undefined) return key;
  }
  return reader.finish().key;
}
