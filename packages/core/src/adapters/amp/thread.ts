/** A thread: one JSON document, rewritten at every change. `v` counts its revisions; it is no format version. */
import { subagentSource } from '../../events/source-path.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentDialect, DocumentPart, Head, NativeRecord, Output } from '../contract.ts';
import { addEvent, type Frame } from './frame.ts';
import { isLedgerPart, type LedgerPart, ledgerParts, timesOf } from './ledger.ts';
import { readMessage, responseIdOf, timeOf } from './message.ts';
import { isObject, listOf, messageIdOf, type Native, nameOf, pathOf, restOf, textOf } from './native.ts';
import { beginState, isNewAgent, type ReaderState } from './state.ts';
import { ledgerUsage } from './usage.ts';

export const thread: DocumentDialect<ReaderState> = {
  id: 'thread',
  kind: 'document',
  live: false,
  detect,
  begin: beginState,
  records,
  read,
};

const THREAD_ID = /"(?:id|threadId)"\s*:\s*"T-[0-9a-f]{8}-/;

function detect(head: Head): number {
  const { keys } = head;
  if (!keys.includes('messages') || !(keys.includes('v') || keys.includes('created'))) return 0;
  return THREAD_ID.test(head.text) ? 1 : 0;
}

const DEBUG = '~debug';
const PARTS = new Set(['messages', 'usageLedger', DEBUG]);

/** The thread itself, its messages, what the ledger bills, and the debugging notes. */
function* records(document: unknown): Iterable<DocumentPart> {
  if (!isObject(document)) {
    yield { value: document, pointer: '' };
    return;
  }
  const ledger = ledgerParts(document);
  const times = timesOf(ledger);
  yield { value: restOf(document, PARTS) ?? {}, pointer: '' };
  for (const [i, message] of listOf(document['messages']).entries()) {
    yield { value: timed(message, times), pointer: `/messages/${i}` };
  }
  for (const [i, value] of ledger.entries()) yield { value, pointer: `/usageLedger/events/${i}` };
  if (document[DEBUG] !== undefined) yield { value: document[DEBUG], pointer: `/${DEBUG}` };
}

interface TimedMessage {
  message: Native;
  billedAt: unknown;
}

/** A response without a time of its own, with the time at which it was billed. */
function timed(message: unknown, times: ReadonlyMap<string, unknown>): unknown {
  if (!isObject(message) || message['role'] !== 'assistant' || timeOf(message) !== undefined) return message;
  const billedAt = times.get(messageIdOf(message['messageId']) ?? '');
  return billedAt === undefined ? message : ({ message, billedAt } satisfies TimedMessage);
}

function read(state: ReaderState, record: NativeRecord, out: Output): void {
  const { pointer = '' } = record.native('');
  const value: Native = record.value;
  if (pointer === '') readThread(state, record, out);
  else if (pointer.startsWith('/messages/')) readThreadMessage(state, record, value, out);
  else if (pointer === `/${DEBUG}`) readDebug(state, record, out);
  else if (isLedgerPart(value)) readLedger(state, record, value, out);
}

const KNOWN_THREAD = new Set(['id', 'env']);

function readThread(state: ReaderState, record: NativeRecord, out: Output): void {
  const value: Native = record.value;
  const id = nameOf(value['id']);
  state.thread = id;
  state.mode = nameOf(value['agentMode']);
  const time = readTime(value['created']);
  const initial = isObject(value['env']) && isObject(value['env']['initial']) ? value['env']['initial'] : {};
  const platform = isObject(initial['platform']) ? initial['platform'] : {};
  const title = textOf(value['title']);
  out.session({
    nativeId: id,
    startedAt: time,
    agentVersion: textOf(platform['clientVersion']),
    title: title ? { text: title, rank: 2 } : undefined,
    environment: { os: textOf(platform['os']), ...placeOf(initial) },
    lineage: lineageOf(value['relationships']),
  });
  const frame: Frame = { state, record, out, type: 'thread', id, base: id ?? record.ref, time, count: 0 };
  const session = { ...restOf(value, KNOWN_THREAD), env: value['env'] };
  addEvent(frame, { type: 'session', phase: 'started', session, ...(state.mode ? { variant: state.mode } : {}) });
}

function placeOf(initial: Native): Native {
  const tree = listOf(initial['trees']).find(isObject);
  const repository = isObject(tree?.['repository']) ? tree['repository'] : {};
  const git = isObject(initial['git']) ? initial['git'] : {};
  const branch = textOf(repository['ref'])?.replace(/^refs\/heads\//, '') ?? textOf(git['branch']);
  const repo = { remote: textOf(repository['url']), commit: textOf(repository['sha']), branch };
  const cwd = pathOf(initial['workingDirectory']) ?? pathOf(tree?.['uri']);
  return { cwd, ...(repo.remote || repo.commit || repo.branch ? { repo } : {}) };
}

/** A thread that was handed off goes on in another, which names it. */
function lineageOf(relationships: unknown): { kind: string; of: string } | undefined {
  for (const item of listOf(relationships)) {
    const of =
      isObject(item) && item['type'] === 'handoff' && item['role'] !== 'parent' ? nameOf(item['threadID']) : undefined;
    if (of !== undefined) return { kind: 'continuation', of };
  }
  return undefined;
}

function readThreadMessage(state: ReaderState, record: NativeRecord, value: Native, out: Output): void {
  const isTimed = value['role'] === undefined && isObject(value['message']);
  const message: Native = isTimed ? value['message'] : value;
  const id = messageIdOf(message['messageId']);
  const parent = nameOf(message['parentToolUseId']);
  if (parent !== undefined && isNewAgent(state, parent))
    out.session({ agents: { [parent]: { id: parent, callId: parent } } });
  const frame: Frame = {
    state,
    record,
    out,
    type: `message/${nameOf(message['role']) ?? 'unknown'}`,
    id,
    base: id ?? record.ref,
    time: isTimed ? readTime(value['billedAt']) : timeOf(message),
    source: parent === undefined ? undefined : subagentSource(parent),
    count: 0,
  };
  readMessage(frame, message);
}

/** Debugging notes repeat the whole prompt of the last call: only their names are kept. */
function readDebug(state: ReaderState, record: NativeRecord, out: Output): void {
  const frame: Frame = { state, record, out, type: DEBUG, base: record.ref, count: 0 };
  addEvent(frame, { type: 'meta', extra: { skipped: isObject(record.value) ? Object.keys(record.value) : [] } });
}

function readLedger(state: ReaderState, record: NativeRecord, part: LedgerPart, out: Output): void {
  const { entry, messageId, counted } = part;
  const time = readTime(entry['timestamp']);
  const native = record.native('usageLedger');
  const usage = ledgerUsage(entry, messageId === undefined ? undefined : responseIdOf(state, messageId));
  const model = textOf(entry['model']);
  if (messageId !== undefined) {
    const numbers = counted ? {} : { usage, model };
    if (out.patch(messageId, { ...numbers, native, extra: { ledger: entry } })) return;
  }
  const frame: Frame = { state, record, out, type: 'usageLedger', base: record.ref, time, count: 0 };
  const label = textOf(entry['operationType']) ?? 'usage';
  addEvent(frame, { type: 'meta', status: { label }, model, ...(usage ? { usage } : {}), extra: entry });
}
