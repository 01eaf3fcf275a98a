/**
 * A message of type `user` is not always the user's: function responses, the session's context and prompts of the
 * agent itself are written the same way. What the user typed is `displayContent` where there is one.
 */
import type { Part } from '../../transcript.ts';
import type { NativeRecord, Output } from '../contract.ts';
import { inlineParts } from './inline-part.ts';
import { isObject, type Json, partsOf, restOf, stringOf, textOf, timeOf } from './native.ts';
import { readFunctionResponse } from './read-tool.ts';
import { emit, noteEvent, type ReadingState } from './state.ts';

const userFields = new Set(['id', 'timestamp', 'type', 'content', 'displayContent']);

/** Beginnings of what the agent itself says to the model. */
const agentPrompts = [
  '<session_context>',
  'This is the Gemini CLI. We are setting up the context',
  'System: ',
  'You have stopped calling tools without finishing',
];
const FILES = '--- Content from referenced files ---';

export function readUser(state: ReadingState, message: Json, record: NativeRecord, out: Output): void {
  const id = stringOf(message['id']) ?? record.ref;
  const time = timeOf(message['timestamp']);
  const parts = partsOf(message['content']);
  const responses = parts.filter((part) => isObject(part['functionResponse']));
  for (const part of responses) {
    readFunctionResponse({ state, message: id, time, record, out }, part['functionResponse'] as Json);
  }
  noteEvent(state, id, id);
  // Images beside function responses belong to the results, which have them.
  const words = responses.length > 0 ? parts.filter((part) => typeof part['text'] === 'string') : parts;
  if (responses.length > 0 && words.length === 0) return;
  readWords(state, message, id, words, record, out);
}

/** The context that a session begins with names the system and the folder; nothing else in the log does. */
function learnEnvironment(context: string, out: Output): void {
  const start = context.slice(0, 4000);
  const os = /^My operating system is: (.+)$/m.exec(start)?.[1];
  const cwd = /Workspace Directories:\*\*\n\s+- (.+)/.exec(start)?.[1] ?? WORKING_IN.exec(start)?.[1];
  if (os || cwd) out.session({ environment: { ...(os ? { os } : {}), ...(cwd ? { cwd } : {}) } });
}

const WORKING_IN = /currently working in the directory: (.+)/;

function readWords(
  state: ReadingState,
  message: Json,
  id: string,
  parts: readonly Json[],
  record: NativeRecord,
  out: Output,
): void {
  const timestamp = timeOf(message['timestamp']);
  const native = record.native('user', id);
  const extra = restOf(message, userFields);
  const said = saidBy(message, parts);
  const shown = [...inlineParts(parts, out), ...said.files];
  const isAgents = agentPrompts.some((start) => said.text.startsWith(start));
  emit(
    state,
    out,
    {
      id,
      ...(isAgents ? { type: 'system', role: 'system', audience: 'model' } : { type: 'user_message', role: 'user' }),
      text: said.text,
      timestamp,
      ...(shown.length > 0 ? { parts: shown } : {}),
      native,
      extra,
    },
    id,
  );
  if (isAgents) learnEnvironment(said.text, out);
  if (said.sent === '') return;
  const added = { id: `${id}.1`, type: 'system', role: 'system', audience: 'model', parentId: id } as const;
  emit(state, out, { ...added, text: said.sent, timestamp, native }, id);
}

interface Said {
  /** The user's own words. */
  text: string;
  /** What the model was sent beside them. */
  sent: string;
  files: Part[];
}

function saidBy(message: Json, parts: readonly Json[]): Said {
  const marker = parts.findIndex(({ text }) => typeof text === 'string' && text.includes(FILES));
  const files = marker < 0 ? [] : parts.slice(marker).flatMap(referencedFile);
  const display = message['displayContent'] === undefined ? undefined : textOf(partsOf(message['displayContent']));
  const whole = textOf(parts);
  if (display !== undefined) return { text: display, sent: whole === display ? '' : sentBeside(whole, display), files };
  if (marker < 0) return { text: whole, sent: '', files };
  return { text: textOf(parts.slice(0, marker)), sent: textOf(parts.slice(marker)), files };
}

function sentBeside(whole: string, display: string): string {
  return whole.startsWith(display) ? whole.slice(display.length) : whole;
}

function referencedFile({ text }: Json): Part[] {
  const path =
    typeof text === 'string' ? /^\s*Content from @?(\S[^\n]*):\s*$/.exec(text.slice(0, 1024))?.[1] : undefined;
  return path ? [{ type: 'file_ref', path, action: 'read' }] : [];
}
