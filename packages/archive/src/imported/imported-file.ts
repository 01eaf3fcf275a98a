/** What an import says it has done. */
import type { FormatProblem } from '@hansard/core/formats/contract.ts';
import type { Archive } from '../archive.ts';
import { sessionsOfInputs } from '../sqlite/sessions/imported-sessions.ts';

/** `new`: not here before. `more`: it has events that were not. `same`: it has none. `here`: none either, and it is here from its agent. */
export type Outcome = 'new' | 'more' | 'same' | 'here' | 'erased';

export interface ImportedSession {
  readonly id: string;
  readonly number?: number;
  readonly agent: string;
  readonly events: number;
  readonly outcome: Outcome;
}

export interface ImportedFile {
  /** A format, `agent/dialect` for what an agent has written, or `folder`. */
  readonly format: string;
  readonly sessions: readonly ImportedSession[];
  readonly problems: readonly FormatProblem[];
  /** Files in a folder that nobody knows. */
  readonly unknown?: number;
  /** Sessions that were erased here and were not taken again, when their ids cannot be told. */
  readonly erased?: number;
}

/** What has become of the sessions that these inputs tell of. */
export function changesIn(
  { sql }: Archive,
  before: ReadonlyMap<number, number>,
  paths: readonly string[],
): ImportedSession[] {
  return sessionsOfInputs(sql, paths).map(({ id, uuid, agent, events, own }) => {
    const known = before.get(id);
    const unchanged = own ? 'here' : 'same';
    const outcome = known === undefined ? 'new' : known < events ? 'more' : unchanged;
    return { id: uuid, number: id, agent, events, outcome };
  });
}
