/**
 * Commits changes of inputs: blocks, events, index, usage, sessions and the reader's state in one transaction, so
 * that a killed process leaves nothing half done and reading goes on exactly where it stopped. Several small inputs
 * share a transaction; an input that another process has written meanwhile is left to it.
 */

import { FLAGS, type UsageColumns } from '@hansard/core/events/event-facts.ts';
import { rankOf } from '@hansard/core/reading/witness.ts';
import type { IndexText } from '@hansard/core/words/index-text.ts';
import { Names } from '../database/names.ts';
import type { Sql } from '../database/sql.ts';
import { ScrubbedValues } from '../masking/scrubbed-values.ts';
import { EventRuns } from '../sqlite/events/event-runs.ts';
import { EventWriter, type Written } from '../sqlite/events/event-writer.ts';
import { SpilledTexts } from '../sqlite/events/spilled-texts.ts';
import { WrittenRows } from '../sqlite/git/written-rows.ts';
import { Erasures } from '../sqlite/journal/erasures.ts';
import {
  addProblems,
  noteRenamed,
  removeProblem,
  restartInput,
  setCursor,
} from '../sqlite/originals/input-problems.ts';
import { type InputRow, isElsewhere, type Originals, Overtaken } from '../sqlite/originals/originals.ts';
import { hasThreads } from '../sqlite/sessions/input-sessions.ts';
import { tellInstead } from '../sqlite/sessions/move-thread.ts';
import { recount } from '../sqlite/sessions/recount.ts';
import { SessionRows, type ThreadRow } from '../sqlite/sessions/session-writer.ts';
import { speakerOf } from '../sqlite/sessions/told-events.ts';
import { noteUnblanked, settleUnaligned, takeUnjoined } from '../sqlite/sessions/waiting.ts';
import { type CallFound, ToolTimes } from '../sqlite/usage/tool-times.ts';
import { isTold, UsageWriter } from '../sqlite/usage/usage-writer.ts';
import type { AlignedSession } from './align-told.ts';
import { erasedThread, isErasedChange } from './erased-change.ts';
import { type EventFacts, factsOf } from './event-facts.ts';
import { IndexBatch } from './index-batch.ts';
import type { LateChange, Operation, ThreadDraft } from './index-sink.ts';
import type { InputChange, ReadWholeEvent, VersionHandle, WholeEvent, WholeThread } from './input-change.ts';
import type { JoinedEvent } from './join-told.ts';
import { LateChanges } from './late-changes.ts';
import { SessionBatch } from './session-batch.ts';

/** Problems kept for an input; a file of noise has one in every line. */
const MAX_PROBLEMS = 1000;

export interface CommitOptions {
  readonly now: string;
  /** The present text of an event in the archive, read back from its original. */
  readonly textOf: (number: number) => IndexText | undefined;
  /** How much had been removed for good when the inputs were read; what is read again from originals has none of it. */
  readonly removed?: number;
}

export class Committer {
  readonly #sql: Sql;
  readonly #originals: Originals;
  readonly sessions: SessionRows;
  readonly erasures: Erasures;
  readonly events: EventWriter;
  readonly #runs: EventRuns;
  readonly usage: UsageWriter;
  readonly #times: ToolTimes;
  readonly #late: LateChanges;
  readonly #scrubbed: ScrubbedValues;
  readonly #spilled: SpilledTexts;
  readonly written: WrittenRows;

  constructor(sql: Sql, originals: Originals) {
    const names = new Names(sql);
    this.#sql = sql;
    this.#originals = originals;
    this.erasures = new Erasures(sql);
    this.#runs = new EventRuns(sql);
    const paths = new Names(sql, 'path');
    this.events = new EventWriter(sql, names, paths, this.#runs);
    this.written = new WrittenRows(sql, paths);
    this.usage = new UsageWriter(sql, names);
    this.sessions = new SessionRows(sql, this.usage);
    this.#times = new ToolTimes(sql);
    this.#scrubbed = new ScrubbedValues(sql);
    this.#spilled = new SpilledTexts(sql, originals);
    this.#late = new LateChanges(sql, this.events, this.usage, this.#times);
  }

  commit(changes: readonly InputChange[], options: CommitOptions): void {
    const versions = changes.map(({ handle }) => [handle, handle?.version] as const);
    try {
      this.#sql.transaction(() => {
        if (this.#isStale(options)) {
          for (const { handle } of changes) if (handle) handle.overtaken = true;
          return;
        }
        const index = new IndexBatch(this.#sql, this.#spilled);
        for (const change of changes) this.#commitInput(change, options, index);
        this.usage.settle();
        index.write(options.textOf);
      });
    } catch (error) {
      for (const [handle, version] of versions) if (handle) handle.version = version;
      throw error;
    }
  }

  /** Writes what several inputs tell of events; gives the sessions that these are in. */
  join(events: readonly JoinedEvent[], options: Pick<CommitOptions, 'textOf'>): Set<number> {
    const sessions = new Set<number>();
    this.#sql.transaction(() => {
      const index = new IndexBatch(this.#sql, this.#spilled);
      for (const event of events) {
        const session = this.#join(event, index);
        if (session !== undefined) sessions.add(session);
      }
      for (const session of sessions) recount(this.#sql, session);
      this.usage.settle();
      index.write(options.textOf);
    });
    return sessions;
  }

  /** Writes which events are the same, though two inputs have ids of their own for them. */
  align(aligned: AlignedSession): void {
    this.#sql.transaction(() => {
      const { session, change, pairs, streams } = aligned;
      this.usage.meet(session);
      for (const pair of pairs) tellInstead(this.#sql, this.usage, this.events.accounts, session, pair);
      for (const { id, rank } of streams) this.usage.giveWay(session, id, rank);
      if (pairs.length > 0) recount(this.#sql, session);
      this.usage.settle();
      settleUnaligned(this.#sql, session, change);
    });
  }

  #join({ number, change, joined }: JoinedEvent, index: IndexBatch): number | undefined {
    // More was told of it meanwhile: whoever noted that looks at it again.
    if (!takeUnjoined(this.#sql, number, change)) return undefined;
    const run = this.#runs.of(number);
    if (!run || !joined) return undefined;
    const { sessionId, threadId } = run;
    const { event, usageFrom, isGone } = joined;
    const { columns, touches, text, spills, usage, wrote } = factsOf(event);
    this.usage.meet(sessionId);
    this.events.update(number, columns);
    this.events.touchAgain(number, touches);
    this.#times.noteAgain(number, event, (key) => this.#callOf({ sessionId }, key));
    this.written.note(number, wrote, (key) => this.#callOf({ sessionId }, key)?.number);
    index.add(number, text, { replaces: true, spills });
    // What was used was used, whoever has forgotten it since.
    if (isGone) return sessionId;
    this.usage.keepOnly(number, usage);
    if (!usage) return sessionId;
    const speaker = speakerOf(this.#sql, sessionId, usageFrom?.id ?? threadId);
    const place = { sessionId, threadId, event: number, ...speaker, rank: usageFrom?.rank ?? 0 };
    this.usage.write(place, usage, { joined: true });
    return sessionId;
  }

  /** Something was removed for good after the inputs were read: they may hold it, and are read again by the next sync. */
  #isStale({ removed }: CommitOptions): boolean {
    return removed !== undefined && removed !== this.#scrubbed.generation;
  }

  /** Tells, for reading on in an input, which events it has brought already. */
  knownIn(inputId: number): (part: string, key: string) => boolean {
    const threads = new Map<string, ThreadRow | undefined>();
    return (part, key) => {
      if (!threads.has(part)) threads.set(part, this.sessions.thread(inputId, part));
      const thread = threads.get(part);
      return thread !== undefined && this.events.has(thread, key);
    };
  }

  #commitInput(change: InputChange, options: CommitOptions, index: IndexBatch): void {
    const { handle } = change;
    if (handle?.overtaken) return;
    if (isErasedChange(this.erasures, change, options.now, () => this.#hasThreads(change))) {
      if (handle) handle.erased = true;
      return;
    }
    const row = change.rereads
      ? this.#originals.recognise(change.rereads.inputId, change.input)
      : this.#originals.know(change.input, options.now);
    try {
      if (handle) this.#writeBlocks(change.blocks, handle, row, options.now);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      (handle as VersionHandle).overtaken = true;
      return;
    }
    if (row.role === 'side') index.spilled(row.path);
    if (change.restarts) this.#restart(row);
    for (const thread of this.#staying(change, row)) this.#writeThread(change, row, thread, index);
    for (const thread of change.whole ?? []) this.#writeWhole(change, row, thread, index);
    this.#writeProblems(row, change);
    this.#finish(change, row);
  }

  #hasThreads({ input }: InputChange): boolean {
    const row = this.#originals.input(input.path, input.part ?? '');
    return row !== undefined && hasThreads(this.#sql, row.id);
  }

  /** Threads but those of sessions that were erased while others in the input stay: what is new of them is written over. */
  #staying(change: InputChange, row: InputRow): readonly ThreadDraft[] {
    if (!change.dialect?.live || !this.erasures.any) return change.threads;
    const staying = change.threads.filter((thread) => erasedThread(this.erasures, change, thread) === undefined);
    if (staying.length < change.threads.length) noteUnblanked(this.#sql, row.id);
    return staying;
  }

  #writeBlocks(blocks: InputChange['blocks'], handle: VersionHandle, row: InputRow, now: string): void {
    if (handle.version) this.#originals.expect(handle.version);
    let version = handle.version ?? this.#originals.begin(row.id, handle.after, now);
    for (const block of blocks) {
      if ('start' in block) this.#originals.mark(version, block.start, block.checkpoint);
      else if (!block.replaces) version = this.#originals.append(version, block.block, block.checkpoint ?? null);
      else {
        version = this.#originals.replaceLast(version, block.block);
        const start = version.bytes - block.block.length;
        if (block.checkpoint !== undefined) this.#originals.mark(version, start, block.checkpoint);
      }
    }
    handle.version = version;
  }

  #restart(row: InputRow): void {
    restartInput(this.#sql, row.id);
  }

  #finish({ handle, complete, cursor, saved, renamed, endsPass }: InputChange, row: InputRow): void {
    const versionId = handle?.version?.id as number;
    noteRenamed(this.#sql, versionId, renamed);
    if (saved !== undefined) this.#originals.save(versionId, saved);
    if (handle?.scrubbed) this.#originals.markScrubbed(versionId);
    if (complete) this.#originals.complete(row.id, complete.size, complete.modified);
    if (cursor !== undefined) setCursor(this.#sql, row.id, cursor);
    if (!endsPass) return;
    for (const thread of this.sessions.threadsOf(row.id)) {
      this.events.withdraw(thread, handle?.after?.id ?? null);
      this.usage.endPass(thread, handle?.version?.id);
      recount(this.#sql, thread.sessionId);
    }
  }

  #writeThread(change: InputChange, row: InputRow, draft: ThreadDraft, index: IndexBatch): void {
    const thread = this.#threadOf(change, row, draft.nativeId, draft.facts);
    const versionId = change.handle?.version?.id as number;
    const agent = draft.facts.agentId ?? row.agent;
    const batch = new SessionBatch(this.sessions, this.#runs, thread, agent);
    // What has no ids of events says nothing where another input tells of the session.
    const { events, changes } = thread.covered ? { events: [], changes: [] } : draft;
    let isRecounted = changes.some(withdraws);
    for (const pending of events) {
      const { start, later } = pending;
      const facts = 'facts' in pending ? pending.facts : factsOf(pending.event);
      const written = this.events.write(thread, batch.next, facts, { versionId, start, body: null });
      if (written.outcome !== 'told') this.#follow(batch, thread, written, facts, index);
      isRecounted ||= written.isBack === true;
      for (const [at, operations] of later ?? []) this.#late.keep(written.number, versionId, at, operations);
    }
    for (const { key, later } of changes) this.#change(thread, row, key, later, versionId, index);
    batch.finish();
    if (isRecounted) recount(this.#sql, thread.sessionId);
    this.sessions.describe(thread, draft.facts);
  }

  #writeWhole(
    change: InputChange,
    row: InputRow,
    whole: WholeThread<WholeEvent | ReadWholeEvent>,
    index: IndexBatch,
  ): void {
    const thread = this.#threadOf(change, row, whole.part, whole.facts);
    const agent = whole.facts.imported?.agent ?? row.agent;
    const batch = new SessionBatch(this.sessions, this.#runs, thread, agent);
    for (const one of thread.covered ? [] : whole.events) {
      const { body } = one;
      const facts = 'facts' in one ? one.facts : factsOf(one.event);
      const written = this.events.write(thread, batch.next, facts, { versionId: null, start: null, body });
      // Another event of the same response may have changed.
      if (written.outcome === 'same') this.#count(thread, agent, written.number, facts.usage);
      else if (written.outcome !== 'told') this.#follow(batch, thread, written, facts, index);
    }
    batch.finish();
    this.sessions.describe(thread, whole.facts);
  }

  #threadOf(change: InputChange, row: InputRow, part: string, facts: ThreadDraft['facts']): ThreadRow {
    const rank = rankOf({ dialect: change.dialect, elsewhere: isElsewhere(row), facts });
    const { ownIds } = change.dialect ?? {};
    const place = { inputId: row.id, machine: row.machine, agent: row.agent, rank, part };
    const thread = this.sessions.know(
      { ...place, fingerprint: change.fingerprint, ...(ownIds === undefined ? {} : { ownIds }) },
      facts,
    );
    this.usage.meet(thread.sessionId);
    return thread;
  }

  #follow(batch: SessionBatch, thread: ThreadRow, written: Written, facts: EventFacts, index: IndexBatch): void {
    const { columns, usage, timing, wrote, text, spills } = facts;
    const { number } = written;
    const isNew = written.outcome === 'added';
    if (isNew) batch.count(facts, number);
    // Whose first words these are is told when all that is told of the session is known.
    if (thread.joins && columns.type === 'user_message') this.events.accounts.change(number);
    else if (!isNew) this.usage.keepOnly(number, usage);
    this.#count(thread, batch.agent, number, usage);
    const callOf = (key: string) => batch.call(key) ?? this.#callOf(thread, key);
    this.#times.note(number, timing, callOf);
    this.written.note(number, wrote, (key) => callOf(key)?.number, isNew);
    index.add(number, text, { replaces: !isNew, spills });
  }

  #count(thread: ThreadRow, agent: string, number: number, usage: UsageColumns | undefined): void {
    const { sessionId, id: threadId, subagent, rank } = thread;
    // Which of the better witness's numbers these are nobody can tell.
    if (thread.ownIds && isTold(this.#sql, sessionId, rank)) return;
    if (usage) this.usage.write({ sessionId, threadId, agent, event: number, subagent, rank }, usage);
  }

  #callOf(thread: Pick<ThreadRow, 'sessionId'>, key: string): CallFound | undefined {
    const row = this.events.find(thread.sessionId, key)?.row;
    if (!row) return undefined;
    return { number: row.id, time: row.time, inferred: (row.flags & FLAGS.inferredTime) !== 0 };
  }

  #change(
    thread: ThreadRow,
    row: InputRow,
    key: string,
    later: Map<number, Operation[]>,
    versionId: number,
    index: IndexBatch,
  ): void {
    const known = this.events.find(thread.sessionId, key);
    if (!known) return;
    const number = known.row.id;
    const account = known.threadId === thread.id ? undefined : this.events.accounts.of(number, thread.id);
    if (known.threadId !== thread.id && !account) return;
    if (account || (thread.joins && this.events.accounts.has(number))) {
      for (const [start, operations] of later)
        this.#late.add(account ?? known.row, number, versionId, start, operations);
      this.events.accounts.change(number);
      return;
    }
    const { sessionId, id: threadId, subagent, rank } = thread;
    const place = { sessionId, threadId, agent: row.agent, subagent, rank };
    for (const [start, operations] of later) {
      // Each finds what the one before has changed.
      const event = this.events.find(sessionId, key)?.row ?? known.row;
      const { text, errors } = this.#late.apply(event, place, versionId, start, operations);
      if (text) {
        index.again(number);
        this.written.again(number);
      }
      if (errors !== 0) this.sessions.addErrors(sessionId, errors);
    }
  }

  #writeProblems(row: InputRow, { problems, solved = [] }: InputChange): void {
    for (const { kind, start } of solved) removeProblem(this.#sql, row.id, kind, start);
    addProblems(this.#sql, row.id, problems, MAX_PROBLEMS);
  }
}

/** Whether a change takes an event back. */
const withdraws = ({ later }: LateChange): boolean =>
  [...later.values()].flat().some((operation) => 'patch' in operation && operation.patch.withdrawn !== undefined);
