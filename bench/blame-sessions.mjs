/** Sessions that worked in the repository of blame-repository.mjs, as Claude Code logs them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { largeChanges, lineOf, START, STEP } from './blame-repository.mjs';

const EDITS = 20;

/** Writes them all. */
export function writeSessions(home, repo, { sessions, commits, lines }) {
  const folder = path.join(home, '.claude/projects', repo.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const changes = [...largeChanges({ commits, lines })].filter(({ byAgent }) => byAgent);
  const bySession = new Map();
  for (const change of changes) {
    const session = Math.floor((change.commit * (sessions - 1)) / commits);
    bySession.set(session, [...(bySession.get(session) ?? []), change]);
  }
  for (let n = 0; n < sessions; n++) {
    const own = bySession.get(n) ?? [];
    const id = `5f0c2a9e-0b1d-4c3e-8f7a-${String(n).padStart(12, '0')}`;
    writeFileSync(path.join(folder, `${id}.jsonl`), sessionLog({ id, n, repo, own, sessions, commits }));
  }
}

function sessionLog({ id, n, repo, own, sessions, commits }) {
  const began = START + Math.floor((n * commits) / sessions) * STEP;
  const records = [];
  let count = 0;
  const common = (type, time) => ({
    isSidechain: false,
    userType: 'external',
    cwd: repo,
    sessionId: id,
    version: '2.0.5',
    gitBranch: 'main',
    type,
    uuid: `${id}-${++count}`,
    parentUuid: null,
    timestamp: new Date(time * 1000).toISOString(),
  });
  const edit = (file, oldLines, newLines, start, time) => {
    const input = { file_path: `${repo}/${file}`, old_string: oldLines.join('\n'), new_string: newLines.join('\n') };
    const call = `toolu_${n}_${count}`;
    const usage = {
      input_tokens: 10,
      output_tokens: 300,
      cache_read_input_tokens: 20_000,
      cache_creation_input_tokens: 0,
    };
    const content = [{ type: 'tool_use', id: call, name: 'Edit', input }];
    records.push({
      ...common('assistant', time),
      message: { id: `msg_${n}_${count}`, role: 'assistant', model: 'claude-sonnet-4-5-20250929', content, usage },
    });
    const patch = [
      {
        oldStart: start,
        oldLines: oldLines.length,
        newStart: start,
        newLines: newLines.length,
        lines: [...oldLines.map((line) => `-${line}`), ...newLines.map((line) => `+${line}`)],
      },
    ];
    records.push({
      ...common('user', time),
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: call,
            content: `${file} was updated. ${'More is said of it here. '.repeat(60)}`,
          },
        ],
      },
      toolUseResult: { filePath: `${repo}/${file}`, structuredPatch: patch },
    });
  };
  records.push({
    ...common('user', began),
    message: { role: 'user', content: `Please see to part ${n % 20} of the station.` },
  });
  for (let at = 0; at < EDITS; at++) {
    const lines = Array.from({ length: 4 }, (_, line) => lineOf(5_000_000 + n * 100 + at * 4 + line, 'steward'));
    edit(`src/part-${(n + at) % 20}/own-${n % 50}.ts`, ['before();'], lines, 3, began + at);
  }
  for (const { commit, from, put } of own) edit('src/large.ts', ['old();'], put, from + 1, START + commit * STEP - 30);
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}
