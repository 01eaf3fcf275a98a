/** `opencode export`: one session as a document, `{ info, messages: [{ info, parts }] }`. */
import type { DocumentDialect, DocumentPart, Head } from '../../adapters/contract.ts';
import { isObject, type OpenCodeRecord, objectOf } from './native.ts';
import { readRecord } from './read-record.ts';
import { beginReading, type ReadingState } from './state.ts';
import type { ToolKinds } from './tools.ts';

export function exportOf(tools: ToolKinds): DocumentDialect<ReadingState> {
  return {
    id: 'export',
    kind: 'document',
    live: false,
    detect: detectExport,
    begin: () => beginReading(),
    records,
    read: (state, record, out) => readRecord(state, record, out, tools),
  };
}

function detectExport(head: Head): number {
  const { keys } = head;
  if (keys[0] !== 'info' && keys[0] !== 'messages') return 0;
  const { text } = head;
  if (!/"info"\s*:\s*\{\s*"(id|slug)"\s*:\s*"/.test(text.slice(0, 512))) return 0;
  const start = text.slice(0, 4096);
  if (/"ses_/.test(start)) return 0.95;
  // Ids may have been redacted: what a session says of itself tells, too.
  const told = ['projectID', 'directory', 'version', 'time', 'slug'].filter((key) => start.includes(`"${key}"`));
  return told.length >= 3 && keys.includes('messages') ? 0.8 : 0;
}

function* records(document: unknown): Iterable<DocumentPart> {
  const { info, messages, ...rest } = objectOf(document);
  yield record('session', info, '/info');
  const list = Array.isArray(messages) ? messages : [];
  for (let i = 0; i < list.length; i++) yield* messageRecords(list[i], `/messages/${i}`);
  for (const [key, value] of Object.entries(rest)) yield { value: { [key]: value }, pointer: `/${key}` };
}

function* messageRecords(message: unknown, pointer: string): Iterable<DocumentPart> {
  const { info, parts } = objectOf(message);
  if (!isObject(info)) {
    yield { value: message, pointer };
    return;
  }
  yield record('message', info, `${pointer}/info`);
  const list = Array.isArray(parts) ? parts : [];
  for (let i = 0; i < list.length; i++) {
    const part: unknown = list[i];
    // Ids redacted upstream no longer say which message a part belongs to; its place does.
    if (isObject(part)) part['messageID'] = info['id'];
    yield record('part', part, `${pointer}/parts/${i}`);
  }
  if (info['error']) yield record('message-error', info, `${pointer}/info/error`);
}

function record(kind: OpenCodeRecord['kind'], value: unknown, pointer: string): DocumentPart {
  return { value: isObject(value) ? ({ kind, value } satisfies OpenCodeRecord) : value, pointer };
}
