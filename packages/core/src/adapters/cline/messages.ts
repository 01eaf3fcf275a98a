/**
 * `<session>.messages.json`, rewritten whole as the session goes on: a header, the messages, the system prompt. The
 * manifest beside it (`<session>.json`) says when, where and how the session ended, and is read with it.
 */

import type { Host } from '../../host.ts';
import { newBriefing, promptFields } from '../../reading/briefing.ts';
import type { DocumentDialect, DocumentMember, DocumentPart, Head, NativeRecord, Output } from '../contract.ts';
import { addEvent, type Frame } from './frame.ts';
import { manifestOf } from './locate.ts';
import { readManifest } from './manifest.ts';
import { readMessage } from './message.ts';
import { type Json, listOf, objectOf, restOf, stringOf, timeOf, wordOf } from './native.ts';
import { beginReading, type ReadingState } from './state.ts';

export const messages: DocumentDialect<ReadingState> = {
  id: 'messages',
  kind: 'document',
  live: false,
  detect,
  begin: beginReading,
  records,
  members,
  read,
};

const OWN = ['sessionId', 'agent', 'updated_at', 'messages'];

/** A document of many lines gives no records, one of a single line gives one. */
function detect({ records: lines, keys }: Head): number {
  return lines.length <= 1 && OWN.every((key) => keys.includes(key)) ? 0.95 : 0;
}

function* records(document: unknown): Iterable<DocumentPart> {
  const { messages: list, ...header } = objectOf(document);
  const all = listOf(list);
  yield { value: { header, since: objectOf(all[0])['ts'] }, pointer: '' };
  for (let i = 0; i < all.length; i++) yield { value: all[i], pointer: `/messages/${i}` };
}

async function* members(host: Host, path: string): AsyncIterable<DocumentMember> {
  const manifest = manifestOf(path);
  const file = manifest === undefined ? undefined : await host.stat(manifest);
  if (manifest !== undefined && file && !file.folder) yield { path: manifest, pointer: '/manifest' };
}

function read(state: ReadingState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  if (typeof value['role'] === 'string') {
    const id = wordOf(value['id']);
    const time = timeOf(value['ts']);
    const type = value['role'];
    readMessage({ state, value, record, out, type, id, base: id ?? record.ref, time, count: 0 });
  } else if (typeof value['session_id'] === 'string') readManifest(state, record, out);
  else if (value['header'] !== undefined) readHeader(state, value, record, out);
}

function addPrompt(frame: Frame, words: string): void {
  const briefing = newBriefing();
  addEvent(frame, promptFields(frame.out, briefing, words));
  frame.state.prompt = briefing.prompt;
}

const HEADER: ReadonlySet<string> = new Set(['sessionId', 'system_prompt']);

function readHeader(state: ReadingState, part: Json, record: NativeRecord, out: Output): void {
  const value = objectOf(part['header']);
  const id = wordOf(value['sessionId']);
  state.session = id;
  out.session({ nativeId: id, agentVersion: stringOf(objectOf(value['origin'])['version']) });
  const time = timeOf(part['since']);
  const frame: Frame = { state, value, record, out, type: 'header', id, base: id ?? record.ref, time, count: 0 };
  state.begun = addEvent(frame, { type: 'session', phase: 'started', session: restOf(value, HEADER) ?? {} });
  const text = stringOf(value['system_prompt']);
  if (text) addPrompt(frame, text);
}
