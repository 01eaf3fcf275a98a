/**
 * `hansard blame` on this project's own history: every second commit is said to be a session's, with its diff as the session's
 * edits, and the others a person's. Then each line is the session's or the person's, and what blame says of it is right or wrong.
 * Targets: precision at least 99%, recall at least 95%, of lines that are not common in any code.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { table } from './table.mjs';

const COMMITS = 400;
const FILES = 60;
const MOST = 2 ** 28;

export async function ownHistoryTable({ root, scratch }) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: MOST }).stdout;
  const log = git('log', '--no-merges', '--reverse', `--max-count=${COMMITS}`, '--format=%H %ct').trim().split('\n');
  if (log.length < 20) return '\nOwn history: skipped, there is none.\n';
  const home = path.join(scratch, 'own-home');
  const commits = log
    .map((line) => line.split(' '))
    .map(([id, time], at) => ({ id, time: Number(time), byAgent: at % 2 === 0 }));
  const written = new Map();
  for (const commit of commits.filter(({ byAgent }) => byAgent)) writeSession({ git, home, root, commit, written });
  const env = { PATH: process.env.PATH, HOME: home, HANSARD_HOME: path.join(home, 'archive'), TZ: 'UTC' };
  const cli = path.join(root, 'packages/cli/bin/hansard.js');
  const hansard = (...args) =>
    spawnSync(process.execPath, [cli, ...args], { cwd: root, env, encoding: 'utf8', maxBuffer: MOST });
  hansard('sync', '--json');
  const { weightOf } = await import(pathToFileURL(path.join(root, 'packages/core/dist/git/common-lines.js')).href);
  const files = git('diff', '--name-only', '--diff-filter=d', `${commits[0].id}..HEAD`, '--', '*.ts', '*.mjs')
    .trim()
    .split('\n');
  const score = { said: 0, right: 0, agents: 0, found: 0, people: 0, peopleFound: 0, lines: 0 };
  const kinds = new Map(commits.map(({ id, byAgent, time }) => [id, { byAgent, time }]));
  for (const file of spread(files, FILES)) {
    const { stdout } = hansard('blame', file, '--json');
    for (const line of JSON.parse(stdout).lines) {
      if (weightOf(line.text) === 'common') continue;
      count(score, line, kinds.get(line.commit), written);
    }
  }
  const share = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(2)}%`;
  return table(
    `Blame of ${Math.min(FILES, files.length)} files of this project, ${log.length} commits, every second one a session's`,
    [
      { what: 'lines that say something', measured: score.lines, target: '' },
      { what: 'precision', measured: share(score.right, score.said), target: '99%' },
      { what: 'recall', measured: share(score.found, score.agents), target: '95%' },
      { what: 'people’s lines that stay theirs', measured: share(score.peopleFound, score.people), target: '' },
    ],
  );
}

function count(score, { author, text }, commit, written) {
  const byAgent = commit?.byAgent === true;
  // A person's line that a session had written before is the session's text: nobody can say whose it is now.
  if (!byAgent && (written.get(squeezed(text)) ?? Infinity) <= (commit?.time ?? Infinity)) return;
  score.lines++;
  if (author === 'agent') score.said++;
  if (author === 'agent' && byAgent) score.right++;
  if (byAgent) score.agents++;
  else score.people++;
  if (byAgent && author === 'agent') score.found++;
  if (!byAgent && author === 'human') score.peopleFound++;
}

const squeezed = (text) => text.replaceAll(/\s/g, '');
const spread = (list, most) => list.filter((_, at) => list.length <= most || at % Math.ceil(list.length / most) === 0);

/** The diff of a commit as the edits of a session, half a minute before. */
function writeSession({ git, home, root, commit, written }) {
  const id = `5f0c2a9e-0b1d-4c3e-8f7a-${commit.id.slice(0, 12)}`;
  const records = [];
  const common = (type) => ({
    isSidechain: false,
    userType: 'external',
    cwd: root,
    sessionId: id,
    version: '2.0.5',
    type,
    uuid: `${id}-${records.length}`,
    parentUuid: null,
    timestamp: new Date((commit.time - 30) * 1000).toISOString(),
  });
  records.push({ ...common('user'), message: { role: 'user', content: 'Please go on.' } });
  const diff = git(
    'show',
    '--format=',
    '-U3',
    '--no-renames',
    '--diff-filter=AM',
    commit.id,
    '--',
    '*.ts',
    '*.mjs',
    '*.md',
  );
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const file = /^\+\+\+ b\/(.+)$/m.exec(part)?.[1];
    const hunks = part.split(/^(?=@@ )/m).slice(1);
    if (!file || hunks.length === 0) continue;
    const structuredPatch = hunks.map((hunk) => {
      const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(hunk);
      const lines = hunk
        .split('\n')
        .slice(1)
        .filter((line) => /^[ +-]/.test(line));
      for (const line of lines)
        if (line.startsWith('+') && !written.has(squeezed(line.slice(1))))
          written.set(squeezed(line.slice(1)), commit.time);
      const size = (marks) => lines.filter((line) => marks.includes(line[0])).length;
      return {
        oldStart: Number(oldStart),
        oldLines: size(' -'),
        newStart: Number(newStart),
        newLines: size(' +'),
        lines,
      };
    });
    const call = `toolu_${records.length}_${commit.id.slice(0, 8)}`;
    const filePath = path.join(root, file);
    const input = { file_path: filePath, old_string: 'before', new_string: 'after' };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const content = [{ type: 'tool_use', id: call, name: 'Edit', input }];
    records.push({
      ...common('assistant'),
      message: { id: `msg_${call}`, role: 'assistant', model: 'claude-sonnet-4-5-20250929', content, usage },
    });
    records.push({
      ...common('user'),
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content: 'Updated.' }] },
      toolUseResult: { filePath, structuredPatch },
    });
  }
  const folder = path.join(home, '.claude/projects', root.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${id}.jsonl`), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}
