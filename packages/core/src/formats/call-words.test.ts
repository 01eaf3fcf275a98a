/** What an agent says with a call is told by every format that tells the call. */
import { expect, it } from 'vitest';
import { transcriptOf } from '../testing/events.ts';
import { sha256 } from '../testing/fixtures.ts';
import { sourceOf } from './contract.ts';
import { formatOf } from './index.ts';

const WORDS = 'Running the test suite';
const transcript = transcriptOf([
  { type: 'user_message', role: 'user', text: 'Go' },
  {
    type: 'tool_call',
    role: 'assistant',
    text: WORDS,
    tool: { name: 'Bash', kind: 'shell', callId: 'c', input: { command: 'npm test' }, status: 'ok' },
  },
  { type: 'tool_result', role: 'tool', tool: { name: 'Bash', callId: 'c', output: 'ok', status: 'ok' } },
]);
const TELLING = ['entries', 'markdown', 'openai-messages', 'anthropic-messages', 'trace-record', 'otlp', 'universal'];

it.each(TELLING)('%s', async (id) => {
  const format = formatOf(id);
  let text = '';
  if (format && 'write' in format && format.write) {
    for await (const piece of format.write(sourceOf(transcript), { digest: sha256 })) text += String(piece);
  }
  expect(text).toContain(WORDS);
});
