/** Zed: a database of threads, each a document in a row. */
import type { StoreDatabase } from '../../host.ts';
import { argumentsOf } from '../../reading/conversation.ts';
import { isObject, listOf, objectOf, stringOf } from '../../reading/native-values.ts';
import type { Adapter, DocumentPart, StoreChanges, StoreDialect } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { beginState, read, type State } from './thread.ts';

const store: StoreDialect<State> = {
  id: 'database',
  kind: 'store',
  live: false,
  detect: ({ tables }) => (tables?.['threads']?.includes('data_type') && tables['threads'].includes('summary') ? 1 : 0),
  begin: beginState,
  sessions,
  records,
  read,
};

function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const rows = database.all(
    'SELECT id, updated_at AS at FROM threads WHERE updated_at >= ? ORDER BY updated_at',
    cursor ?? '',
  );
  return { changed: rows.map(({ id }) => String(id)), cursor: String(rows.at(-1)?.['at'] ?? cursor ?? '') };
}

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  for (const row of database.all('SELECT * FROM threads WHERE id = ?', nativeId)) {
    const { data, data_type, ...columns } = row;
    const thread = threadOf(database, data, data_type);
    const pointer = `threads/${nativeId}`;
    if (!isObject(thread)) {
      yield { value: { unreadable: { ...columns, data_type } }, pointer };
      continue;
    }
    const { messages, request_token_usage, ...head } = thread;
    yield { value: { thread: { ...columns, ...head }, of: nativeId }, pointer };
    const numbers = objectOf(request_token_usage);
    let prompt: string | undefined;
    for (const [index, message] of listOf(messages).entries()) {
      const user = stringOf(objectOf(objectOf(message)['User'])['id']);
      // A request is named by the prompt before it; the answer that follows first has its numbers.
      const usage = user === undefined && prompt !== undefined ? numbers[prompt] : undefined;
      prompt = user;
      yield {
        value: { message, index, of: nativeId, ...(usage === undefined ? {} : { usage }) },
        pointer: `${pointer}/messages/${index}`,
      };
    }
  }
}

function threadOf(database: StoreDatabase, data: unknown, type: unknown): unknown {
  if (type !== 'zstd')
    return data instanceof Uint8Array ? argumentsOf(new TextDecoder().decode(data)) : argumentsOf(data);
  const plain = data instanceof Uint8Array ? database.unzstd?.(data) : undefined;
  return plain && argumentsOf(new TextDecoder().decode(plain));
}

export const zed: Adapter = {
  id: 'zed',
  label: 'Zed',
  version: '0.1.0',
  homepage: 'https://zed.dev',
  evidence: 'source',
  versionsSeen: 'none: threads 0.1 to 0.3.0 from its source',
  keeps: '`~/.local/share/zed/threads/threads.db`',
  variables: ['XDG_DATA_HOME', 'LOCALAPPDATA'],
  coverage: covers({
    source: [
      'text',
      'tool-calls',
      'tool-results',
      'images',
      'session-lifecycle',
      'reasoning',
      'command-execution',
      'file-changes',
      'subagents',
      'usage',
    ],
  }),
  dialects: [store],
  locate,
  inputsOf,
};
