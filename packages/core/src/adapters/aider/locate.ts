/** Aider keeps its histories in the repositories, which nothing lists: the home folder and what variables name are looked at. */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const { AIDER_CHAT_HISTORY_FILE, AIDER_LLM_HISTORY_FILE } = host.env;
  const paths = [AIDER_CHAT_HISTORY_FILE, AIDER_LLM_HISTORY_FILE, host.join(host.home, '.aider.chat.history.md')];
  for (const path of new Set(paths)) {
    if (path && (await host.stat(path))) yield { path, kind: 'document', role: 'session' };
  }
}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: 'document', role: 'session' }];
}
