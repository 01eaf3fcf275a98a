/** A session with everything that the transcript can show, for tests of the page. */
import { NativeLog } from './native-log.ts';

export const STORY = 'aaaa1111-0000-4000-8000-000000000001';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFElEQVR4nGOoJxEwjGoY1TB8NQAAjTl9EJLDg8QAAAAASUVORK5CYII=';

const FILE = '/home/dev/shop/src/cart.ts';

export const LONG_OUTPUT = `${Array.from({ length: 3000 }, (_, line) => `line ${line} of the long report`).join('\n')}\nthe very last line`;

const ANSWER = `## What I found

The total is **rounded twice**: once in \`sum\`, once in \`format\`.

| place | rounds | fix |
| --- | --- | --- |
| \`sum\` | yes | remove |
| \`format\` | yes | keep |

1. remove the first rounding
2. add a test

See [the issue](https://example.test/issues/7) for the report.

\`\`\`ts
export const total = (items: Item[]) => items.reduce((sum, { price }) => sum + price, 0);
\`\`\``;

export function storyFiles(): Record<string, string> {
  const log = new NativeLog(STORY, Date.UTC(2026, 10, 2, 9, 0, 0));
  log.prompt('The cart shows **wrong totals**. Find out why and fix it, please.');
  log.think('The totals are probably rounded more than once.\n\nI should read the file first.');
  const search = log.call('Grep', { pattern: 'round', path: 'src' }, { output: 'src/cart.ts:4\nsrc/format.ts:9' });
  log.call('Read', { file_path: FILE, offset: 1, limit: 20 }, { output: '1\texport function sum() {', takes: 30 });
  log.call(
    'Bash',
    { command: 'npm test -- cart', description: 'Run the tests of the cart' },
    {
      output:
        '\u001b[31mFAIL\u001b[0m src/cart.test.ts\n  \u001b[1mexpected\u001b[22m 10.00, got \u001b[32m9.99\u001b[0m\nExit code 1',
      error: true,
      takes: 4200,
    },
  );
  log.say(ANSWER);
  edit(log);
  log.call(
    'Write',
    { file_path: '/home/dev/shop/src/cart.test.ts', content: "import { sum } from './cart.ts';\n\nit('adds');\n" },
    {
      output: 'File created',
      result: { type: 'create', filePath: '/home/dev/shop/src/cart.test.ts', content: '', structuredPatch: [] },
    },
  );
  todos(log);
  log.record('system', {
    subtype: 'microcompact_boundary',
    content: 'Context was trimmed',
    microcompactMetadata: { compactedToolIds: [search] },
  });
  log.wait(90_000);
  log.prompt('Good. Look at the rest of the code with helpers, and make a picture.');
  const files = subagents(log);
  more(log);
  return { ...files, [log.path]: log.take() };
}

function edit(log: NativeLog): void {
  const patch = {
    oldStart: 3,
    oldLines: 4,
    newStart: 3,
    newLines: 4,
    lines: [
      ' export function sum(items: Item[]) {',
      '-  return round(items.reduce(add, 0));',
      '+  return items.reduce(add, 0);',
      ' }',
      ' ',
    ],
  };
  log.call(
    'Edit',
    { file_path: FILE, old_string: 'return round(items.reduce(add, 0));', new_string: 'return items.reduce(add, 0);' },
    { output: 'The file was updated.', result: { filePath: FILE, structuredPatch: [patch] } },
  );
}

function todos(log: NativeLog): void {
  const todos = [
    { content: 'Remove the rounding', status: 'completed', activeForm: 'Removing' },
    { content: 'Write a test', status: 'in_progress', activeForm: 'Writing' },
    { content: 'Tell the user', status: 'pending', activeForm: 'Telling' },
  ];
  log.call('TodoWrite', { todos }, { output: 'ok', result: { oldTodos: [], newTodos: todos } });
}

/** Two at the same time, of which the second comes back first. */
function subagents(log: NativeLog): Record<string, string> {
  const files: Record<string, string> = {};
  const first = log.call(
    'Task',
    { description: 'Read the tests', prompt: 'Read all tests.', subagent_type: 'Explore' },
    { open: true },
  );
  const second = log.call(
    'Task',
    { description: 'Read the docs', prompt: 'Read the docs.', subagent_type: 'Explore' },
    { open: true },
  );
  for (const [agent, callId, description] of [
    ['abc0000000000001', first, 'Read the tests'],
    ['abc0000000000002', second, 'Read the docs'],
  ] as const) {
    const own = new NativeLog(STORY, log.time, agent);
    own.prompt(`${description}, and report.`);
    own.call('Read', { file_path: `/home/dev/shop/${agent}.md` }, { output: 'words', takes: 900 });
    own.say(`Report of the helper: ${description.toLowerCase()} done.`);
    files[own.path] = own.take();
    files[own.path.replace(/\.jsonl$/, '.meta.json')] = JSON.stringify({
      agentType: 'Explore',
      description,
      toolUseId: callId,
    });
  }
  const done = (agentId: string) => ({
    output: [{ type: 'text', text: `handed back by ${agentId}` }],
    result: { status: 'completed', agentId },
    takes: 1500,
  });
  log.result(second, done('abc0000000000002'));
  log.result(first, done('abc0000000000001'));
  return files;
}

function more(log: NativeLog): void {
  log.call(
    'mcp__paint__draw',
    { shape: 'square', size: 16, nested: { deep: [1, 2, { deeper: true }] } },
    {
      output: [
        { type: 'text', text: 'A square.' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
      ],
    },
  );
  log.call('WebFetch', { url: 'https://example.test/rounding' }, { output: 'About rounding.' });
  log.call('Bash', { command: 'cat report.txt' }, { output: LONG_OUTPUT, result: { stdout: LONG_OUTPUT, stderr: '' } });
  log.call(
    'Bash',
    { command: 'git -C . commit -am "Round once"' },
    { output: '[fix-totals 1a2b3c4] Round once\n 2 files changed, 4 insertions(+), 1 deletion(-)' },
  );
  const questions = [
    {
      question: 'Which currency?',
      header: 'Currency',
      multiSelect: false,
      options: [{ label: 'EUR' }, { label: 'USD' }],
    },
  ];
  log.call(
    'AskUserQuestion',
    { questions },
    { output: 'answered', result: { questions, answers: { 'Which currency?': 'EUR' } }, takes: 20_000 },
  );
  log.call(
    'Bash',
    { command: 'rm -rf build' },
    {
      output: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
      result: 'User rejected tool use',
      error: true,
      takes: 9000,
    },
  );
  log.record('system', {
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    isMeta: false,
    compactMetadata: { trigger: 'manual', preTokens: 21_566 },
  });
  log.record('system', {
    subtype: 'api_error',
    error: { formatted: 'Overloaded', status: 529 },
    retryAttempt: 1,
    maxRetries: 3,
  });
  log.record('strange-new-record', { payload: { nobody: ['knows', 'this'] } });
  log.call('UnknownTool', { alpha: 'one', beta: { gamma: 2 } }, { output: 'done' });
  log.say('All done: the **totals** are right now.');
}
