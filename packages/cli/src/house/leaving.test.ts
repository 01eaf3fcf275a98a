/** Nothing leaves around the privacy gate: every command says whether anything can leave by it, and how. */
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../commands/index.ts';
import { readText, root } from '../testing/repository.ts';

const FOLDER = 'packages/cli/src/commands';
/** Only this makes a gate with the user's profile, key and rules. */
const GATE = 'packages/cli/src/privacy/chosen-profile.ts';
/** Writes transcripts in formats for others. */
const WRITER = 'packages/cli/src/export/write-pieces.ts';
/** Writes them for the user alone, faithfully, unless a profile is named. */
const LOCAL_WRITERS = ['convert'];

it('is said of every command', () => {
  expect(commands.filter(({ leaves }) => leaves !== 'never' && leaves !== 'gated').map(({ name }) => name)).toEqual([]);
});

it.each(commands.filter(({ leaves }) => leaves === 'gated').map(({ name }) => name))(
  '%s goes through the gate',
  (name) => {
    expect(reachedFrom(`${FOLDER}/${name}.ts`)).toContain(GATE);
  },
);

it('is done by no command that says that nothing leaves', () => {
  const local = commands.filter(({ leaves, name }) => leaves === 'never' && !LOCAL_WRITERS.includes(name));
  const writers = local.filter(({ name }) => reachedFrom(`${FOLDER}/${name}.ts`).has(WRITER));
  expect(writers.map(({ name }) => name)).toEqual([]);
});

it('has something to look at', () => {
  expect(commands.filter(({ leaves }) => leaves === 'gated').map(({ name }) => name)).toContain('export');
  expect(reachedFrom(`${FOLDER}/export.ts`)).toContain(WRITER);
  expect(reachedFrom(`${FOLDER}/agents.ts`)).not.toContain(GATE);
});

/** Every file of this package that a file imports, directly or over others, at once or later. */
function reachedFrom(start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path) || !existsSync(join(root, path))) continue;
    reached.add(path);
    for (const [, target] of readText(path).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      waiting.push(posix.join(dirname(path), target as string));
    }
  }
  return reached;
}
