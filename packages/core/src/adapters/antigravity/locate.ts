/**
 * Where Antigravity keeps transcripts: `brain/<session>/.system_generated/logs/transcript_full.jsonl` below the folder of the editor,
 * of the desktop program and of the command line. `transcript.jsonl` beside it is a shorter copy, read where it is alone.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

const HOMES = ['antigravity', 'antigravity-ide', 'antigravity-cli'];
const LOGS = ['.system_generated', 'logs'];
const [FULL, SHORT] = ['transcript_full.jsonl', 'transcript.jsonl'] as const;

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const name of HOMES) {
    for (const session of await host.list(host.join(host.home, '.gemini', name, 'brain'))) {
      if (session.folder) yield* inputsIn(host, session.path);
    }
  }
}

async function* inputsIn(host: Host, session: string): AsyncIterable<LocatedInput> {
  const folder = host.join(session, ...LOGS);
  const names = new Set((await host.list(folder)).map(({ name }) => name));
  const facts = { nativeId: host.basename(session) };
  const main = names.has(FULL) ? FULL : SHORT;
  if (!names.has(main)) return;
  yield { path: host.join(folder, main), kind: 'log', role: 'session', facts };
  if (main === FULL && names.has(SHORT)) yield { path: host.join(folder, SHORT), kind: 'side', role: 'side' };
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const folder = host.dirname(path);
  const inputs: LocatedInput[] = [];
  if (host.basename(folder) === LOGS[1] && host.basename(host.dirname(folder)) === LOGS[0]) {
    for await (const input of inputsIn(host, host.dirname(host.dirname(folder)))) inputs.push(input);
  }
  return inputs.some((input) => input.path === path) ? inputs : [{ path, kind: 'log', role: 'session' }];
}
