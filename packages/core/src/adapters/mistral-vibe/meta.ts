/** `meta.json` beside the log, rewritten as the session goes on: folder, branch, title, and the only numbers there are, totals. */
import { countOf, isObject, type Json, objectOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Usage } from '../../transcript.ts';
import type { DocumentDialect, SessionFacts } from '../contract.ts';

export const meta: DocumentDialect<Record<string, never>> = {
  id: 'meta',
  kind: 'document',
  live: false,
  detect: ({ records, keys }) =>
    records.length <= 1 && ['session_id', 'stats', 'start_time', 'environment'].every((key) => keys.includes(key))
      ? 0.9
      : 0,
  begin: () => ({}),
  *records(document) {
    yield { value: document, pointer: '' };
  },
  read(_state, record, out) {
    if (!isObject(record.value)) return;
    const value: Json = record.value;
    const model = stringOf(value['model']) ?? stringOf(objectOf(value['config'])['active_model']);
    const usage = totalOf(objectOf(value['stats']));
    const time = readTime(value['start_time']);
    out.session(factsOf(value));
    out.add({
      id: 'meta',
      type: 'session',
      phase: 'settings',
      ...(time ? { timestamp: time } : {}),
      ...(model ? { model } : {}),
      ...(usage ? { usage } : {}),
      session: value,
      native: record.native('meta'),
    });
  },
};

function totalOf(stats: Json): Usage | undefined {
  const [input, output] = [countOf(stats['session_prompt_tokens']), countOf(stats['session_completion_tokens'])];
  if (input + output === 0) return undefined;
  return {
    input,
    output,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    reasoning: 0,
    scope: 'session',
    native: stats,
  };
}

function factsOf(value: Json): SessionFacts {
  const id = wordOf(value['session_id']);
  const title = stringOf(value['title']);
  const cwd = stringOf(objectOf(value['environment'])['working_directory']);
  const [startedAt, endedAt] = [readTime(value['start_time']), readTime(value['end_time'])];
  const [branch, commit] = [stringOf(value['git_branch']), stringOf(value['git_commit'])];
  const parent = wordOf(value['parent_session_id']);
  const repo = { ...(branch ? { branch } : {}), ...(commit ? { commit } : {}) };
  return {
    ...(id ? { nativeId: id } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(startedAt ? { startedAt } : {}),
    ...(endedAt ? { endedAt } : {}),
    environment: { ...(cwd ? { cwd } : {}), ...(Object.keys(repo).length > 0 ? { repo } : {}) },
    ...(parent ? { lineage: { kind: 'resume', of: parent } } : {}),
  };
}
