/** What a log says of its session: in the first entry, which the capture writes so, or in the metadata of others. */
import { isObject, type Json, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Output, SessionFacts } from '../contract.ts';
import type { NativeEntry } from './native.ts';
import type { State } from './state.ts';

export function readHeader(state: State, _entry: NativeEntry, metadata: Json, out: Output): void {
  const { capture } = metadata;
  if (isObject(capture)) {
    state.named = true;
    out.session(factsOf(capture));
  } else if (!state.named) {
    const nativeId = sessionIdOf(metadata);
    state.named = nativeId !== undefined;
    if (nativeId) out.session({ nativeId });
  }
}

function factsOf(capture: Json): SessionFacts {
  const [nativeId, title, agent] = [
    wordOf(capture['session_id']),
    stringOf(capture['title']),
    stringOf(capture['agent']),
  ];
  const [cwd, program] = [stringOf(capture['cwd']), stringOf(capture['program'])];
  const startedAt = readTime(capture['started_at']);
  return {
    ...(nativeId ? { nativeId } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(startedAt ? { startedAt } : {}),
    executionContext: 'runtime',
    ...(cwd ? { environment: { cwd } } : {}),
    ...(agent || program
      ? { extra: { ...(agent ? { program: agent } : {}), ...(program ? { command: program } : {}) } }
      : {}),
  };
}

/** weakincentives names the session of the agent in the entries that it took from it. */
function sessionIdOf(metadata: Json): string | undefined {
  const names = ['session_id', ...Object.keys(metadata).filter((name) => name.endsWith('_session_id'))];
  return names.map((name) => wordOf(metadata[name])).find(Boolean);
}
