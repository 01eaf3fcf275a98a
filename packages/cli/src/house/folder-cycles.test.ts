/**
 * Folders of a package stand on one another in one direction: what is below never imports what is above. Imports of types
 * alone are gone when the program runs, and do not count.
 */
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
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
  names !== undefined &&
  names.startsWith('{') &&
  names
    .slice(1, -1)
    .split(',')
    .every((name) => name.trim() === '' || name.trim().startsWith('type '));

/** The folder below `src`; files that lie in `src` itself put the package together, and are above all. */
const folderOf = (path: string): string | undefined => /^packages\/[^/]+\/src\/([^/]+)\//.exec(path)?.[1];

/** Folders by the folders that they import, each with one import that shows it. */
function graphOf(name: string): Map<string, Map<string, string>> {
  const graph = new Map<string, Map<string, string>>();
  for (const path of shippedSources().filter((one) => one.startsWith(`packages/${name}/src/`))) {
    const from = folderOf(path);
    for (const target of from === undefined ? [] : importsOf(path)) {
      const to = folderOf(target);
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

const packages = [...new Set(shippedSources().map((path) => path.split('/')[1] as string))];

/** Folders that are not taken apart yet. It only ever gets shorter. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  core: ['api', 'formats'],
  web: ['compare', 'details', 'layout', 'theme'],
};

describe.each(packages)('%s', (name) => {
  it('has no cycle among its folders', () => {
    const left = LEFT[name] ?? [];
    const found = cyclesIn(graphOf(name)).filter((pair) => !pair.split(' ').every((folder) => left.includes(folder)));
    expect(found).toEqual([]);
  });
});
