/** Nothing of a repository ever runs, whatever its configuration, attributes and names say. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../archive.ts';
import { GitWorld } from '../testing/git-world.ts';
import { blameFile } from './blame-file.ts';
import { CONFIG_ARGUMENTS, gitEnvironment } from './git-program.ts';
import { linkCommits } from './link-commits.ts';
import { gitAiRanges } from './notes.ts';
import { summariseRange } from './range-summary.ts';
import { readCommits } from './read-commits.ts';
import { Repository } from './repository.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000d1';
const NOW = '2026-06-01T00:00:00.000Z';
let world: GitWorld;
let archive: Archive | undefined;
beforeEach(() => {
  world = new GitWorld();
});
afterEach(() => {
  archive?.close();
  archive = undefined;
  world.remove();
});

async function lookAtAll(path: string): Promise<string[]> {
  archive?.close();
  archive = await world.archive();
  const repository = await Repository.open(world.repo, world.env);
  try {
    const revision = await repository.commit('HEAD');
    const blame = await blameFile(archive, repository, { path, revision });
    await linkCommits(archive, repository, ['--all'], { now: NOW });
    await summariseRange(archive, repository, 'HEAD~1..HEAD', NOW);
    return blame.authors.map(({ author }) => author);
  } finally {
    repository.close();
  }
}

describe('a hostile repository', () => {
  it('runs no converter, filter, monitor, pager, signature check, diff or hook', async () => {
    const mark = join(world.folder, 'ran');
    const trap = join(world.folder, 'trap.sh');
    writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> ${mark}\ncat\n`);
    chmodSync(trap, 0o755);
    world.person('a.js', () => ['const runway = assignRunway(flight);']);
    world.person('.gitattributes', () => ['* diff=trap filter=trap']);
    world.commit('first');
    world.agent(SESSION, 'a.js', (lines) => [...lines, 'clearForTakeoff(runway, controlTower);']);
    world.commit('second');
    const settings = {
      'diff.trap.textconv': trap,
      'diff.trap.command': trap,
      'diff.external': trap,
      'filter.trap.clean': trap,
      'filter.trap.smudge': trap,
      'filter.trap.process': trap,
      'core.fsmonitor': trap,
      'core.pager': trap,
      'core.sshCommand': trap,
      'core.hooksPath': join(world.folder, 'hooks'),
      'gpg.program': trap,
      'log.showSignature': 'true',
      'core.editor': trap,
      'credential.helper': trap,
    };
    for (const [name, value] of Object.entries(settings)) world.git('config', name, value);
    mkdirSync(join(world.folder, 'hooks'));
    for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout']) {
      writeFileSync(join(world.folder, 'hooks', hook), `#!/bin/sh\necho hook >> ${mark}\n`, { mode: 0o755 });
    }
    expect(await lookAtAll('a.js')).toEqual(['human', 'agent']);
    expect(existsSync(mark)).toBe(false);
  });

  it('is read the same, whatever its settings say of how git shows things', async () => {
    const line = 'clearForTakeoff(runway, controlTower);';
    world.person('b/a.js', () => ['const runway = assignRunway(flight);']);
    world.commit('first');
    world.agent(SESSION, 'b/a.js', (lines) => [...lines, line]);
    world.commit('zweite Änderung');
    writeFileSync(join(world.folder, 'ignored'), world.git('rev-parse', 'HEAD'));
    const settings = {
      'diff.noprefix': 'true',
      'diff.mnemonicPrefix': 'true',
      'diff.relative': 'true',
      'diff.context': '9',
      'i18n.logOutputEncoding': 'UTF-16',
      'core.bigFileThreshold': '1',
      'format.pretty': 'raw',
      'color.ui': 'always',
      'blame.ignoreRevsFile': join(world.folder, 'ignored'),
    };
    for (const [name, value] of Object.entries(settings)) world.git('config', name, value);
    expect(await lookAtAll('b/a.js')).toEqual(['human', 'agent']);
    const repository = await Repository.open(world.repo, world.env);
    const [commit] = await readCommits(repository, ['--max-count=1', 'HEAD']).finally(() => repository.close());
    expect(commit).toMatchObject({ summary: 'zweite Änderung', files: [{ path: 'b/a.js', added: [[2, 1]] }] });
  });

  it('may name a list of commits to ignore that is not there: in the user’s settings that is no trouble', async () => {
    world.person('a.js', () => ['const runway = assignRunway(flight);']);
    world.commit('first');
    world.person('b.js', () => ['const gate = assignGate(flight);']);
    world.commit('second');
    world.git('config', '--global', 'blame.ignoreRevsFile', '.git-blame-ignore-revs');
    expect(await lookAtAll('a.js')).toEqual(['human']);
    world.git('config', 'blame.ignoreRevsFile', 'nowhere');
    await expect(lookAtAll('a.js')).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('blame.ignoreRevsFile names nowhere'),
    });
  });

  it.each(['-rf', ':(glob)*', 'a\tb.js', 'ünï "quoted".js', 'back\\slash.js', 'new\nline.js', '$(touch x).js'])(
    'has a file called %j',
    async (name) => {
      world.person(name, () => ['const runway = assignRunway(flight);']);
      world.commit('first');
      world.agent(SESSION, name, (lines) => [...lines, 'clearForTakeoff(runway, controlTower);']);
      world.commit('second');
      expect(await lookAtAll(name)).toEqual(['human', 'agent']);
    },
  );

  it('may use SHA-256', async () => {
    world.remove();
    world = new GitWorld({ init: false });
    world.git('init', '-q', '-b', 'main', '--object-format=sha256');
    world.person('a.js', () => ['const runway = assignRunway(flight);']);
    world.commit('first');
    world.agent(SESSION, 'a.js', (lines) => [...lines, 'clearForTakeoff(runway, controlTower);']);
    world.commit('second');
    expect(await lookAtAll('a.js')).toEqual(['human', 'agent']);
  });
});

describe('a clone that is not whole', () => {
  function history(): void {
    world.person('a.js', () => ['const runway = assignRunway(flight);']);
    world.person('deep/b.js', () => ['const gate = assignGate(flight);']);
    world.commit('first');
    world.agent(SESSION, 'a.js', (lines) => [...lines, 'clearForTakeoff(runway, controlTower);']);
    world.commit('second');
  }

  it('without the files of folders, or with a submodule, is read like any other', async () => {
    history();
    const inner = join(world.folder, 'inner');
    world.gitIn(world.folder, 'clone', '-q', world.repo, inner);
    world.git('submodule', 'add', '-q', inner, 'inner');
    world.commit('with a submodule');
    world.git('sparse-checkout', 'set', '--no-cone', '/a.js');
    expect(await lookAtAll('a.js')).toEqual(['human', 'agent']);
    expect(await lookAtAll('deep/b.js')).toEqual(['human']);
    await expect(lookAtAll('inner')).rejects.toMatchObject({ name: 'Failure' });
  });

  it('that lacks contents says so, and fetches none', async () => {
    history();
    world.git('config', 'uploadpack.allowFilter', 'true');
    const partial = join(world.folder, 'partial');
    world.gitIn(world.folder, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${world.repo}`, partial);
    world.repo = partial;
    await expect(lookAtAll('a.js')).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('lacks'),
    });
    // Git before 2.44 knows nothing of GIT_NO_LAZY_FETCH, and the repository may allow a transport that runs a program.
    const mark = join(world.folder, 'ran');
    world.git('config', 'remote.origin.url', `ext::touch ${mark}`);
    world.git('config', 'protocol.ext.allow', 'always');
    const { GIT_NO_LAZY_FETCH: _later, ...older } = gitEnvironment(world.env);
    spawnSync('git', [...CONFIG_ARGUMENTS, 'cat-file', '-p', 'HEAD:a.js'], { cwd: partial, env: older });
    expect(existsSync(mark)).toBe(false);
    expect(world.git('rev-list', '--objects', '--all', '--missing=print')).toMatch(/^\?[0-9a-f]{40}$/m);
  });
});

it('reads the notes of git-ai', () => {
  const text = `src/a.js\n  abc123 1-4,7\n  def456 9\n---\n${JSON.stringify({
    schema_version: 'authorship/3.0.0',
    prompts: { abc123: { agent_id: { tool: 'cursor', id: 'x', model: 'm' } } },
  })}`;
  expect(gitAiRanges(text).map(({ first, last, agent }) => [first, last, agent])).toEqual([
    [1, 4, 'cursor'],
    [7, 7, 'cursor'],
    [9, 9, 'unknown'],
  ]);
  const later = `a3.txt\n  s_7aead75c::t_7cf3cd2d 1-10\n  h_1111 11\n${JSON.stringify(
    {
      schema_version: 'authorship/3.0.0',
      prompts: {},
      sessions: { s_7aead75c: { agent_id: { tool: 'continue', id: 'x' } } },
    },
    null,
    2,
  )}`;
  expect(gitAiRanges(later)).toMatchObject([{ path: 'a3.txt', first: 1, last: 10, agent: 'continue', session: 'x' }]);
});
