/**
 * Where the extensions keep their tasks: `globalStorage/<extension>/tasks/<task>/` of every editor, and late versions of Cline in
 * `~/.cline/data/tasks`. The model's messages are the session; what the user saw lies beside them, and stands for it alone.
 */
import type { Host } from '../../host.ts';
import { editorRoots } from '../../reading/editor-roots.ts';
import type { LocatedInput } from '../contract.ts';

const EXTENSIONS = [
  'saoudrizwan.claude-dev',
  'rooveterinaryinc.roo-cline',
  'kilocode.kilo-code',
  'zoocode.zoo-code',
  'ibm.bob',
];
export const API = 'api_conversation_history.json';
export const UI = 'ui_messages.json';
const SIDES = ['task_metadata.json', 'history_item.json', 'context_history.json'];

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const folder of taskFolders(host)) {
    for (const task of await host.list(folder)) if (task.folder) yield* inputsIn(host, task.path);
  }
}

function taskFolders(host: Host): string[] {
  const inEditors = editorRoots(host).flatMap((root) =>
    EXTENSIONS.map((extension) => host.join(root, 'globalStorage', extension, 'tasks')),
  );
  return [...inEditors, host.join(host.env['CLINE_DIR'] || host.join(host.home, '.cline'), 'data', 'tasks')];
}

async function* inputsIn(host: Host, task: string): AsyncIterable<LocatedInput> {
  const names = new Set((await host.list(task)).map(({ name }) => name));
  const nativeId = host.basename(task);
  const [api, ui] = [host.join(task, API), host.join(task, UI)];
  if (names.has(API)) yield { path: api, kind: 'document', role: 'session', facts: { nativeId } };
  if (names.has(UI) && names.has(API)) yield { path: ui, kind: 'side', role: 'side' };
  else if (names.has(UI)) yield { path: ui, kind: 'document', role: 'session', facts: { nativeId } };
  for (const name of SIDES) if (names.has(name)) yield { path: host.join(task, name), kind: 'side', role: 'side' };
}

/** Only files that are named as in a task's folder have neighbours. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const name = host.basename(path);
  const alone: LocatedInput[] = [{ path, kind: 'document', role: 'session' }];
  if (name !== API && name !== UI) return alone;
  const inputs: LocatedInput[] = [];
  for await (const input of inputsIn(host, host.dirname(path))) inputs.push(input);
  return inputs.length > 0 ? inputs : alone;
}
