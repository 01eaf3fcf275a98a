/** The session's log: a header, messages, and how each turn ended. Numbers stand in the settings beside it. */
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { readMessage } from './message.ts';
import { isObject, type Json, objectOf, restOf, stringOf, timeOf, wordOf } from './native.ts';
import { beginReading, type ReadingState } from './state.ts';

export const sessionLog: LogDialect<ReadingState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect,
  begin: beginReading,
  read,
};

/** Pi's entries look the same but for the header. */
function detect({ records }: Head): number {
  const [first, second] = records;
  if (first?.['type'] !== 'session_start' || typeof first['id'] !== 'string') return 0;
  if (typeof first['title'] !== 'string' && typeof first['owner'] !== 'string') return 0;
  return second === undefined || isObject(second['message']) ? 0.95 : 0.7;
}

const READERS: Record<string, (frame: Frame) => void> = {
  session_start: readStart,
  message: readMessage,
  agent_turn_outcome: readOutcome,
  compaction_state: readCompaction,
  todo_state: (frame) => addNote(frame, 'meta'),
  session_settings: (frame) => addNote(frame, 'session', 'changed'),
  session_event: readEnd,
  session_end: readEnd,
};

function read(state: ReadingState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!reader) return;
  const id = wordOf(value['id']);
  const time = timeOf(value['timestamp']);
  reader({ state, value, record, out, type, id, base: id ?? record.ref, time, count: 0 });
  if (type === 'message' || type === 'session_start') state.last = id;
}

const START: ReadonlySet<string> = new Set(['type', 'id']);
const ENVELOPE: ReadonlySet<string> = new Set(['type', 'id', 'parentId', 'timestamp']);

function readStart(frame: Frame): void {
  const { state, value, out } = frame;
  state.session = wordOf(value['id']);
  const title = titleOf(value);
  const version = value['version'];
  const caller = wordOf(value['callingSessionId']);
  out.session({
    nativeId: state.session,
    environment: { cwd: stringOf(value['cwd']) },
    // Later versions number the format here, earlier ones the program.
    ...(typeof version === 'string' ? { agentVersion: version } : {}),
    ...(title ? { title: { text: title, rank: value['isSessionTitleManuallySet'] === true ? 2 : 1 } } : {}),
    ...(caller ? { parent: caller, lineage: { kind: 'child', of: caller } } : {}),
  });
  addEvent(frame, { type: 'session', phase: 'started', session: restOf(value, START) ?? {} });
}

/** `sessionTitle` is a placeholder until it is given; `title` is the first prompt. */
function titleOf(value: Json): string | undefined {
  const given = stringOf(value['sessionTitle']);
  return given === undefined || given === 'New Session' ? (stringOf(value['title']) ?? given) : given;
}

const OUTCOME: ReadonlySet<string> = new Set(['type', 'turnId', 'reason']);

/** The turn is named by the message that began it. */
function readOutcome(frame: Frame): void {
  const { value, state } = frame;
  const turn = wordOf(value['turnId']) ?? state.turn;
  const draft: Draft = { type: 'turn', phase: 'ended', status: { label: stringOf(value['reason']) ?? 'ended' } };
  if (turn !== undefined) draft.turn = turn;
  const rest = restOf(value, OUTCOME);
  if (rest) draft.extra = rest;
  addEvent(frame, draft);
}

const COMPACTION: ReadonlySet<string> = new Set([...ENVELOPE, 'summaryText']);

/** A summary stands for what came before its anchor. */
function readCompaction(frame: Frame): void {
  const text = stringOf(frame.value['summaryText']) ?? '';
  const extra = restOf(frame.value, COMPACTION);
  const said = { role: 'system', audience: 'model', text, status: { label: 'compaction' } } as const;
  addEvent(frame, { type: 'system', ...said, ...(extra ? { extra } : {}) });
}

function readEnd(frame: Frame): void {
  const { value, out, time } = frame;
  const isEnd = value['type'] === 'session_end' || value['data'] === 'session_ended';
  if (isEnd) out.session({ state: 'ended', endedAt: time });
  addNote(frame, 'session', isEnd ? 'ended' : 'changed');
}

function addNote(frame: Frame, type: string, phase?: string): void {
  const rest = restOf(frame.value, ENVELOPE) ?? {};
  if (phase) addEvent(frame, { type, phase, session: rest });
  else addEvent(frame, { type, status: { label: frame.type }, extra: objectOf(rest) });
}
