/**
 * Stretches of inputs that stay written over, because the session that they were of was erased while others in the same
 * file stay. Files are read with blanks in their place, so that nothing of it comes back as the file grows.
 */

import type { Host } from '@hansard/core';
import { hasTable } from '../../database/has-table.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { hostWith } from '../../host/host-with.ts';
import { Originals } from './originals.ts';

export interface Stretch {
  readonly start: number;
  readonly stop: number;
}

/** Of inputs of this machine, by path; undefined when there are none. */
export function blankedHost(sql: Sql, host: Host): Host | undefined {
  const byPath = new Map<string, Stretch[]>();
  const rows = sql.all(
    'SELECT i.path, b.start, b.stop FROM blanked b JOIN input i ON i.id = b.input_id ORDER BY b.start',
  );
  for (const { path, ...stretch } of rows.map(readPlaced)) byPath.set(path, [...(byPath.get(path) ?? []), stretch]);
  if (byPath.size === 0) return undefined;
  return hostWith(host, {
    async *read(path, start = 0, end = Number.POSITIVE_INFINITY) {
      const stretches = byPath.get(path);
      let at = start;
      for await (const chunk of host.read(path, start, end)) {
        yield stretches ? blanked(chunk, at, stretches) : chunk;
        at += chunk.length;
      }
    },
  });
}

/** Writes over what is blanked in the newest version of an input, and all of earlier ones, which had it elsewhere. Inside a transaction. */
export function blankOriginal(sql: Sql, inputId: number, stretches: readonly Stretch[]): void {
  const originals = new Originals(sql);
  const latest = originals.latest(inputId);
  for (const version of originals.versions(inputId)) {
    const isLatest = version.id === latest?.id;
    for (const { start, bytes } of originals.blocks(version)) {
      const after = blanked(bytes, start, isLatest ? stretches : [{ start, stop: start + bytes.length }]);
      if (Buffer.compare(after, bytes) !== 0) originals.rewrite(version, start, after);
    }
    originals.markScrubbed(version.id);
  }
}

/** The session is the one that was erased. */
export function noteBlanked(sql: Sql, inputId: number, stretches: readonly Stretch[], session: string): void {
  for (const { start, stop } of stretches) {
    sql.run(
      'INSERT OR REPLACE INTO blanked (input_id, start, stop, session) VALUES (?, ?, ?, ?)',
      inputId,
      start,
      stop,
      session,
    );
  }
}

const readStretch = rowReader({ start: integer, stop: integer });
const readPlaced = rowReader({ path: text, start: integer, stop: integer });

/** By machine and path, as every copy of the archive knows them. */
export type BlankedOf = (machine: string, path: string) => readonly Stretch[];

export function blankedOf(sql: Sql): BlankedOf {
  return (machine, path) => {
    if (!hasTable(sql, 'blanked')) return [];
    const rows = sql.all(
      `SELECT b.start, b.stop FROM machine m JOIN input i ON i.machine_id = m.id AND i.path = ?2
         JOIN blanked b ON b.input_id = i.id WHERE m.key = ?1 ORDER BY b.start`,
      machine,
      path,
    );
    return rows.map(readStretch);
  };
}

const [BLANK, LINE] = [0x20, 0x0a];

/** The bytes at a place, with blanks for what is in the stretches. Ends of lines stay: records keep their places. */
function blanked(bytes: Uint8Array, at: number, stretches: readonly Stretch[]): Uint8Array {
  const end = at + bytes.length;
  const within = stretches.filter(({ start, stop }) => start < end && stop > at);
  if (within.length === 0) return bytes;
  const copy = Uint8Array.from(bytes);
  for (const { start, stop } of within) {
    for (let place = Math.max(start, at); place < Math.min(stop, end); place++) {
      if (copy[place - at] !== LINE) copy[place - at] = BLANK;
    }
  }
  return copy;
}
