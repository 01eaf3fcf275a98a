/** Where gptme keeps conversations: `<name>/conversation.jsonl` in its folder of logs; copies of branches lie in `branches/`. */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

const LOG = 'conversation.jsonl';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const { GPTME_LOGS_HOME, XDG_DATA_HOME } = host.env;
  const data = XDG_DATA_HOME || host.join(host.home, '.local', 'share');
  for (const entry of await host.list(GPTME_LOGS_HOME || host.join(data, 'gptme', 'logs'))) {
    if (entry.folder) yield* inputsIn(host, entry.path);
  }
}

async function* inputsIn(host: Host, folder: string): AsyncIterable<LocatedInput> {
  const path = host.join(folder, LOG);
  if (!(await host.stat(path))) return;
  yield { path, kind: 'log', role: 'session', facts: { nativeId: host.basename(folder) } };
  for (const { path: branch, name, folder: isFolder } of await host.list(host.join(folder, 'branches'))) {
    if (!isFolder && name.endsWith('.jsonl')) yield { path: branch, kind: 'side', role: 'side' };
  }
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  if (host.basename(path) !== LOG) return [{ path, kind: 'log', role: 'session' }];
  const inputs: LocatedInput[] = [];
  for await (const input of inputsIn(host, host.dirname(path))) inputs.push(input);
  return inputs;
}
