/** The files for CI do what they say: their commands are run as the forges run them, with what stands for the forge's own tools. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BIN, buildCommand } from '../testing/command.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000f7';
const CI = fileURLToPath(new URL('../../../../ci/', import.meta.url));
const file = (name: string) => parse(readFileSync(join(CI, name), 'utf8'));
let world: GitWorld;
/** The clone of the forge's runner: another home, no archive, the notes only on the server. */
let runner: string;
let base: string;
let head: string;

beforeAll(() => buildCommand());
beforeEach(() => {
  world = new GitWorld();
  world.person('desk.js', () => ['const deskOpensAt = readTimetable();']);
  base = world.commit('desk');
  const ran = spawnSync(process.execPath, [BIN, 'git', 'install', '--no-start', '--notes'], {
    cwd: world.repo,
    env: world.env,
  });
  expect(ran.status).toBe(0);
  world.agent(SESSION, 'desk.js', (lines) => [...lines, 'announceOpening(deskOpensAt, loudspeakers);']);
  head = world.commit('announce');
  spawnSync(process.execPath, [BIN, 'git', 'link'], { cwd: world.repo, env: world.env });
  const server = join(world.folder, 'server.git');
  world.git('clone', '-q', '--bare', '.', server);
  world.git('push', '-q', server, 'refs/notes/hansard');
  runner = join(world.folder, 'runner');
  world.gitIn(world.folder, 'clone', '-q', server, runner);
});
afterEach(() => world.remove());

/** Programs of the forge, which write down how they were called, and `npx`, which is ours. */
function tools(): string {
  const folder = join(world.folder, 'tools');
  mkdirSync(folder);
  const put = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  put('npx', `[ "$1 $2" = '--yes hansard' ] || exit 9\nshift 2\nexec ${process.execPath} ${BIN} "$@"`);
  const calls = join(world.folder, 'calls');
  // The first comment of a pull request cannot be edited: there is none.
  put(
    'gh',
    `echo "gh $*" >> ${calls}\ncase "$*" in *--edit-last*) exit 1 ;; esac\ncp summary.md ${world.folder}/posted`,
  );
  put('curl', `echo "curl $*" >> ${calls}\ncp summary.md ${world.folder}/posted`);
  return folder;
}

function run(script: string, env: Record<string, string>): void {
  const home = join(world.folder, 'ci-home');
  mkdirSync(home, { recursive: true });
  const path = `${join(world.folder, 'tools')}:${process.env['PATH']}`;
  const all = { ...env, PATH: path, HOME: home, HANSARD_HOME: join(home, 'archive') };
  const ran = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: runner, env: all, encoding: 'utf8' });
  expect([ran.status, ran.stderr]).toEqual([0, expect.anything()]);
}

const posted = () => readFileSync(join(world.folder, 'posted'), 'utf8');
const calls = () => readFileSync(join(world.folder, 'calls'), 'utf8');

it('the action for GitHub posts the summary, and puts it on the page of the run', () => {
  tools();
  const url = 'https://forge.example/team/desk/pull/7';
  const known: Record<string, string> = {
    'github.event.pull_request.base.sha': base,
    'github.event.pull_request.head.sha': head,
    'github.event.pull_request.html_url': url,
    'github.token': 'not-a-token',
  };
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{ *([\w.]+) *\}\}/g, (_all, name: string) => {
      expect(known).toHaveProperty([name]);
      return known[name] as string;
    });
  const { jobs, permissions } = file('github-action.yml');
  const page = join(world.folder, 'page.md');
  for (const { run: script, env = {} } of jobs.hansard.steps) {
    if (script === undefined) continue;
    const own = Object.entries(env as Record<string, string>).map(([name, value]) => [name, filled(value)]);
    run(filled(script), { ...Object.fromEntries(own), GITHUB_STEP_SUMMARY: page });
  }
  expect(posted()).toContain('| Agents | 1 | 100.0% |');
  expect(posted()).toContain('Claude Code');
  expect(readFileSync(page, 'utf8')).toBe(posted());
  expect(calls()).toBe(
    `gh pr comment ${url} --edit-last --body-file summary.md\ngh pr comment ${url} --body-file summary.md\n`,
  );
  expect(permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
});

it('the job for GitLab posts the summary where it has a token, and keeps it in any case', () => {
  tools();
  const { hansard } = file('gitlab-job.yml');
  const env = {
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    CI_COMMIT_SHA: head,
    CI_API_V4_URL: 'https://forge.example/api/v4',
    CI_PROJECT_ID: '3',
    CI_MERGE_REQUEST_IID: '7',
  };
  run(hansard.script.join('\n'), env);
  expect(readFileSync(join(runner, 'summary.md'), 'utf8')).toContain('| Agents | 1 | 100.0% |');
  expect(hansard.artifacts.paths).toEqual(['summary.md']);
  run(hansard.script.join('\n'), { ...env, HANSARD_GITLAB_TOKEN: 'not-a-token' });
  expect(posted()).toContain('| Agents | 1 | 100.0% |');
  expect(calls()).toContain(
    '--data-urlencode body@summary.md https://forge.example/api/v4/projects/3/merge_requests/7/notes',
  );
});
