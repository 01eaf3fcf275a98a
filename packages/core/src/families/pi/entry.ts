/** Entries of a session file: the header, messages, and what changes or describes the session. */

import type { NativeRecord, Output } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import { eventsOf, follow, isJump, setEvents } from './branches.ts';
import { compactionBase, messageBase } from './event-ids.ts';
import { addEvent, type Draft, eventId, type Frame } from './frame.ts';
import { readInjected, readMessage, readSummary } from './message.ts';
import { idOf, isObject, type Native, nameOf, restOf, textOf } from './native.ts';
import type { ReaderState } from './state.ts';
import { usageOf } from './usage.ts';

const ENVELOPE = new Set(['type', 'id', 'parentId', 'timestamp']);

export const readEntry = entryReader({});

/** A reader of session files with entries of its own beside Pi's. */
export function entryReader(own: Readonly<Record<string, EntryReader>>) {
  const readers = new Map<unknown, EntryReader>(Object.entries(own));
  return (state: ReaderState, record: NativeRecord, out: Output): void => {
    const entry: Native = record.value;
    if (entry['type'] !== 'session') readTreeEntry(state, record, entry, out, readers);
    else readHeader({ state, record, out, type: 'session', base: record.ref, count: 0 }, entry);
  };
}

/** The header of a file or a stream. A fork names the file it was copied from. */
export function readHeader(frame: Frame, header: Native): void {
  const { state, out } = frame;
  const id = idOf(header['id']);
  const time = readTime(header['timestamp']);
  const parent = textOf(header['parentSession'] ?? header['branchedFrom']);
  if (parent && time) state.forkedAt = time;
  state.model = nameOf(header['modelId']) ?? state.model;
  state.provider = nameOf(header['provider']) ?? state.provider;
  state.variant = nameOf(header['thinkingLevel']) ?? state.variant;
  out.session({
    nativeId: id,
    startedAt: time,
    environment: { cwd: textOf(header['cwd']) },
    lineage: parent ? { kind: 'fork', of: sessionIdIn(parent) } : undefined,
  });
  const session = restOf(header, ENVELOPE) ?? {};
  const draft: Draft = { type: 'session', phase: parent ? 'forked' : 'started', session };
  if (header['modelId'] !== undefined) draft.model = state.model;
  if (header['provider'] !== undefined) draft.provider = state.provider;
  if (header['thinkingLevel'] !== undefined) draft.variant = state.variant;
  const { record, type, base, branch, count } = frame;
  addEvent({ state, record, out, type, id, base: id ?? base, time, branch, count }, draft);
}

/** Files are named `<time>_<session id>.jsonl`. */
function sessionIdIn(path: string): string {
  return /_([^_/\\]+)\.jsonl$/.exec(path.slice(-300))?.[1] ?? path;
}

function readTreeEntry(
  state: ReaderState,
  record: NativeRecord,
  entry: Native,
  out: Output,
  own: ReadonlyMap<unknown, EntryReader>,
): void {
  const id = idOf(entry['id']);
  const parentId = idOf(entry['parentId']);
  const jumped = id !== undefined && isJump(state.path, parentId);
  const branch = id === undefined ? undefined : follow(state.path, id, parentId, out);
  const time = readTime(entry['timestamp']);
  const base = (id === undefined ? undefined : baseOf(state, entry)) ?? id ?? record.ref;
  const frame: Frame = {
    state,
    record,
    out,
    type: typeName(entry),
    id,
    base,
    time,
    branch,
    count: 0,
  };
  const read = own.get(entry['type']) ?? readKnown;
  read(frame, entry);
  if (id === undefined) return;
  setEvents(state.path, frame.count, base);
  if (jumped && frame.count > 0) out.patch(base, { extra: { parentId: entry['parentId'] ?? null } });
}

function baseOf(state: ReaderState, entry: Native): string | undefined {
  if (entry['type'] === 'compaction') return compactionBase(entry);
  return entry['type'] === 'message' && isObject(entry['message']) ? messageBase(state, entry['message']) : undefined;
}

function typeName(entry: Native): string {
  const { message } = entry;
  return entry['type'] === 'message' && isObject(message) && typeof message['role'] === 'string'
    ? `message/${message['role'].slice(0, 40)}`
    : (textOf(entry['type']) ?? 'unknown').slice(0, 60);
}

/** Entries that are read the same in a file and when a stream tells of them. Unknown ones are left alone. */
export function readKnown(frame: Frame, entry: Native): void {
  ENTRIES.get(entry['type'])?.(frame, entry);
}

export type EntryReader = (frame: Frame, entry: Native) => void;

const ENTRIES: ReadonlyMap<unknown, EntryReader> = new Map(
  Object.entries<EntryReader>({
    message: (frame, { message }) => {
      if (isObject(message)) readMessage(frame, message);
    },
    model_change: readSetting,
    thinking_level_change: readSetting,
    session_info: readName,
    compaction: readCompaction,
    branch_summary: (frame, entry) => readSummary(frame, entry, 'branch summary'),
    custom_message: readInjected,
    context_edit: readContextEdit,
    label: readAside,
    custom: readAside,
  }),
);

/** What neither the model nor the user sees as a part of the conversation. */
function readAside(frame: Frame, entry: Native): void {
  addEvent(frame, { type: 'meta', extra: restOf(entry, ENVELOPE) ?? {} });
}

export function readSetting(frame: Frame, entry: Native): void {
  const { state } = frame;
  const model = nameOf(entry['modelId']);
  const provider = nameOf(entry['provider']);
  const variant = nameOf(entry['thinkingLevel']);
  state.model = model ?? state.model;
  state.provider = provider ?? state.provider;
  state.variant = variant ?? state.variant;
  const draft: Draft = { type: 'session', phase: 'updated', session: restOf(entry, ENVELOPE) ?? {} };
  if (model !== undefined) draft.model = model;
  if (provider !== undefined) draft.provider = provider;
  if (variant !== undefined) draft.variant = variant;
  addEvent(frame, draft);
}

export function readName(frame: Frame, entry: Native): void {
  const name = textOf(entry['name']);
  if (name !== undefined) frame.out.session({ title: { text: name, rank: 2 } });
  addEvent(frame, { type: 'session', phase: 'updated', session: restOf(entry, ENVELOPE) ?? {} });
}

const KNOWN_USAGE = new Set(['usage']);

/** The model no longer sees what came before `firstKeptEntryId` (an index in v1), but the summary. */
export function readCompaction(frame: Frame, entry: Native): void {
  const { state, time } = frame;
  const inherited = state.forkedAt !== undefined && time !== undefined && time < state.forkedAt;
  const usage = usageOf(entry['usage'], undefined, inherited);
  const more: Partial<Draft> = usage ? { usage, model: state.model, provider: state.provider } : {};
  readSummary(frame, usage ? (restOf(entry, KNOWN_USAGE) as Native) : entry, 'compaction', more);
}

const MOST_EVENTS = 64;

/** Takes an entry out of what the model sees (a failed call that is retried), or replaces it. */
function readContextEdit(frame: Frame, entry: Native): void {
  const { state, out, record } = frame;
  const target = idOf(entry['targetId']);
  const replaced = entry['replacement'] !== null && entry['replacement'] !== undefined;
  const hidden = { by: 'context_edit', ...(replaced ? { reason: 'replaced' } : {}) };
  const known = target === undefined ? undefined : eventsOf(state.path, target);
  const base = known?.base ?? target;
  let found = 0;
  for (let n = 0; base !== undefined && n < Math.min(known?.events ?? MOST_EVENTS, MOST_EVENTS); n++) {
    const native = n === 0 && !replaced ? { native: record.native(frame.type, frame.id) } : {};
    if (!out.patch(eventId(base, n), { hidden, ...native })) break;
    found++;
  }
  if (found === 0 || replaced) addEvent(frame, { type: 'meta', extra: restOf(entry, ENVELOPE) ?? {} });
}
