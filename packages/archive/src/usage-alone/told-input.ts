/** What one input tells of tokens, and which of them need no more than to be written down. */
import type { Adapter, Dialect, EventDraft, LocatedInput } from '@hansard/core';
import { type UsageColumns, usageOf } from '@hansard/core/events/event-facts.ts';
import type { WholeThread } from '../ingest/input-change.ts';
import { homeOf } from '../sessions/session-key.ts';
import { usageKey } from '../sqlite/usage/total-keys.ts';

export interface ToldInput {
  readonly adapter: Adapter;
  readonly input: LocatedInput;
  readonly dialect: Dialect;
  readonly fingerprint: string;
  readonly threads: readonly WholeThread[];
}

/** All inputs of a session, as far as they know it. */
export interface ToldSession {
  readonly inputs: ToldInput[];
  /** Its responses are its own, each told once: nothing has to be decided about them. */
  isPlain: boolean;
}

/**
 * By session. Which responses are copies, which totals count and whose numbers hold is decided by the rules of the archive,
 * row by row; hardly any session has such, and the others are written at once.
 */
export function bySession(inputs: Iterable<ToldInput>): ToldSession[] {
  const sessions = new Map<string, ToldSession>();
  const shared = new SharedMarks();
  for (const input of inputs) {
    for (const thread of input.threads) {
      const name = `${input.adapter.id} ${homeOf(thread.facts, input.fingerprint)}`;
      const session = sessions.get(name) ?? { inputs: [], isPlain: true };
      sessions.set(name, session);
      if (session.inputs.at(-1) !== input) session.inputs.push(input);
      session.isPlain &&= input.threads.length === 1 && isPlain(thread);
      for (const { event } of thread.events) shared.note(session, input.adapter.id, event);
    }
  }
  return [...sessions.values()];
}

/** Several agents may tell of one session, or a session come from another: then the rules decide. */
function isPlain({ facts, events }: WholeThread): boolean {
  if (
    facts.lineage ||
    facts.imported ||
    facts.agentId !== undefined ||
    (facts.nativeId === undefined && facts.root === undefined)
  )
    return false;
  return events.every(
    ({ event: { usage } }) =>
      !usage || (!usage.inherited && (usage.scope ?? 'response') === 'response' && usage.source === undefined),
  );
}

/** The same response, or the same time, in two sessions or two inputs of one. */
class SharedMarks {
  readonly #marks = new Map<string | number, { session: ToldSession; input: ToldInput | undefined }>();

  note(session: ToldSession, agent: string, event: EventDraft): void {
    const columns = usageOf(event);
    if (!columns) return;
    const input = session.inputs.at(-1);
    this.#claim(columns.time, session, undefined);
    this.#claim(`${agent} ${usageKey(columns)}`, session, input);
  }

  #claim(mark: string | number, session: ToldSession, input: ToldInput | undefined): void {
    const other = this.#marks.get(mark);
    if (!other) this.#marks.set(mark, { session, input });
    else if (other.session !== session || other.input !== input) {
      other.session.isPlain = false;
      session.isPlain = false;
    }
  }
}

/** The rows of a thread: of a response that is told several times the last numbers hold. */
export function rowsOf({ events }: WholeThread): Iterable<UsageColumns> {
  const rows = new Map<string, UsageColumns>();
  for (const { event } of events) {
    const columns = usageOf(event);
    if (columns) rows.set(usageKey(columns), columns);
  }
  return rows.values();
}
