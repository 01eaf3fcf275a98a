/**
 * What notes in a repository say of commits: our own in `refs/notes/hansard` (ids, tiers and line numbers, no content), and
 * those of git-ai in `refs/notes/ai`. Both are witnesses: what sessions of the archive show comes first.
 */
import type { Tier } from '@hansard/core/git/line-author.ts';
import type { Repository } from './repository.ts';

export const NOTES_REF = 'refs/notes/hansard';
const GIT_AI_REF = 'refs/notes/ai';

export interface NotedRange {
  readonly path: string;
  /** From 1, both within. */
  readonly first: number;
  readonly last: number;
  readonly agent: string;
  readonly model: string | null;
  readonly session: string | null;
  readonly by: 'hansard' | 'git-ai';
}

/** One session in our note on a commit: a line of JSON. */
export interface OwnNote {
  readonly session: string;
  readonly agent: string;
  readonly model: string | null;
  readonly tier: Tier;
  readonly lines: number;
  readonly files: Readonly<Record<string, readonly (readonly [number, number])[]>>;
}

export async function notesOn(repository: Repository, commit: string): Promise<NotedRange[]> {
  const [own, theirs] = [await noteText(repository, NOTES_REF, commit), await noteText(repository, GIT_AI_REF, commit)];
  return [...(own ? ownRanges(own) : []), ...(theirs ? gitAiRanges(theirs) : [])];
}

/** Notes lie in a tree by the commit's id, in folders of two digits when there are many. */
export async function noteText(repository: Repository, ref: string, commit: string): Promise<string | undefined> {
  const paths = [
    commit,
    `${commit.slice(0, 2)}/${commit.slice(2)}`,
    `${commit.slice(0, 2)}/${commit.slice(2, 4)}/${commit.slice(4)}`,
  ];
  for (const path of paths) {
    const object = await repository.objects.read(`${ref}:${path}`);
    if (object?.type === 'blob') return object.bytes.toString('utf8');
  }
  return undefined;
}

export function parseOwnNotes(text: string): OwnNote[] {
  return text.split('\n').flatMap((line) => {
    try {
      const note = JSON.parse(line) as OwnNote;
      return typeof note.session === 'string' && typeof note.files === 'object' && note.files !== null ? [note] : [];
    } catch {
      return [];
    }
  });
}

function ownRanges(text: string): NotedRange[] {
  return parseOwnNotes(text).flatMap(({ session, agent, model, files }) =>
    Object.entries(files).flatMap(([path, ranges]) =>
      (Array.isArray(ranges) ? ranges : []).map(([first, last]) => ({
        path,
        first,
        last,
        agent,
        model,
        session,
        by: 'hansard' as const,
      })),
    ),
  );
}

/**
 * Files, each with lines of the id of a prompt, or of a session and a turn in it, and its ranges; then JSON that says which
 * agent they were of. What a person is known to have typed is noted too, and is nothing new.
 */
export function gitAiRanges(text: string): NotedRange[] {
  const at = text.search(/^(?:---|\{)\s*$/m);
  const [body, json] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at).replace(/^---/, '')];
  const prompts = promptsIn(json);
  const ranges: NotedRange[] = [];
  let path = '';
  for (const line of body.split('\n')) {
    const entry = /^\s+(\S+)\s+([\d,\s-]+)$/.exec(line);
    if (!entry) {
      if (line.trim() !== '') path = line.trim().replace(/^"(.*)"$/, '$1');
      continue;
    }
    const id = (entry[1] as string).split('::')[0] as string;
    if (id.startsWith('h_')) continue;
    const prompt = prompts.get(id);
    for (const [, first = '', last] of (entry[2] as string).matchAll(/(\d+)(?:-(\d+))?/g)) {
      const numbers = { first: Number(first), last: Number(last ?? first) };
      ranges.push({
        path,
        ...numbers,
        agent: prompt?.agent ?? 'unknown',
        model: prompt?.model ?? null,
        session: prompt?.session ?? null,
        by: 'git-ai',
      });
    }
  }
  return ranges;
}

function promptsIn(json: string): Map<string, { agent: string; model: string | null; session: string | null }> {
  const found = new Map<string, { agent: string; model: string | null; session: string | null }>();
  try {
    const { prompts, sessions } = JSON.parse(json) as Record<
      string,
      Record<string, { agent_id?: Record<string, unknown> }>
    >;
    for (const [id, { agent_id: agent }] of Object.entries({ ...prompts, ...sessions })) {
      const word = (value: unknown) => (typeof value === 'string' ? value : null);
      found.set(id, {
        agent: word(agent?.['tool']) ?? 'unknown',
        model: word(agent?.['model']),
        session: word(agent?.['id']),
      });
    }
  } catch {}
  return found;
}
