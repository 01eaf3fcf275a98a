/** Every test is in the project that its helpers ask for, so that `npm run check` stays quick and needs nothing installed. */
import { describe, expect, it } from 'vitest';
import { PROJECTS, projectOf, testFiles } from '../../../../scripts/lib/test-projects.mjs';
import { readText, repositoryFiles } from '../testing/repository.ts';

describe('a test file', () => {
  it.each([
    ['packages/web/src/a.test.ts', "import { chromiumPath } from '@hansard/core/testing/chromium.ts';", 'browser'],
    ['packages/hub/src/a.test.ts', "import { hubPlaces } from '../testing/hub-places.ts';", 'engines'],
    ['packages/archive/src/git/a.test.ts', '', 'engines'],
    ['packages/cli/src/commands/a.test.ts', "import { TestHome } from '../testing/command.ts';", 'command'],
    ['packages/cli/src/a.test.ts', "import { mkdtempSync } from 'node:fs';", 'integration'],
    ['packages/archive/src/query/a.test.ts', '', 'integration'],
    ['packages/core/src/adapters/contract.test.ts', '', 'sweeps'],
    ['packages/core/src/query/a.test.ts', '', 'unit'],
  ])('%s goes by what it imports and where it is', (path, text, project) => {
    expect(projectOf(path, text)).toBe(project);
  });

  it('is in exactly one project', () => {
    const listed = Object.values(testFiles()).flat();
    const there = repositoryFiles().filter((path) => /^packages\/[^/]+\/src\/.*\.test\.ts$/.test(path));
    expect(listed.sort()).toEqual(there.sort());
    expect(Object.keys(testFiles())).toEqual(PROJECTS);
  });
});

it('of pure code starts nothing and writes nothing', () => {
  const others = testFiles()['unit']?.filter((path) =>
    /from 'node:(child_process|worker_threads|net|http|http2)'|\b(mkdtemp|writeFile|mkdir)(Sync)?\(/.test(
      readText(path),
    ),
  );
  expect(others).toEqual([]);
});
