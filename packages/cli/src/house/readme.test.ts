/**
 * What the README shows is what the command prints: every `console` block is run, on a home with two of the golden
 * cases. `npm test -- -u readme` refreshes those without elisions.
 */
import { cpSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { readText, root } from '../testing/repository.ts';

/** Oldest first. */
const CASES = ['codex/fixtures/envelope-2025', 'claude-code/fixtures/basic'];
const readme = readText('README.md');
const BLOCK = /^```console\n\$ npx hansard (.*)\n([\s\S]*?)^```$/gm;

const home = new TestHome();

beforeAll(() => {
  buildCommand();
  CASES.forEach((name, index) => {
    cpSync(join(root, 'packages/core/src/adapters', name, 'input'), home.path, { recursive: true });
    for (const path of filesBelow(home.path)) if (statSync(path).mtimeMs > Date.now() - 60_000) date(path, index);
  });
});

afterAll(() => home.remove());

it('shows output that the command prints', async () => {
  expect(readme.match(BLOCK)?.length).toBeGreaterThan(1);
  const refreshed = readme.replaceAll(BLOCK, (_block, line: string, shown: string) => {
    const { out, err } = home.run(line.split(' ').map((arg) => arg.replace(/^~/, home.path)));
    expect(err).toBe('');
    if (/^…$/m.test(shown)) expect(out).toMatch(patternOf(shown));
    return blockOf(line, /^…$/m.test(shown) ? shown : out);
  });
  await expect(refreshed).toMatchFileSnapshot(join(root, 'README.md'));
});

function blockOf(line: string, output: string): string {
  return `\`\`\`console\n$ npx hansard ${line}\n${output.trimEnd()}\n\`\`\``;
}

/** A line with `…` alone stands for any lines. */
function patternOf(shown: string): RegExp {
  const pieces = shown.trimEnd().split(/^…$/m);
  const literal = pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('[\\s\\S]*?')}\\s*$`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function date(path: string, index: number): void {
  const time = new Date(Date.UTC(2026, 0, 1 + index));
  utimesSync(path, time, time);
}
