/** What such a server asks the user, from its events and from its lists of what waits. */
import { isObject, listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { AskedQuestion, DriverState, PermissionAsk } from '../contract.ts';
import { ask } from '../pending.ts';

export type Json = Record<string, unknown>;

const KINDS: Readonly<Record<string, PermissionAsk['kind']>> = {
  bash: 'shell',
  edit: 'edit',
  write: 'edit',
  patch: 'edit',
  read: 'read',
  glob: 'read',
  grep: 'read',
  list: 'read',
  webfetch: 'web',
  websearch: 'web',
};

export function askPermission(state: DriverState, asked: Json, at: number, subagent: string | undefined): void {
  const id = stringOf(asked['id']);
  if (id === undefined) return;
  const tool = stringOf(asked['permission']) ?? 'unknown';
  const kind = KINDS[tool] ?? 'other';
  const metadata = objectOf(asked['metadata']);
  const patterns = listOf(asked['patterns']).flatMap((one) => stringOf(one) ?? []);
  const command =
    kind === 'shell'
      ? (stringOf(metadata['command']) ?? (patterns.length > 0 ? patterns.join('\n') : undefined))
      : undefined;
  const own = stringOf(metadata['filepath']);
  const paths = kind === 'edit' || kind === 'read' ? (own === undefined ? patterns : [own]) : [];
  const always = listOf(asked['always']).map(String);
  ask(state, {
    id,
    at,
    kind: 'permission',
    action: command ?? paths[0] ?? tool,
    asks: { kind, tool, ...(command === undefined ? {} : { command }), ...(paths.length > 0 ? { paths } : {}) },
    ...(always.length > 0 ? { options: [{ id: 'always', name: `always: ${always.join(', ')}` }] } : {}),
    ...(subagent === undefined ? {} : { subagent }),
  });
}

/** The first has the id of the request, as the event in the transcript. */
export function askQuestions(state: DriverState, asked: Json, at: number, subagent: string | undefined): void {
  const id = stringOf(asked['id']);
  if (id === undefined) return;
  const questions = listOf(asked['questions'])
    .filter(isObject)
    .map(
      (one, i): AskedQuestion => ({
        id: i === 0 ? id : `${id}.${i}`,
        prompt: stringOf(one['question']) ?? stringOf(one['header']) ?? '',
        options: listOf(one['options']).flatMap((option) => stringOf(objectOf(option)['label']) ?? []),
        ...(one['multiple'] === true ? { multiple: true } : {}),
      }),
    );
  ask(state, { id, at, kind: 'question', questions, ...(subagent === undefined ? {} : { subagent }) });
}

/** Those that a list of the server does not name any more are over. */
export function keepOnly(state: DriverState, kind: 'permission' | 'question', body: unknown): void {
  const named = new Set(listOf(body).map((one) => objectOf(one)['id']));
  state.pending = state.pending.filter((one) => one.kind !== kind || named.has(one.id));
}
