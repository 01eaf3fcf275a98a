/** A small session as an agent writes it, for tests of commands. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const SESSION_ID = '5f0c2a9e-0b1d-4c3e-8f7a-000000000001';

export interface SampleOptions {
  id?: string;
  cwd?: string;
  ask?: string;
  answer?: string;
  /** Day of March 2026. */
  day?: number;
}

/** The lines of a session: a question, a tool call with its result, an answer. */
export function sampleLines(options: SampleOptions = {}): string {
  const { id = SESSION_ID, cwd = '/home/dev/demo', ask, answer, day = 1 } = options;
  const message = (content: unknown[], last: boolean) => ({
    id: `msg_${id.slice(-4)}_${last}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
    content,
    stop_reason: last ? 'end_turn' : 'tool_use',
    usage: { input_tokens: 1000, output_tokens: 50, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  });
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/home/dev/demo/a.py' } };
  const result = { tool_use_id: 'toolu_1', type: 'tool_result', content: 'print("hi")' };
  const records = [
    { type: 'user', message: { role: 'user', content: ask ?? 'What does a.py do?' } },
    { type: 'assistant', message: message([{ type: 'text', text: 'I will look.' }, call], false) },
    { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: 'print("hi")' },
    { type: 'assistant', message: message([{ type: 'text', text: answer ?? 'It prints a greeting.' }], true) },
  ];
  const uuid = (i: number) => `${id.slice(0, -2)}${String(i + 10)}`;
  const lines = records.map((record, i) =>
    JSON.stringify({
      parentUuid: i === 0 ? null : uuid(i - 1),
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: id,
      version: '2.0.5',
      gitBranch: 'main',
      ...record,
      uuid: uuid(i),
      timestamp: `2026-03-0${day}T09:15:3${i}.000Z`,
    }),
  );
  return `${lines.join('\n')}\n`;
}

/** Puts a session where the agent keeps it and gives its path. */
export function addSession(home: string, options: SampleOptions & { lines?: string } = {}): string {
  const folder = (options.cwd ?? '/home/dev/demo').replaceAll('/', '-');
  const path = join(home, '.claude', 'projects', folder, `${options.id ?? SESSION_ID}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, options.lines ?? sampleLines(options));
  return path;
}
