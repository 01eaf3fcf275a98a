/** Turns the lines of a session's or subagent's log into events, by their type. */

import type { NativeRecord, Output } from '../../adapters/contract.ts';
import { subagentSource } from '../../events/source-path.ts';
import { readAssistant } from './assistant.ts';
import { readAttachment } from './attachments.ts';
import { identify, watchEnvelope } from './envelope.ts';
import { readFlatCall, readFlatResult, readFlatWords } from './flat.ts';
import { watchFork } from './fork.ts';
import { type Line, lineOf } from './line.ts';
import { object, type Raw, word } from './native.ts';
import { readProgress } from './progress.ts';
import { sessionReader } from './session-records.ts';
import type { ReaderState } from './state.ts';
import { sourceOf } from './subagents.ts';
import { readSystem } from './system-records.ts';
import { followTurn } from './turns.ts';
import { readUser } from './user.ts';

/** A message line's reader, by type. */
const READERS: ReadonlyMap<string, (line: Line) => void> = new Map(
  Object.entries<(line: Line) => void>({
    user: (line) => (isFlat(line.value) ? readFlatWords(line, 'user') : readUser(line)),
    assistant: (line) => (isFlat(line.value) ? readFlatWords(line, 'assistant') : readAssistant(line)),
    system: (line) => (isFlatSystem(line.value) ? readFlatWords(line, 'system') : readSystem(line)),
    attachment: readAttachment,
    progress: readProgress,
    tool_use: readFlatCall,
    tool_result: readFlatResult,
  }),
);

const isFlat = (value: Raw) => value['message'] === undefined && value['content'] !== undefined;
const isFlatSystem = (value: Raw) => isFlat(value) && value['subtype'] === undefined && value['uuid'] === undefined;

export function readLog(state: ReaderState, record: NativeRecord, out: Output): void {
  const value = object(record.value);
  const type = word(value?.['type']);
  if (!value || type === undefined) return;
  const bookkeeping = sessionReader(type);
  if (bookkeeping) {
    if (type !== 'started' && type !== 'result') identify(state, value, out);
    bookkeeping(lineOf(state, record, value, out, type, bookkeepingSource(state, value)));
    return;
  }
  const reader = READERS.get(type);
  if (!reader) return;
  identify(state, value, out);
  const source = sourceOf(state, value, out);
  if (type === 'user') followTurn(state, value, source, record.ref);
  const line = lineOf(state, record, value, out, nativeType(type, value), source);
  watchFork(line);
  watchEnvelope(line);
  reader(line);
}

/** Requests of subagents are kept in the subagent's file, with its id. */
function bookkeepingSource(state: ReaderState, value: Raw): string | undefined {
  const agent = word(value['agentId']);
  if (agent === undefined || agent === state.own || value['type'] === 'started' || value['type'] === 'result')
    return undefined;
  return subagentSource(agent);
}

/** `system/api_error`, `attachment/hook_success`: the type alone says little. */
function nativeType(type: string, value: Raw): string {
  const inner =
    type === 'system'
      ? value['subtype']
      : type === 'attachment'
        ? object(value['attachment'])?.['type']
        : type === 'progress'
          ? object(value['data'])?.['type']
          : undefined;
  return typeof inner === 'string' ? `${type}/${inner}` : type;
}
