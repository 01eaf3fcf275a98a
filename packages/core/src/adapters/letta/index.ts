/** Letta Code with its local backend: conversations as Pi's entries. What its service keeps is not here. */
import { sessionLog as sessionLogOfPi } from '../../families/pi/session-log.ts';
import type { ReaderState } from '../../families/pi/state.ts';
import type { Host } from '../../host.ts';
import { isObject, type Json, stringOf, wordOf } from '../../reading/native-values.ts';
import { readObject } from '../../reading/read-object.ts';
import { readTime } from '../../reading/time.ts';
import type { Adapter, Head, LocatedInput, LogDialect } from '../contract.ts';
import { covers } from '../coverage.ts';

const LOG = 'messages.jsonl';
const CONVERSATION = 'conversation.json';

const messages: LogDialect<ReaderState> = { ...sessionLogOfPi, id: 'messages', detect };

/** Pi's header has a folder; this one has none, and its messages have ids. */
function detect({ records }: Head): number {
  const [header, ...entries] = records;
  if (header?.['type'] !== 'session' || typeof header['cwd'] === 'string' || typeof header['version'] !== 'number')
    return 0;
  const isOwn = ({ type, message }: Json) =>
    type === 'message' && isObject(message) && typeof message['id'] === 'string';
  return entries.some(isOwn) ? 1 : 0;
}

export const letta: Adapter = {
  id: 'letta',
  label: 'Letta Code',
  version: '0.1.0',
  homepage: 'https://github.com/letta-ai/letta-code',
  evidence: 'source',
  versionsSeen: 'none: manifest version 2 from its source and tests (2026)',
  keeps: '`~/.letta/lc-local-backend/conversations/<key>/messages.jsonl`; otherwise in its service',
  variables: ['LETTA_LOCAL_BACKEND_DIR'],
  coverage: covers({ source: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'usage'] }),
  dialects: [messages],
  async *locate(host) {
    const backend = host.env['LETTA_LOCAL_BACKEND_DIR'] || host.join(host.home, '.letta', 'lc-local-backend');
    for (const { path, folder } of await host.list(host.join(backend, 'conversations'))) {
      const log = host.join(path, LOG);
      if (folder && (await host.stat(log))) yield* inputsAt(host, log);
    }
  },
  async inputsOf(host, path) {
    const inputs: LocatedInput[] = [];
    for await (const input of inputsAt(host, path)) inputs.push(input);
    return inputs;
  },
};

/** `conversation.json` beside the log names conversation and agent; a header may only say `default`. */
async function* inputsAt(host: Host, path: string): AsyncIterable<LocatedInput> {
  const beside = host.join(host.dirname(path), CONVERSATION);
  const known = await readObject(host, beside);
  const [id, agent, summary] = [wordOf(known?.['id']), wordOf(known?.['agent_id']), stringOf(known?.['summary'])];
  const startedAt = readTime(known?.['created_at']);
  const facts = {
    ...(summary ? { title: { text: summary, rank: 1 } } : {}),
    ...(startedAt ? { startedAt } : {}),
    ...(id || agent ? { extra: { ...(id ? { conversation: id } : {}), ...(agent ? { agent } : {}) } } : {}),
  };
  yield { path, kind: 'log', role: 'session', ...(Object.keys(facts).length > 0 ? { facts } : {}) };
  if (known) yield { path: beside, kind: 'side', role: 'side' };
}
