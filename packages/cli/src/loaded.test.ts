/** What everyday commands load: the validator and its schemas take longer to load than a search takes to run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildCommand } from './testing/command.ts';
import { root } from './testing/repository.ts';

const folder = join(root, 'packages', 'cli', 'dist');
const chunks = new Map<string, string>();
beforeAll(() => {
  buildCommand();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.cjs'))) {
    chunks.set(name, readFileSync(join(folder, name), 'utf8'));
  }
});

/** The chunk with a module, and those that it imports before it runs. */
function loadedWith(module: string): string[] {
  const first = [...chunks].find(([, code]) => code.includes(`//#region ${module}\n`))?.[0];
  const loaded = new Set(first ? [first] : []);
  for (const name of loaded) {
    for (const [, next] of (chunks.get(name) ?? '').matchAll(/^(?:const \w+ = )?require\("\.\/([^"]+)"\);$/gm)) {
      loaded.add(next as string);
    }
  }
  return [...loaded];
}

it('follows what chunks import', () => {
  expect(loadedWith('packages/cli/src/commands/export.ts').some((name) => name.startsWith('typebox-'))).toBe(true);
});

it.each(['search', 'sessions', 'show', 'sync', 'cost', 'stats', 'query', 'config'])(
  '%s loads no schemas',
  (command) => {
    const loaded = loadedWith(`packages/cli/src/commands/${command}.ts`);
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter((name) => chunks.get(name)?.includes('//#region node_modules/typebox/'))).toEqual([]);
  },
);

it('is ASCII, which Node keeps in half the memory', () => {
  expect([...chunks].filter(([, code]) => /[^\0-\x7f]/.test(code)).map(([name]) => name)).toEqual([]);
});
