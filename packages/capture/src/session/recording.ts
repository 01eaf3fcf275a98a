/** The recorder of a session: calls become entries and events of it, whichever hook saw them. */
import { CallRecorder, type RecordedCall } from '@hansard/core/recording/call-recorder.ts';
import type { EntryDraft } from '@hansard/core/recording/entry-draft.ts';
import type { Answer, ModelRequest } from '@hansard/core/recording/item.ts';
import { currentScope } from './scope.ts';
import type { Session } from './session.ts';
import { PromptExecuted, PromptRendered, ToolInvoked } from './telemetry.ts';
import { TranscriptEntry, type TranscriptEntryFields } from './transcript-entry.ts';

type BeginInfo = Parameters<CallRecorder['begin']>[1];
type AnswerInfo = Parameters<CallRecorder['answered']>[2];
type Failure = Parameters<CallRecorder['failed']>[1];

/** Where a hook's calls go: the session it was given, or the one that the code runs in. */
export interface Target {
  readonly session: Session;
  readonly source: string;
}

/** Undefined when nothing is to be recorded. */
export function targetOf(given: Session | undefined): Target | undefined {
  const scope = currentScope();
  const session = given ?? scope?.session;
  if (!session?.sampled || !session.captureTranscript) return undefined;
  const source = scope?.session === session ? scope.source : 'primary';
  return source !== 'primary' && !session.captureSubagentTranscripts ? undefined : { session, source };
}

const recorders = new WeakMap<Session, SessionRecorder>();

export function recorderOf(session: Session): SessionRecorder {
  const known = recorders.get(session);
  if (known) return known;
  const recorder = new SessionRecorder(session);
  recorders.set(session, recorder);
  return recorder;
}

const MOST_CALLS = 10_000;

export class SessionRecorder {
  readonly #session: Session;
  readonly #recorder: CallRecorder;
  /** Entries of tool calls, by the id of the call. */
  readonly #callEntries = new Map<string, string>();
  #emitted: TranscriptEntry[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.#recorder = new CallRecorder({ now: () => session.now(), emit: (draft) => this.#emit(draft) });
  }

  begin(request: ModelRequest, info: BeginInfo): RecordedCall {
    this.#emitted = [];
    const call = this.#recorder.begin(request, info);
    const prompts = this.#emitted.filter(({ role }) => role === 'system' || role === 'user');
    this.#session.dispatch(
      new PromptRendered({
        ...this.#about(call),
        model: request.model ?? null,
        entry_ids: prompts.map(({ entry_id }) => entry_id),
      }),
    );
    for (const entry of this.#emitted.filter(({ role }) => role === 'tool')) this.#invoked(call, entry);
    return call;
  }

  answered(call: RecordedCall, answer: Answer, info: AnswerInfo = {}): void {
    this.#emitted = [];
    this.#recorder.answered(call, answer, info);
    const { interrupted } = info;
    const problem = answer.error?.message ?? interrupted ?? null;
    this.#executed(call, problem, answer.model, answer.usage);
    for (const entry of this.#emitted.filter(({ role }) => role === 'tool')) this.#invoked(call, entry);
  }

  failed(call: RecordedCall, failure: Failure): void {
    this.#emitted = [];
    this.#recorder.failed(call, failure);
    this.#executed(call, failure.message);
  }

  toolRan(callId: string, run: { duration_ms?: number; failed?: boolean }): void {
    this.#recorder.toolRan(callId, run);
  }

  toolRanBy(name: string, input: unknown, run: { duration_ms?: number; failed?: boolean }): void {
    this.#recorder.toolRanBy(name, input, run);
  }

  #executed(call: RecordedCall, error: string | null, model?: string, usage?: Answer['usage']): void {
    const last = this.#emitted.findLast(({ role }) => role === 'assistant');
    this.#session.dispatch(
      new PromptExecuted({
        ...this.#about(call),
        model: model ?? call.request.model ?? null,
        usage: usage ? { ...usage } : null,
        entry_id: last?.entry_id ?? null,
        error,
      }),
    );
  }

  #invoked(call: RecordedCall, { tool_name, tool_call_id, entry_id }: TranscriptEntry): void {
    this.#session.dispatch(
      new ToolInvoked({
        ...this.#about(call),
        tool_name,
        tool_call_id,
        call_entry_id: this.#callEntries.get(tool_call_id ?? '') ?? null,
        result_entry_id: entry_id,
      }),
    );
  }

  #about({ id, source }: RecordedCall) {
    const created_at = this.#emitted.at(-1)?.created_at ?? this.#session.now();
    return { session_id: this.#session.id, source, call: id, created_at };
  }

  #emit(draft: EntryDraft): void {
    const fields: TranscriptEntryFields = draft;
    fields.metadata = Object.assign({ provenance: 'captured' }, draft.metadata);
    fields.sequence = this.#session.nextSequence(draft.source ?? 'primary');
    // What a draft is made of was read from bytes of its own.
    const entry = new TranscriptEntry(fields, true);
    this.#emitted.push(entry);
    this.#session.dispatch(entry);
    if (entry.role !== 'assistant' || entry.tool_call_id === null) return;
    this.#callEntries.set(entry.tool_call_id, entry.entry_id);
    if (this.#callEntries.size > MOST_CALLS) this.#callEntries.delete(this.#callEntries.keys().next().value as string);
  }
}
