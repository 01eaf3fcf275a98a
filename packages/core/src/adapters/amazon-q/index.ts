/** Amazon Q Developer's command line: a database, and documents that `/save` writes. */
import { beginState, partsOf, read, type State } from '../../families/amazon-q/conversation.ts';
import { storeOf } from '../../families/amazon-q/store.ts';
import { isObject, objectOf } from '../../reading/native-values.ts';
import type { Adapter, DocumentDialect } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';

const saved: DocumentDialect<State> = {
  id: 'saved',
  kind: 'document',
  live: false,
  detect: ({ keys, records, text }) => {
    const isOurs = keys.includes('conversation_id') && keys.includes('history');
    const shape = isOurs && /"(Prompt|ToolUseResults|CancelledToolUses|env_context)"/.test(text);
    return shape && records.length <= 1 ? 0.9 : 0;
  },
  begin: beginState,
  *records(document: unknown) {
    if (isObject(document)) yield* partsOf(objectOf(document));
  },
  read,
};

export const amazonQ: Adapter = {
  id: 'amazon-q',
  label: 'Amazon Q',
  version: '0.1.0',
  homepage: 'https://aws.amazon.com/q/developer/',
  evidence: 'source',
  versionsSeen: 'none: from its source, and conversations of 2025 that others published',
  keeps: '`~/.local/share/amazon-q/data.sqlite3`, one conversation for each folder; `/save` writes a document',
  variables: ['XDG_DATA_HOME', 'LOCALAPPDATA'],
  coverage: covers({
    source: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'command-execution', 'file-changes'],
  }),
  dialects: [storeOf((tables) => !tables['conversations_v2']), saved],
  locate,
  inputsOf,
};
