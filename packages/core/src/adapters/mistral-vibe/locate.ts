/** Where Vibe keeps sessions: `logs/session/<prefix>_<time>_<id>/messages.jsonl`, with `meta.json` beside it, which names the session. */
import type { Host } from '../../host.ts';
import { wordOf } from '../../reading/native-values.ts';
import { readObject } from '../../reading/read-object.ts';
import type { LocatedInput } from '../contract.ts';

const [LOG, META] = ['messages.jsonl', 'meta.json'] as const;

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const home = host.env['VIBE_HOME'] || host.join(host.home, '.vibe');
  for (const entry of await host.list(host.join(home, 'logs', 'session'))) {
    if (entry.folder) yield* inputsIn(host, entry.path);
  }
}

async function* inputsIn(host: Host, folder: string): AsyncIterable<LocatedInput> {
  const [log, meta] = [host.join(folder, LOG), host.join(folder, META)];
  if (!(await host.stat(log))) return;
  const known = await readObject(host, meta);
  const facts = { nativeId: wordOf(known?.['session_id']) ?? host.basename(folder) };
  yield { path: log, kind: 'log', role: 'session', facts };
  if (known) yield { path: meta, kind: 'document', role: 'session', facts };
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const inputs: LocatedInput[] = [];
  for await (const input of inputsIn(host, host.dirname(path))) inputs.push(input);
  const kind = path.endsWith('.jsonl') ? 'log' : 'document';
  return inputs.some((input) => input.path === path) ? inputs : [{ path, kind, role: 'session' }];
}
