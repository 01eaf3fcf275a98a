/** One session of so many events as agents stream them: prompts, answers, calls and results, a few hundred bytes each. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';

export const SESSION = '22222222-2222-4222-8222-222222222222';
const CWD = '/home/dev/long';
const STARTED = Date.UTC(2026, 7, 3);
const WORDS = 'the parser keeps a small table of open files and closes each one when its last reader is gone'.split(
  ' ',
);

/** Each line becomes one event. */
export async function writeLongSession(home, events) {
  const folder = path.join(home, '.claude/projects', CWD.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const out = createWriteStream(path.join(folder, `${SESSION}.jsonl`));
  for (let n = 0; n < events; n++) if (!out.write(`${JSON.stringify(lineOf(n))}\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'close');
}

function lineOf(n) {
  const common = {
    sessionId: SESSION,
    cwd: CWD,
    version: '2.0.0',
    uuid: idOf(n),
    parentUuid: n === 0 ? null : idOf(n - 1),
    timestamp: new Date(STARTED + n * 500).toISOString(),
  };
  return { ...common, ...KINDS[n % KINDS.length](n) };
}

const KINDS = [
  (n) => ({ type: 'user', message: { role: 'user', content: said(n, 30) } }),
  (n) => answer(n, [{ type: 'text', text: said(n, 45) }]),
  (n) => answer(n, [{ type: 'tool_use', id: `call-${n}`, name: 'Bash', input: { command: `grep -rn ${said(n, 6)}` } }]),
  (n) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `call-${n - 1}`, content: said(n, 60) }] },
  }),
];

function answer(n, content) {
  const usage = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 1000, cache_creation_input_tokens: 5 };
  const message = { id: `message-${n}`, role: 'assistant', model: 'claude-sonnet-4-5', content, usage };
  return { type: 'assistant', message };
}

const idOf = (n) => `${String(n).padStart(8, '0')}-3333-4333-8333-333333333333`;
const said = (n, words) => Array.from({ length: words }, (_, at) => WORDS[(n * 7 + at * 5) % WORDS.length]).join(' ');
