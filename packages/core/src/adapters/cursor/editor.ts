/**
 * The editor's databases, `state.vscdb`: the table `cursorDiskKV` of the global one holds a row for each composer and for each
 * bubble; before 2025 the tables `ItemTable` of the workspaces held whole conversations. The same files hold access tokens:
 * only the keys named here are ever asked for.
 */
import type { SqlRow, StoreDatabase } from '../../host.ts';
import { argumentsOf, beginConversation, conversationOf } from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentPart, Head, NativeRecord, Output, StoreChanges, StoreDialect } from '../contract.ts';
import { readBubble, type State } from './bubble.ts';
import { headersOf, jsonOf, pathOf, restOfBubble } from './native.ts';

export const editor: StoreDialect<State> = {
  id: 'editor',
  kind: 'store',
  live: false,
  detect,
  begin: beginConversation,
  sessions,
  records,
  read,
};

const COMPOSER = 'composerData:';
const BUBBLE = 'bubbleId:';
const CHATS = 'workbench.panel.aichat.view.aichat.chatdata';
const COMPOSERS = 'composer.composerData';

/** A workspace database looks like that of any editor of VS Code's kind; without conversations it has no sessions. */
function detect({ tables }: Head): number {
  const isTable = (name: string) => tables?.[name]?.includes('key') && tables[name].includes('value');
  if (isTable('cursorDiskKV')) return 1;
  return isTable('ItemTable') ? 0.6 : 0;
}

interface Cursor {
  /** The newest row of the table, and its key: rows are replaced, never changed, so each change has a new number. */
  row?: number;
  key?: string;
  items: string;
}

function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const before = cursor === undefined ? undefined : (objectOf(argumentsOf(cursor)) as unknown as Partial<Cursor>);
  const tables = tablesOf(database);
  const next: Cursor = { items: tables.has('ItemTable') ? itemRows(database) : '' };
  const changed: string[] = [];
  if (tables.has('cursorDiskKV')) {
    const [last] = database.all('SELECT rowid AS row, key FROM cursorDiskKV ORDER BY rowid DESC LIMIT 1');
    next.row = Number(last?.['row'] ?? 0);
    next.key = String(last?.['key'] ?? '');
    changed.push(...composers(database, numberedAsBefore(database, before) ? before?.row : undefined));
  }
  if (next.items !== before?.items) changed.push(...inlineSessions(database));
  return { changed: [...new Set(changed)], cursor: JSON.stringify(next) };
}

function tablesOf(database: StoreDatabase): Set<string> {
  return new Set(database.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name)));
}

/** Compacting the file numbers its rows anew; then everything counts as changed. */
function numberedAsBefore(database: StoreDatabase, before: Partial<Cursor> | undefined): boolean {
  if (typeof before?.row !== 'number') return false;
  const [row] = database.all('SELECT key FROM cursorDiskKV WHERE rowid = ?', before.row);
  return row?.['key'] === before.key;
}

/** Without a row all of them, in the order of their keys' numbers: oldest first, as far as rows tell. */
function composers(database: StoreDatabase, since: number | undefined): string[] {
  if (since === undefined) {
    const rows = database.all(
      `SELECT key FROM cursorDiskKV AS composer WHERE key >= ? AND key < ?
         AND (EXISTS (SELECT 1 FROM cursorDiskKV AS bubble
                WHERE bubble.key >= 'bubbleId:' || substr(composer.key, 14) || ':' AND bubble.key < 'bubbleId:' || substr(composer.key, 14) || ';')
              OR CAST(value AS TEXT) LIKE '%"bubbleId"%')
       ORDER BY rowid`,
      COMPOSER,
      `${COMPOSER.slice(0, -1)};`,
    );
    return rows.map(({ key }) => String(key).slice(COMPOSER.length));
  }
  const rows = database.all(
    `SELECT key FROM cursorDiskKV WHERE rowid > ? AND ((+key >= 'bubbleId:' AND +key < 'bubbleId;') OR (+key >= 'composerData:' AND +key < 'composerData;'))`,
    since,
  );
  return rows.flatMap(({ key }) => composerOf(String(key)) ?? []);
}

function composerOf(key: string): string | undefined {
  if (key.startsWith(COMPOSER)) return key.slice(COMPOSER.length);
  const end = key.lastIndexOf(':');
  return end > BUBBLE.length ? key.slice(BUBBLE.length, end) : undefined;
}

const itemRows = (database: StoreDatabase): string =>
  database
    .all(
      'SELECT rowid AS row, length(value) AS bytes FROM ItemTable WHERE key IN (?, ?) ORDER BY key',
      CHATS,
      COMPOSERS,
    )
    .map(({ row, bytes }) => `${row}/${bytes}`)
    .join();

function itemOf(database: StoreDatabase, key: string): Json {
  const [row] = database.all('SELECT value FROM ItemTable WHERE key = ?', key);
  return objectOf(jsonOf(row?.['value']));
}

function inlineSessions(database: StoreDatabase): string[] {
  return [...inlineConversations(database)].map(({ id }) => id);
}

interface Inline {
  readonly id: string;
  readonly pointer: string;
  readonly value: Json;
  readonly bubbles: unknown[];
}

function* inlineConversations(database: StoreDatabase): Iterable<Inline> {
  if (!tablesOf(database).has('ItemTable')) return;
  for (const [index, value] of listOf(itemOf(database, COMPOSERS)['allComposers']).entries()) {
    if (!isObject(value)) continue;
    const [id, bubbles] = [stringOf(value['composerId']), listOf(value['conversation'])];
    if (id && bubbles.length > 0) yield { id, pointer: `${COMPOSERS}/allComposers/${index}`, value, bubbles };
  }
  for (const [index, value] of listOf(itemOf(database, CHATS)['tabs']).entries()) {
    if (!isObject(value)) continue;
    const [id, bubbles] = [stringOf(value['tabId']), listOf(value['bubbles'])];
    if (id && bubbles.length > 0) yield { id, pointer: `${CHATS}/tabs/${index}`, value, bubbles };
  }
}

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  if (tablesOf(database).has('cursorDiskKV')) {
    const [row] = database.all('SELECT value FROM cursorDiskKV WHERE key = ?', COMPOSER + nativeId);
    if (row) yield* composerParts(database, nativeId, objectOf(jsonOf(row['value'])));
    if (row) return;
  }
  for (const { id, pointer, value, bubbles } of inlineConversations(database)) {
    if (id === nativeId) yield* inlineParts(pointer, value, bubbles);
  }
}

function* composerParts(database: StoreDatabase, nativeId: string, composer: Json): Iterable<DocumentPart> {
  const inline = listOf(composer['conversation']);
  yield* inlineParts(COMPOSER + nativeId, composer, inline);
  const order = headersOf(composer);
  const prefix = `${BUBBLE}${nativeId}:`;
  const known = new Set(order);
  for (const id of order) {
    const [row] = database.all('SELECT key, value FROM cursorDiskKV WHERE key = ?', prefix + id);
    yield* bubblePart(row, false);
  }
  const rows = database.iterate(
    'SELECT key, value FROM cursorDiskKV WHERE key >= ? AND key < ?',
    prefix,
    `${prefix.slice(0, -1)};`,
  );
  for (const row of rows) if (!known.has(String(row['key']).slice(prefix.length))) yield* bubblePart(row, true);
}

/** Rows whose value was emptied say nothing. */
function* bubblePart(row: SqlRow | undefined, isLeftOver: boolean): Iterable<DocumentPart> {
  const value = row?.['value'];
  if (row === undefined || value === null || value === undefined) return;
  const bubble = jsonOf(value);
  yield {
    value: isObject(bubble) ? { bubble, isLeftOver } : { unreadable: String(value) },
    pointer: String(row['key']),
  };
}

/** Calls stood apart from the bubbles for a while, by the bubble's id. */
function* inlineParts(pointer: string, value: Json, bubbles: readonly unknown[]): Iterable<DocumentPart> {
  const { conversation: _conversation, bubbles: _bubbles, ...head } = value;
  yield { value: { composer: head }, pointer };
  const tools = listOf(value['capabilities']).flatMap((capability) => {
    const { type, data } = objectOf(capability);
    const map = objectOf(data)['bubbleDataMap'];
    return type === 15 ? [objectOf(typeof map === 'string' ? jsonOf(map) : map)] : [];
  });
  for (const [index, bubble] of bubbles.entries()) {
    const id = stringOf(objectOf(bubble)['bubbleId']);
    const tool = id === undefined ? undefined : tools.map((map) => map[id]).find(isObject);
    yield {
      value: isObject(bubble) ? { bubble, tool } : { unreadable: bubble },
      pointer: `${pointer}/conversation/${index}`,
    };
  }
}

function read(state: State, record: NativeRecord, out: Output): void {
  const { composer, bubble, tool, isLeftOver } = record.value;
  if (isObject(composer)) readComposer(state, composer, record, out);
  else if (isObject(bubble)) readBubble(state, bubble, record, { tool, isLeftOver: isLeftOver === true }, out);
}

const HEAD: ReadonlySet<string> = new Set([
  'composerId',
  'tabId',
  'name',
  'chatTitle',
  'createdAt',
  'fullConversationHeadersOnly',
  'richText',
  'codeBlockData',
  'capabilities',
]);

function readComposer(state: State, composer: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(composer['composerId']) ?? wordOf(composer['tabId']);
  const title = stringOf(composer['name']) ?? stringOf(composer['chatTitle']);
  const cwd = pathOf(objectOf(composer['workspaceIdentifier'])['uri']);
  const parent = wordOf(objectOf(composer['subagentInfo'])['parentComposerId']);
  const model = wordOf(objectOf(composer['modelConfig'])['modelName']);
  const startedAt = readTime(composer['createdAt']) ?? readTime(composer['lastSendTime']);
  const endedAt = readTime(composer['lastUpdatedAt']) ?? readTime(composer['lastSendTime']);
  // "default" is the editor's own choice, not a model.
  if (model && model !== 'default') state.model = model;
  if (cwd) state.hasFolder = true;
  out.session({
    ...(id ? { nativeId: id } : {}),
    ...(title ? { title: { text: title, rank: 2 } } : {}),
    ...(startedAt ? { startedAt } : {}),
    ...(endedAt ? { endedAt } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
    ...(parent ? { parent, lineage: { kind: 'child', of: parent } } : {}),
  });
  const frame = conversationOf({}, state, record, out, { type: 'composer', id, time: startedAt });
  addEvent(frame, { type: 'session', phase: 'started', session: restOfBubble(composer, HEAD) ?? {} });
}
