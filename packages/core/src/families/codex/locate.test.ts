/** Finds rollouts in every layout, and the threads that belong together. */
import { describe, expect, it } from 'vitest';
import { codex } from '../../adapters/codex/index.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { MemoryHost } from '../../testing/memory-host.ts';

const ROOT = '019d9000-0000-7000-8000-00000000aaaa';
const CHILD = '019d9001-0000-7000-8000-00000000bbbb';
const GRANDCHILD = '019d9002-0000-7000-8000-00000000cccc';
const OTHER = '019d9003-0000-7000-8000-00000000dddd';

const rollout = (thread: string) => `rollout-2026-04-16T09-00-00-${thread}.jsonl`;
const header = (id: string, more = {}) => `${JSON.stringify({ type: 'session_meta', payload: { id, ...more } })}\n`;
const spawnedBy = (parent: string) => ({ source: { subagent: { thread_spawn: { parent_thread_id: parent } } } });

const day = '/home/dev/.codex/sessions/2026/04/16';
const paths = {
  root: `${day}/${rollout(ROOT)}`,
  child: `${day}/${rollout(CHILD)}`,
  grandchild: `/home/dev/.codex/sessions/2026/04/17/${rollout(GRANDCHILD)}`,
  other: `${day}/${rollout(OTHER)}`,
};
const files = {
  [paths.root]: header(ROOT),
  [paths.child]: header(CHILD, spawnedBy(ROOT)),
  [paths.grandchild]: header(GRANDCHILD, { session_id: ROOT, parent_thread_id: CHILD }),
  [paths.other]: header(OTHER),
  [`/home/dev/.codex/sessions/${rollout('7f0c2a4e-9b1d-4c3e-8a55-0d6f1e2b3c4d')}`]: '{}',
  [`/home/dev/.codex/archived_sessions/${rollout('7f0c2a4e-9b1d-4c3e-8a55-0d6f1e2b3c4e')}`]: '{}',
  '/home/dev/.codex/session_index.jsonl': `{"id":"${ROOT}","thread_name":"Old"}\n{"id":"${ROOT}","thread_name":"New"}\n{`,
  '/home/dev/.codex/history.jsonl': '{}',
  '/mnt/codex/sessions/2026/01/01/rollout-x.jsonl': '{}',
};
const host = (env = {}) => new MemoryHost(files, { env, digest: sha256 });

async function located(env = {}) {
  const inputs = [];
  for await (const input of codex.locate(host(env))) inputs.push(input);
  return inputs;
}

describe('locate', () => {
  it('finds rollouts by day, flat and archived, and nothing else', async () => {
    const found = (await located()).map(({ path }) => path);
    expect(found.length).toBe(6);
    expect(found.every((path) => path.includes('rollout-'))).toBe(true);
  });

  it('takes the last name of a thread as its title', async () => {
    const root = (await located()).find(({ path }) => path === paths.root);
    expect(root?.facts?.title?.text).toBe('New');
  });

  it('looks in CODEX_HOME too', async () => {
    const found = (await located({ CODEX_HOME: '/mnt/codex' })).map(({ path }) => path);
    expect(found[0]).toBe('/mnt/codex/sessions/2026/01/01/rollout-x.jsonl');
    expect(found.length).toBe(7);
  });
});

describe('inputsOf', () => {
  it.each([paths.root, paths.child])('gives the whole tree from %s, the root first', async (path) => {
    const inputs = await codex.inputsOf(host(), path);
    expect(inputs[0]?.path).toBe(paths.root);
    expect(new Set(inputs.map((input) => input.path))).toEqual(new Set([paths.root, paths.child, paths.grandchild]));
    expect(inputs.map(({ role }) => role)).toEqual(['session', 'subagent', 'subagent']);
  });

  it('leaves other sessions of the day alone', async () => {
    expect((await codex.inputsOf(host(), paths.other)).map(({ path }) => path)).toEqual([paths.other]);
  });

  it('reads a file outside the tree by itself', async () => {
    const alone = new MemoryHost({ '/tmp/some.jsonl': header(CHILD, spawnedBy(ROOT)) }, { digest: sha256 });
    expect((await codex.inputsOf(alone, '/tmp/some.jsonl')).map(({ path }) => path)).toEqual(['/tmp/some.jsonl']);
  });
});
