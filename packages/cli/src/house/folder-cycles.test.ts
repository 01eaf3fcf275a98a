/**
 * Folders stand on one another in one direction: what is below never imports what is above. Imports of types
 * alone are gone when the program runs, and do not count.
 */
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { readText, shippedSources } from '../testing/repository.ts';

const IMPORT = /^(?:import|export)\s+(?!type\b)(?:(\{[^}]*\}|[^'"{]*?)\s+from\s+)?'(\.[^']+)'/gms;
const LATER = /\bimport\('(\.[^']+)'\)/g;

/** What a file imports from its own package, as paths from the root. */
function importsOf(path: string): string[] {
  const text = readText(path);
  const now = [...text.matchAll(IMPORT)].filter(([, names]) => !isTypes(names)).map(([, , to]) => to as string);
  const later = [...text.matchAll(LATER)].map(([, to]) => to as string);
  return [...now, ...later].map((to) => normalize(join(dirname(path), to)));
}

/** Nothing but types between the braces. */
const isTypes = (names: string | undefined): boolean =>
  names?.startsWith('{') === true &&
  names
    .slice(1, -1)
    .split(',')
    .every((name) => name.trim() === '' || name.trim().startsWith('type '));

/** The folder below another one; files that lie in that itself put its folders together, and are above all. */
const folderIn = (above: string, path: string): string | undefined =>
  path.startsWith(above) && path.includes('/', above.length) ? path.slice(above.length).split('/')[0] : undefined;

/** Folders by the folders beside them that they import, each with one import that shows it. */
function graphOf(above: string): Map<string, Map<string, string>> {
  const graph = new Map<string, Map<string, string>>();
  for (const path of shippedSources().filter((one) => one.startsWith(above))) {
    const from = folderIn(above, path);
    for (const target of from === undefined ? [] : (imports.get(path) ?? [])) {
      const to = folderIn(above, target);
      if (to === undefined || to === from) continue;
      const known = graph.get(from as string) ?? new Map<string, string>();
      graph.set(from as string, known.set(to, known.get(to) ?? `${path} > ${target}`));
    }
  }
  return graph;
}

/** Pairs of folders that reach one another. */
function cyclesIn(graph: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [from];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const to of graph.get(next)?.keys() ?? []) {
        if (!seen.has(to)) waiting.push(to);
        seen.add(to);
      }
    }
    return seen;
  };
  const folders = [...graph.keys()].sort();
  return folders.flatMap((a) =>
    folders.filter((b) => a < b && reach(a).has(b) && reach(b).has(a)).map((b) => `${a} ${b}`),
  );
}

/** What each file imports. */
const imports = new Map(shippedSources().map((path) => [path, importsOf(path)]));

/** Every folder that has folders in it, whatever its depth. */
const parents = [...new Set(shippedSources().flatMap(foldersAbove))].sort();

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -2);
  return parts.slice(2).map((_, at) => `${parts.slice(0, at + 3).join('/')}/`);
}

it('looks into every package, and into folders of folders', () => {
  expect(parents).toEqual(expect.arrayContaining(['packages/archive/src/', 'packages/archive/src/sqlite/']));
});

it.each(parents)('%s has no cycle among its folders', (above) => expect(cyclesIn(graphOf(above))).toEqual([]));
