/**
 * Inputs that hold several sessions, of which some are erased: a wire of a process that served many. The records of these are
 * written over, and nothing else is; what belongs to the process as a whole stays.
 */
import { type Adapter, type Detected, type EventDraft, type Host, type InputRead, readFile } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { originalsHost } from '../host/archived-host.ts';
import { keyOf, partOf } from '../sessions/session-key.ts';
import { setCounter } from '../sqlite/counters.ts';
import { blankOriginal, noteBlanked, type Stretch } from '../sqlite/originals/blanked-stretches.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';
import { sharedInputIds } from '../sqlite/sessions/input-sessions.ts';
import { partsIn } from '../sqlite/sessions/session-threads.ts';
import { settleUnblanked, unblanked } from '../sqlite/sessions/waiting.ts';

/** A log that other sessions are in, too, with what in it belongs to one that is erased. */
export interface SharedInput {
  readonly id: number;
  readonly stretches: readonly Stretch[];
}

/** Inputs of a session that hold others as well. Undefined when one of them is no log: it cannot be taken apart. */
export async function sharedInputs(archive: Archive, session: number): Promise<SharedInput[] | undefined> {
  const shared: SharedInput[] = [];
  for (const id of sharedInputIds(archive.sql, session)) {
    const input = archive.originals.inputById(id);
    if (!input || !isWire(archive, input)) return undefined;
    const parts = partsIn(archive.sql, input.id, session);
    const stretches = await stretchesIn(archive, archive.host, input, (read, nth) =>
      parts.has(partOf(read.facts, nth)),
    );
    shared.push({ id: input.id, stretches });
  }
  return shared;
}

/** What has come of erased sessions since is written over, too. */
export async function blankReturned(archive: Archive): Promise<void> {
  const { sql, originals, erasures } = archive;
  for (const id of unblanked(sql)) {
    const input = originals.inputById(id);
    const owners = new Map<string, Stretch[]>();
    if (input) {
      const erased = (read: InputRead) => erasures.find(erasures.ofSession(keyOf(input.agent, read.facts, read.key)));
      for (const session of new Set(
        (await readsOf(archive, archive.host, input)).flatMap((read) => erased(read) ?? []),
      ))
        owners.set(session, await stretchesIn(archive, archive.host, input, (read) => erased(read) === session));
    }
    sql.transaction(() => {
      for (const [session, stretches] of owners) blank(archive, { id, stretches }, session);
      settleUnblanked(sql, id);
      setCounter(sql, 'unswept', 1);
    });
  }
}

/** Inside a transaction. The input is to be read again: what its reader remembers was made from what is gone. */
export function blank({ sql }: Pick<Archive, 'sql'>, { id, stretches }: SharedInput, session: string): void {
  noteBlanked(sql, id, stretches, session);
  blankOriginal(sql, id, stretches);
}

const isWire = (archive: Archive, input: InputRow): boolean => {
  const dialect = dialectOf(archive, input)?.dialect;
  return dialect?.kind === 'log' && dialect.live;
};

function dialectOf({ adapters }: Archive, input: InputRow): Detected | undefined {
  const adapter: Adapter | undefined = adapters.find(({ id }) => id === input.agent);
  const dialect = adapter?.dialects.find(({ id }) => id === input.dialect);
  return adapter && dialect && { adapter, dialect, confidence: 1 };
}

async function readsOf(archive: Archive, host: Host, input: InputRow): Promise<InputRead[]> {
  const detected = dialectOf(archive, input);
  if (!detected) return [];
  return readFile(originalsHost(host, archive.originals, input.machine), input.path, detected, input.located);
}

/** Records behind events of these sessions and of no other. */
async function stretchesIn(
  archive: Archive,
  host: Host,
  input: InputRow,
  isErased: (read: InputRead, nth: number) => boolean,
): Promise<Stretch[]> {
  const erased = new Map<number, number>();
  const kept = new Set<number>();
  for (const [nth, read] of (await readsOf(archive, host, input)).entries()) {
    const isGone = isErased(read, nth);
    for (const event of read.events) {
      for (const { start, end } of recordsOf(event)) {
        if (start === undefined || end === undefined) continue;
        if (isGone && !isOfProcess(event)) erased.set(start, end);
        else kept.add(start);
      }
    }
  }
  return [...erased].filter(([start]) => !kept.has(start)).map(([start, stop]) => ({ start, stop }));
}

const recordsOf = ({ native }: EventDraft) => (native ? [native, ...(native.merged ?? [])] : []);

/** How the wire begins, by which it is recognised, and what was agreed on before there was any session. */
const isOfProcess = ({ type, status }: EventDraft): boolean => type === 'meta' && status?.label !== 'stderr';
