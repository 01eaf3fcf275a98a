/** The sample session itself: a bug, a subagent that looks around, an edit, a test that fails and then passes. */
import { type Event, SCHEMA_VERSION, type Transcript } from '@hansard/core';

const BEGUN = Date.UTC(2026, 0, 12, 9, 30);
const MODEL = 'claude-sonnet-4-5-20250929';
const HELPER = 'subagent:scout';
const FILE = '/home/dev/tiny-shop/src/cart.js';

const BEFORE = 'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0);\n';
const AFTER = 'export const total = (items) => items.reduce((sum, item) => sum + item.price * item.count, 0);\n';
const DIFF = `--- ${FILE}\n+++ ${FILE}\n@@ -1 +1 @@\n-${BEFORE}+${AFTER}`;

type Draft = Omit<Event, 'id' | 'seq' | 'timestamp'> & { readonly at: number };

const call = (
  at: number,
  callId: string,
  name: string,
  kind: string,
  input: unknown,
  more: Partial<Event> = {},
): Draft => ({
  at,
  type: 'tool_call',
  role: 'assistant',
  model: MODEL,
  tool: { name, kind, callId, input },
  ...more,
});

const result = (
  at: number,
  callId: string,
  name: string,
  tool: Partial<Event['tool']>,
  more: Partial<Event> = {},
): Draft => ({
  at,
  type: 'tool_result',
  role: 'tool',
  tool: { name, callId, status: 'ok', ...tool },
  ...more,
});

const usage = (responseId: string, input: number, output: number, cacheRead: number) => ({
  usage: { input, output, cacheRead, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0, responseId },
});

const DRAFTS: readonly Draft[] = [
  {
    at: 0,
    type: 'user_message',
    role: 'user',
    text: 'The total of the cart is wrong when somebody buys two of the same thing. Please find out why and fix it.',
  },
  {
    at: 4,
    type: 'reasoning',
    role: 'assistant',
    model: MODEL,
    text: 'The total probably ignores how many of each item there are. First see where it is computed.',
    ...usage('sample-1', 1200, 180, 9000),
  },
  call(6, 'c1', 'Task', 'task', { description: 'Find the code of the cart', prompt: 'Where is the total computed?' }),
  { at: 7, type: 'user_message', role: 'user', source: HELPER, text: 'Where is the total of the cart computed?' },
  call(9, 'c2', 'Grep', 'search', { pattern: 'total', path: 'src' }, { source: HELPER }),
  result(10, 'c2', 'Grep', { output: 'src/cart.js:1:export const total = (items) =>' }, { source: HELPER }),
  {
    at: 14,
    type: 'assistant_message',
    role: 'assistant',
    source: HELPER,
    model: MODEL,
    text: 'It is in `src/cart.js`, in the function `total`.',
    ...usage('sample-2', 800, 40, 2000),
  },
  result(15, 'c1', 'Task', { output: 'It is in `src/cart.js`, in the function `total`.' }),
  call(17, 'c3', 'Read', 'read', { file_path: FILE }),
  result(18, 'c3', 'Read', { output: BEFORE }, { parts: [{ type: 'file_ref', path: FILE, action: 'read' }] }),
  {
    at: 22,
    type: 'assistant_message',
    role: 'assistant',
    model: MODEL,
    text: 'As expected: **the number of pieces is missing**. I multiply the price with it.',
    ...usage('sample-3', 300, 60, 10_400),
  },
  call(24, 'c4', 'Edit', 'edit', { file_path: FILE, old_string: 'item.price', new_string: 'item.price * item.count' }),
  {
    at: 25,
    type: 'permission',
    permission: { id: 'p1', action: `Edit ${FILE}`, status: 'accept', callId: 'c4', by: 'user' },
  },
  result(
    31,
    'c4',
    'Edit',
    { output: 'The file was changed.' },
    {
      parts: [{ type: 'file_ref', path: FILE, action: 'patch', diff: DIFF }],
    },
  ),
  call(33, 'c5', 'Bash', 'shell', { command: 'npm test' }),
  result(38, 'c5', 'Bash', {
    status: 'error',
    exitCode: 1,
    output:
      '\u001b[31m✗\u001b[0m an item without a count\n  expected 5, got NaN\n\u001b[32m✓\u001b[0m two of the same thing\n',
  }),
  {
    at: 43,
    type: 'assistant_message',
    role: 'assistant',
    model: MODEL,
    text: 'Items without a count are one piece. One more change.',
    ...usage('sample-4', 420, 70, 11_000),
  },
  call(45, 'c6', 'Edit', 'edit', { file_path: FILE, old_string: 'item.count', new_string: '(item.count ?? 1)' }),
  result(
    46,
    'c6',
    'Edit',
    { output: 'The file was changed.' },
    {
      parts: [
        {
          type: 'file_ref',
          path: FILE,
          action: 'patch',
          diff: DIFF.replace(`-${BEFORE}`, `-${AFTER}`).replace(
            `+${AFTER}`,
            `+${AFTER.replace('item.count', '(item.count ?? 1)')}`,
          ),
        },
      ],
    },
  ),
  call(48, 'c7', 'Bash', 'shell', { command: 'npm test' }),
  result(53, 'c7', 'Bash', { exitCode: 0, output: '\u001b[32m✓\u001b[0m 12 tests passed\n' }),
  {
    at: 58,
    type: 'assistant_message',
    role: 'assistant',
    model: MODEL,
    text: 'Done. The total counts pieces now:\n\n- two of the same thing cost twice as much,\n- an item without a count is one piece.\n\nAll 12 tests pass.',
    ...usage('sample-5', 500, 90, 11_600),
  },
  { at: 120, type: 'user_message', role: 'user', text: 'Thanks! Is there a test for an empty cart?' },
  {
    at: 126,
    type: 'assistant_message',
    role: 'assistant',
    model: MODEL,
    text: 'Yes: `an empty cart costs nothing`, in `test/cart.test.js`.',
    ...usage('sample-6', 90, 30, 12_100),
  },
];

export function sampleTranscript(): Transcript {
  const events = DRAFTS.map((draft, i) => eventOf(draft, i + 1));
  const time = (seconds: number) => new Date(BEGUN + seconds * 1000).toISOString();
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: '5a3f1e00-0000-4000-8000-00000000c0de',
    source: { agent: 'sample', adapter: 'sample', adapterVersion: '1' },
    session: {
      startedAt: time(0),
      endedAt: time(126),
      capturedAt: time(126),
      environment: { cwd: '/home/dev/tiny-shop', repo: { name: 'tiny-shop', branch: 'main' } },
      nativeId: 'sample',
      title: 'Sample: the total of the cart is wrong',
      models: [MODEL],
      state: 'ended',
      agents: [
        { source: 'primary' },
        {
          source: HELPER,
          id: 'scout',
          title: 'Find the code of the cart',
          type: 'Explore',
          callId: 'c1',
          parent: 'primary',
        },
      ],
    },
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: { eventCount: events.length, messageCount: 8, toolCallCount: 7, durationMs: 126_000 },
    events,
  };
}

function eventOf({ at, ...draft }: Draft, seq: number): Event {
  return {
    id: `sample-${seq}`,
    seq,
    timestamp: new Date(BEGUN + at * 1000).toISOString(),
    source: 'primary',
    ...draft,
  };
}
