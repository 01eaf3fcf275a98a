/**
 * Where Codex and its forks keep their sessions: `sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl` in the agent's home, in
 * 2025 also flat in `sessions/`, and `archived_sessions/`. Names people gave to threads are in `session_index.jsonl`.
 */

import type { Adapter, LocatedInput, SessionFacts } from '../../adapters/contract.ts';
import type { Host } from '../../host.ts';
import { decodeText } from '../../reading/decode-text.ts';
import { firstBytes } from '../../reading/read-input.ts';
import { fields, idOf, parseJson, text } from './native.ts';

const MAX_INDEX_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 4096;
const MAX_NEIGHBOURS = 2000;

export function rollouts(homes: (host: Host) => readonly string[]): Pick<Adapter, 'locate' | 'inputsOf'> {
  return { locate: (host) => locate(host, homes(host)), inputsOf };
}

async function* locate(host: Host, homes: readonly string[]): AsyncIterable<LocatedInput> {
  for (const home of homes) {
    const names = await namesIn(host, home);
    for (const folder of ['sessions', 'archived_sessions']) {
      for await (const path of rolloutsBelow(host, host.join(home, folder), 3)) yield inputAt(host, path, names);
    }
  }
}

const THREAD_IN_NAME = /^rollout-.*?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/;

const threadOf = (host: Host, path: string): string | undefined => THREAD_IN_NAME.exec(host.basename(path))?.[1];

/** Newest first. Without recursion: generators inside one another cost more than looking at the files does. */
async function* rolloutsBelow(host: Host, root: string, deepest: number): AsyncIterable<string> {
  const waiting = [{ folder: root, depth: deepest }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const entries = await host.list(next.folder);
    for (const entry of [...entries].reverse()) {
      if (!entry.folder && /^rollout-.*\.jsonl$/.test(entry.name)) yield entry.path;
    }
    if (next.depth === 0) continue;
    for (const { path, folder } of entries) if (folder) waiting.push({ folder: path, depth: next.depth - 1 });
  }
}

function inputAt(host: Host, path: string, names: Map<string, string>): LocatedInput {
  const thread = threadOf(host, path);
  const name = thread === undefined ? undefined : names.get(thread);
  const facts: SessionFacts | undefined = name === undefined ? undefined : { title: { text: name, rank: 3 } };
  return { path, kind: 'log', role: 'session', ...(facts ? { facts } : {}) };
}

async function namesIn(host: Host, home: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const bytes = await firstBytes(host.read(host.join(home, 'session_index.jsonl')), MAX_INDEX_BYTES);
  for (const line of decodeText(bytes, 0, bytes.length).split('\n')) {
    const entry = line.startsWith('{') ? fields(parseJson(line)) : undefined;
    const id = idOf(entry?.['id']);
    const name = text(entry?.['thread_name']);
    if (id && name) names.set(id, name);
  }
  return names;
}

/** A thread with the threads it started, and those that started it, found in the same days of the tree. */
async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const day = host.dirname(path);
  const own = await linksOf(host, path);
  const names = await namesIn(host, homeAbove(host, path));
  const inputs: LocatedInput[] = [inputAt(host, path, names)];
  if (!own.thread) return inputs;
  const family = new Set([own.thread, ...(own.root ? [own.root] : []), ...(own.parent ? [own.parent] : [])]);
  const neighbours = await neighboursOf(host, day, path);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [neighbour, links] of neighbours) {
      const known = links.thread !== undefined && family.has(links.thread);
      const above = [links.parent, links.root].some((id) => id !== undefined && id !== links.thread && family.has(id));
      if (!known && !above) continue;
      neighbours.delete(neighbour);
      for (const id of [links.thread, links.parent, links.root]) if (id) family.add(id);
      inputs.push({ ...inputAt(host, neighbour, names), role: links.parent || links.isChild ? 'subagent' : 'session' });
      grown = true;
    }
  }
  return sortRootFirst(inputs, own.parent !== undefined || own.isChild);
}

function sortRootFirst(inputs: LocatedInput[], ownIsChild: boolean): LocatedInput[] {
  const first = inputs[0] as LocatedInput;
  if (!ownIsChild) return inputs;
  const asChild: LocatedInput = { ...first, role: 'subagent' };
  const roots = inputs.slice(1).filter(({ role }) => role === 'session');
  if (roots.length === 0) return inputs;
  return [...roots, asChild, ...inputs.slice(1).filter(({ role }) => role !== 'session')];
}

/** `…/sessions/2026/11/15` or `…/sessions`. */
function homeAbove(host: Host, path: string): string {
  let folder = host.dirname(path);
  for (let i = 0; i < 4; i++) {
    const above = host.dirname(folder);
    if (['sessions', 'archived_sessions'].includes(host.basename(folder))) return above;
    folder = above;
  }
  return host.dirname(path);
}

interface Links {
  thread?: string;
  parent?: string;
  root?: string;
  isChild: boolean;
}

/** Rollouts of the same day and of the days beside it in the same month, read as far as their ids. */
async function neighboursOf(host: Host, day: string, own: string): Promise<Map<string, Links>> {
  const links = new Map<string, Links>();
  for (const folder of await daysAround(host, day)) {
    for (const entry of await host.list(folder)) {
      if (entry.folder || entry.path === own || links.size >= MAX_NEIGHBOURS) continue;
      if (/^rollout-.*\.jsonl$/.test(entry.name)) links.set(entry.path, await linksOf(host, entry.path));
    }
  }
  return links;
}

async function daysAround(host: Host, day: string): Promise<string[]> {
  if (!/^\d\d$/.test(host.basename(day))) return [day];
  const days = (await host.list(host.dirname(day))).filter((entry) => entry.folder).map((entry) => entry.path);
  const at = days.indexOf(day);
  return at < 0 ? [day] : days.slice(Math.max(0, at - 1), at + 2);
}

/** The ids stand before the long texts in the header, so the first few kilobytes tell. */
async function linksOf(host: Host, path: string): Promise<Links> {
  const bytes = await firstBytes(host.read(path, 0, HEAD_BYTES), HEAD_BYTES);
  const line = decodeText(bytes, 0, bytes.length).split('\n', 1)[0] ?? '';
  const head = line.split('"base_instructions"', 1)[0] ?? '';
  const field = (name: string) => new RegExp(`"${name}":\\s*"([^"]{1,128})"`).exec(head)?.[1];
  const thread = field('id') ?? threadOf(host, path);
  const root = field('session_id');
  return {
    thread,
    parent: field('parent_thread_id'),
    root: root === thread ? undefined : root,
    isChild: /"source":\s*\{\s*"subagent"/.test(head),
  };
}
