/**
 * What a rebuild would change, found by doing it and undoing it again, input by input. The archive keeps no copy of
 * what events said, so their text is compared by the number of its words in the index; all else is compared as it is.
 */
import type { Archive } from '../archive.ts';
import { type InputSnapshot, snapshotOf } from '../sqlite/maintenance/input-snapshot.ts';
import { type RebuildOptions, rebuildable } from './rebuild.ts';
import { type Reread, rereadInput } from './reread.ts';
import { SessionInputs } from './session-inputs.ts';

/** Numbers of events by their type. */
export type ByType = Readonly<Record<string, number>>;

export interface InputDiff {
  readonly agent: string;
  readonly path: string;
  /** Native id of the session, where the input is rows of a database. */
  readonly part: string;
  /** Version of the adapter that it was read by, and that it would be read by. */
  readonly from: string | null;
  readonly to: string | null;
  readonly outcome: Reread;
  readonly added: ByType;
  readonly gone: ByType;
  /** By type, then by what would change about them. */
  readonly changed: Readonly<Record<string, ByType>>;
  /** What would change about the session. */
  readonly session: readonly string[];
  /** How many more of each kind there would be, or fewer. */
  readonly problems: ByType;
}

/** Undoes the transaction. */
class Undone extends Error {
  override name = 'Undone';
}

/** One result for each input that would change. */
export async function* diffAdapters(archive: Archive, options: RebuildOptions): AsyncIterable<InputDiff> {
  const members = new SessionInputs(archive, options.adapters, options.host);
  const inputs = rebuildable(archive, options);
  for (const [n, input] of inputs.entries()) {
    const adapter = options.adapters.find(({ id }) => id === input.agent);
    let diff: Differences = NONE;
    let outcome: Reread = 'unrecognised';
    const around = (work: () => void) => {
      const before = snapshotOf(archive.sql, input.id);
      work();
      diff = compare(before, snapshotOf(archive.sql, input.id));
      throw new Undone();
    };
    try {
      const host = members.hostOf(input.machine);
      if (adapter) outcome = await rereadInput(archive, adapter, input, { host, now: options.now, around });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      outcome = 'read';
    }
    archive.events.forget();
    options.progress?.({ inputs: n + 1, totalInputs: inputs.length, bytes: 0, totalBytes: 0 });
    const { agent, path, part, adapterVersion: from } = input;
    if (isSame(diff) && outcome !== 'unrecognised') continue;
    yield { agent, path, part, from, to: adapter?.version ?? null, outcome, ...diff };
  }
}

type Differences = Pick<InputDiff, 'added' | 'gone' | 'changed' | 'session' | 'problems'>;
const NONE: Differences = { added: {}, gone: {}, changed: {}, session: [], problems: {} };

const isSame = (diff: Differences): boolean => Object.values(diff).every((part) => Object.keys(part).length === 0);

function compare(before: InputSnapshot, after: InputSnapshot): Differences {
  const added: Record<string, number> = {};
  const gone: Record<string, number> = {};
  const changed: Record<string, Record<string, number>> = {};
  for (const [number, event] of after.events) {
    const was = before.events.get(number);
    const type = event['type'] as string;
    if (!was) count(added, type);
    else if (!was['withdrawn'] && event['withdrawn']) count(gone, was['type'] as string);
    else {
      const fields = differing(was, event);
      if (fields.length === 0) continue;
      const counts = changed[was['type'] as string] ?? {};
      changed[was['type'] as string] = counts;
      for (const field of fields) count(counts, field);
    }
  }
  return {
    added,
    gone,
    changed,
    session: differing(before.session, after.session),
    problems: differences(before.problems, after.problems),
  };
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function differing(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

function differences(before: ByType, after: ByType): ByType {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const all = [...names].map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
  return Object.fromEntries(all.filter(([, difference]) => difference !== 0));
}
