/**
 * `state.db`: `sessions` with the sums of their usage, and `messages` of OpenAI's kind. Only these two tables and the texts of system
 * prompts are asked for; the rest is the program's own business.
 */
import type { SqlRow, StoreDatabase } from '../../host.ts';
import { readChatMessage } from '../../reading/chat-messages.ts';
import {
  addInjected,
  addNote,
  argumentsOf,
  beginConversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { countOf, isObject, type Json, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Usage } from '../../transcript.ts';
import type { DocumentPart, Head, NativeRecord, Output, StoreChanges, StoreDialect, ToolTable } from '../contract.ts';

interface State extends ConversationState {
  model?: string;
}

export const store: StoreDialect<State> = {
  id: 'database',
  kind: 'store',
  live: false,
  detect,
  begin: beginConversation,
  sessions,
  records,
  read,
};

function detect({ tables }: Head): number {
  const [sessions, messages] = [tables?.['sessions'], tables?.['messages']];
  const isShape = ['parent_session_id', 'started_at', 'model'].every((column) => sessions?.includes(column));
  return isShape && ['session_id', 'role', 'tool_calls', 'tool_call_id'].every((column) => messages?.includes(column))
    ? 0.95
    : 0;
}

const TOOLS: ToolTable = {
  terminal: 'shell',
  execute_code: 'shell',
  read_file: 'read',
  write_file: 'write',
  patch: 'edit',
  search_files: 'search',
  web_search: 'web',
  web_extract: 'web',
  delegate_task: 'task',
  todo: 'todo',
};

/** Messages are only added; a session that ends or is counted again changes its own row. */
function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const before = objectOf(argumentsOf(cursor));
  const [now] = database.all('SELECT coalesce(max(id), 0) AS message FROM messages');
  const since = typeof before['message'] === 'number' ? before['message'] : -1;
  const ended = typeof before['ended'] === 'number' ? before['ended'] : 0;
  const [last] = database.all('SELECT coalesce(max(ended_at), 0) AS ended FROM sessions');
  const isNew = since < 0 || Number(now?.['message']) < since;
  const changed = isNew
    ? database.all('SELECT id FROM sessions ORDER BY started_at, id')
    : database.all(
        'SELECT id FROM sessions WHERE ended_at >= ? OR id IN (SELECT session_id FROM messages WHERE id > ?) ORDER BY started_at, id',
        ended,
        since,
      );
  const next = { message: now?.['message'], ended: last?.['ended'] };
  return { changed: changed.map(({ id }) => String(id)), cursor: JSON.stringify(next) };
}

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  for (const row of database.all('SELECT * FROM sessions WHERE id = ?', nativeId)) {
    yield { value: { session: row }, pointer: `sessions/${nativeId}` };
    const prompt = promptOf(database, row);
    if (prompt) yield { value: { prompt }, pointer: `sessions/${nativeId}/system_prompt` };
  }
  for (const row of database.iterate('SELECT * FROM messages WHERE session_id = ? ORDER BY id', nativeId)) {
    yield { value: { message: row }, pointer: `messages/${row['id']}` };
  }
}

/** In the row of the session, or since 2026 once for all sessions that share it. */
function promptOf(database: StoreDatabase, row: SqlRow): string | undefined {
  const inline = stringOf(row['system_prompt']);
  if (inline || typeof row['system_prompt_hash'] !== 'string') return inline;
  const columns = database.all("SELECT name FROM pragma_table_info('system_prompts')").map(({ name }) => String(name));
  const [hash, text] = [
    columns.find((name) => name.includes('hash')),
    columns.find((name) => /prompt|content/.test(name) && !name.includes('hash')),
  ];
  if (!hash || !text) return undefined;
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const sql = `SELECT ${quoted(text)} AS text FROM system_prompts WHERE ${quoted(hash)} = ?`;
  return stringOf(database.all(sql, row['system_prompt_hash'])[0]?.['text']);
}

function read(state: State, record: NativeRecord, out: Output): void {
  const { session, message, prompt } = record.value;
  if (isObject(session)) readSession(state, session, record, out);
  else if (isObject(message)) readMessage(state, message, record, out);
  else if (typeof prompt === 'string')
    addInjected(conversationOf(TOOLS, state, record, out, { type: 'system_prompt' }), prompt);
}

const SESSION: ReadonlySet<string> = new Set(['id', 'system_prompt']);

function readSession(state: State, row: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(row['id']);
  state.model = wordOf(row['model']);
  const [title, parent, cwd] = [stringOf(row['title']), wordOf(row['parent_session_id']), stringOf(row['cwd'])];
  const [startedAt, endedAt] = [readTime(row['started_at']), readTime(row['ended_at'])];
  out.session({
    nativeId: id,
    ...(startedAt ? { startedAt } : {}),
    ...(endedAt ? { endedAt } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
    // A session that grew too long goes on in another.
    ...(parent ? { lineage: { kind: 'resume', of: parent } } : {}),
  });
  const frame = conversationOf(TOOLS, state, record, out, { type: 'session', id, time: startedAt });
  const served = state.model ? { model: state.model } : {};
  addEvent(frame, { type: 'session', phase: 'started', session: restOf(row, SESSION) ?? {}, ...served });
  const usage = totalsOf(row);
  if (usage) addNote(frame, 'totals', undefined, { ...served, usage });
}

/** There are numbers for a session as a whole only. */
function totalsOf(row: Json): Usage | undefined {
  const reasoning = Math.min(countOf(row['reasoning_tokens']), countOf(row['output_tokens']));
  const usage: Usage = {
    input: countOf(row['input_tokens']),
    output: countOf(row['output_tokens']) - reasoning,
    cacheRead: countOf(row['cache_read_tokens']),
    cacheWrite5m: countOf(row['cache_write_tokens']),
    cacheWrite1h: 0,
    reasoning,
    scope: 'session',
  };
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m + reasoning > 0 ? usage : undefined;
}

const ROW: ReadonlySet<string> = new Set([
  'id',
  'session_id',
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'tool_name',
  'timestamp',
  'reasoning',
  'reasoning_content',
]);

function readMessage(state: State, row: Json, record: NativeRecord, out: Output): void {
  const base = `${row['session_id']}/${row['id']}`;
  const type = stringOf(row['role']) ?? 'message';
  const frame = conversationOf(TOOLS, state, record, out, { type, base, time: readTime(row['timestamp']) });
  const message = {
    role: row['role'],
    content: contentOf(row['content']),
    tool_calls: argumentsOf(row['tool_calls']),
    tool_call_id: row['tool_call_id'],
    name: row['tool_name'],
    reasoning_content: row['reasoning_content'] ?? row['reasoning'],
  };
  const served = state.model ? { model: state.model } : {};
  const known = readChatMessage(frame, message, { served, extra: restOf(row, ROW) });
  if (!known) addNote(frame, type, row);
}

/** A text, or parts as JSON. */
function contentOf(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('[{') ? argumentsOf(value) : value;
}
