/** Codebuff (and Freebuff): what its terminal shows of a chat, in one document. */
import type { Host } from '../../host.ts';
import { readTime } from '../../reading/time.ts';
import type { Adapter, LocatedInput } from '../contract.ts';
import { covers } from '../coverage.ts';
import { chatMessages } from './chat-messages.ts';

const [CHAT, RUN] = ['chat-messages.json', 'run-state.json'] as const;

export const codebuff: Adapter = {
  id: 'codebuff',
  label: 'Codebuff',
  version: '0.2.0',
  homepage: 'https://www.codebuff.com',
  evidence: 'source',
  versionsSeen: 'none: from its source (2026)',
  keeps: '`~/.config/manicode/projects/<project>/chats/<time>/chat-messages.json`',
  variables: [],
  coverage: covers({
    source: ['text', 'tool-calls', 'tool-results', 'file-attachments', 'errors', 'reasoning', 'command-execution'],
  }),
  dialects: [chatMessages],
  async *locate(host) {
    for (const project of await host.list(host.join(host.home, '.config', 'manicode', 'projects'))) {
      for (const chat of project.folder ? await host.list(host.join(project.path, 'chats')) : []) {
        if (chat.folder) yield* inputsIn(host, chat.path);
      }
    }
  },
  async inputsOf(host, path) {
    const inputs: LocatedInput[] = [];
    for await (const input of inputsIn(host, host.dirname(path))) inputs.push(input);
    return inputs.some((input) => input.path === path) ? inputs : [{ path, kind: 'document', role: 'session' }];
  },
};

/** The folder is named for the time at which the chat began: `2026-06-01T10-00-00.000Z`. */
async function* inputsIn(host: Host, folder: string): AsyncIterable<LocatedInput> {
  const [chat, run] = [host.join(folder, CHAT), host.join(folder, RUN)];
  if (!(await host.stat(chat))) return;
  const name = host.basename(folder);
  const startedAt = readTime(name.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3'));
  const facts = { nativeId: name, ...(startedAt ? { startedAt } : {}) };
  yield { path: chat, kind: 'document', role: 'session', facts };
  if (await host.stat(run)) yield { path: run, kind: 'side', role: 'side' };
}
