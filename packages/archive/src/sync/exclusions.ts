/**
 * What is not to be kept: projects that a setting names, and projects with a `.hansardignore`. An empty one, or a line
 * `*`, excludes every session in that folder; other lines name folders below it, or `agent:ID`.
 */
import type { Host } from '@hansard/core';

export interface Exclusions {
  /** Why a session in this folder is not kept, if it is not. */
  reason(agent: string, cwd: string | undefined): Promise<string | undefined>;
  /** Whether a reason that was given earlier may still hold. */
  stands(reason: string): Promise<boolean>;
}

export const IGNORE_FILE = '.hansardignore';
const SETTING = 'exclude.projects: ';
const MAX_IGNORE_BYTES = 64 * 1024;

export function exclusionsOf(host: Host, projects: readonly string[]): Exclusions {
  const patterns = projects.map((pattern) => ({ pattern, test: matcher(expanded(host, pattern)) }));
  const files = new Map<string, Promise<readonly string[] | undefined>>();
  const linesIn = (folder: string) => {
    let lines = files.get(folder);
    if (!lines) {
      lines = ignoreLines(host, host.join(folder, IGNORE_FILE));
      files.set(folder, lines);
    }
    return lines;
  };
  return {
    async reason(agent, cwd) {
      if (!cwd) return undefined;
      const named = patterns.find(({ test }) => test(cwd));
      if (named) return SETTING + named.pattern;
      for (const folder of upwards(host, cwd)) {
        const lines = await linesIn(folder);
        if (lines && ignores(lines, agent, cwd.slice(folder.length).replace(/^[/\\]/, ''))) {
          return host.join(folder, IGNORE_FILE);
        }
      }
      return undefined;
    },
    async stands(reason) {
      if (reason.startsWith(SETTING)) return projects.includes(reason.slice(SETTING.length));
      return !reason.endsWith(IGNORE_FILE) || (await host.stat(reason)) !== undefined;
    },
  };
}

async function ignoreLines(host: Host, path: string): Promise<readonly string[] | undefined> {
  const file = await host.stat(path);
  if (!file || file.folder) return undefined;
  let text = '';
  for await (const chunk of host.read(path, 0, MAX_IGNORE_BYTES)) text += new TextDecoder().decode(chunk);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function ignores(lines: readonly string[], agent: string, below: string): boolean {
  if (lines.length === 0) return true;
  return lines.some((line) => {
    if (line === '*' || line === '/') return true;
    if (line.startsWith('agent:')) return line.slice('agent:'.length).trim() === agent;
    return below !== '' && matcher(line.replace(/^\.?\//, ''))(below);
  });
}

/** The folder and those above it. */
function* upwards(host: Host, folder: string): Iterable<string> {
  for (let at = folder; at !== ''; ) {
    yield at;
    const above = host.dirname(at);
    if (above === at) return;
    at = above;
  }
}

const expanded = (host: Host, pattern: string) => pattern.replace(/^~(?=$|[/\\])/, () => host.home);

/**
 * Tests a folder against a pattern: `*` is any name, `**` any folders. A name alone stands for every folder of that
 * name; what lies inside a folder that matches is excluded with it.
 */
export function matcher(pattern: string): (path: string) => boolean {
  const parts = segments(pattern);
  if (parts.length === 0) return () => false;
  const names = parts.map((part) => (part === '**' ? part : nameTest(part)));
  const isAnywhere = parts.length === 1 && !/^([/\\]|[A-Za-z]:)/.test(pattern);
  return (path) => {
    const folders = segments(path);
    if (!isAnywhere) return matchesFrom(names, folders, 0, 0);
    return folders.some((_, start) => matchesFrom(names, folders, 0, start));
  };
}

const segments = (path: string) => path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.');

type NameTest = '**' | ((name: string) => boolean);

function matchesFrom(names: readonly NameTest[], folders: readonly string[], name: number, at: number): boolean {
  const test = names[name];
  if (test === undefined) return true;
  if (test === '**') {
    for (let next = at; next <= folders.length; next++) if (matchesFrom(names, folders, name + 1, next)) return true;
    return false;
  }
  const folder = folders[at];
  return folder !== undefined && test(folder) && matchesFrom(names, folders, name + 1, at + 1);
}

/** Pieces between the stars, each found behind the one before: no backtracking. */
function nameTest(part: string): (name: string) => boolean {
  const pieces = part.split('*');
  if (pieces.length === 1) return (name) => name === part;
  const first = pieces[0] as string;
  const last = pieces.at(-1) as string;
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
    let at = first.length;
    for (const piece of pieces.slice(1, -1)) {
      const found = name.indexOf(piece, at);
      if (found < 0 || found + piece.length > name.length - last.length) return false;
      at = found + piece.length;
    }
    return true;
  };
}
