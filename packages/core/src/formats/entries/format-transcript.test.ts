import { describe, expect, it } from 'vitest';
import type { TranscriptEntry } from './entry.ts';
import { formatTranscript } from './format-transcript.ts';

const entry = (fields: Partial<TranscriptEntry>): TranscriptEntry => ({
  role: 'user',
  content: '',
  created_at: '2026-03-01T09:15:32.120Z',
  tool_name: null,
  tool_call_id: null,
  tool_input: null,
  metadata: null,
  entry_id: '00000000-0000-4000-8000-000000000000',
  source: 'primary',
  sequence: 0,
  ...fields,
});

describe('formatTranscript', () => {
  it('puts a header over each entry and a blank line between them', () => {
    const text = formatTranscript([
      entry({ role: 'system', content: 'You help with code.' }),
      entry({ content: 'Look at src/main.py, please' }),
      entry({ role: 'assistant', created_at: '2026-03-01T09:15:35Z', content: 'I will read it first.' }),
      entry({
        role: 'assistant',
        created_at: '2026-03-01T09:15:36Z',
        tool_name: 'Read',
        content: '{"path": "src/main.py"}',
      }),
      entry({ role: 'tool', created_at: '2026-03-01T09:15:37Z', tool_name: 'Read', content: 'print("hi")' }),
      entry({
        role: 'assistant',
        created_at: '2026-03-01T09:15:38Z',
        source: 'subagent:abc123',
        content: 'The code prints.',
      }),
    ]);
    expect(text).toBe(`[09:15:32] ⚙️ SYSTEM
You help with code.

[09:15:32] 👤 USER
Look at src/main.py, please

[09:15:35] 🤖 ASSISTANT
I will read it first.

[09:15:36] 🔧 Read
{"path": "src/main.py"}

[09:15:37] 🔧 Read
print("hi")

[subagent:abc123] [09:15:38] 🤖 ASSISTANT
The code prints.
`);
  });

  it('marks roles it does not know with a dot', () => {
    expect(formatTranscript([entry({ role: 'critic' as 'user', content: 'no' })])).toBe('[09:15:32] • CRITIC\nno\n');
  });

  it('says when an entry is something else than a message', () => {
    const text = formatTranscript([
      entry({ role: 'assistant', content: 'Hm.', metadata: { type: 'reasoning' } }),
      entry({ role: 'system', content: 'run ls: accept', metadata: { type: 'permission' } }),
      entry({ content: 'hi', metadata: { type: 'user_message' } }),
    ]);
    expect(text.split('\n').filter((line) => line.startsWith('['))).toEqual([
      '[09:15:32] 🤖 ASSISTANT (reasoning)',
      '[09:15:32] ⚙️ SYSTEM (permission)',
      '[09:15:32] 👤 USER',
    ]);
  });

  it('says when the agent removed an entry later', () => {
    const text = formatTranscript([
      entry({ content: 'hi', metadata: { type: 'user_message', withdrawn: true } }),
      entry({ role: 'tool', tool_name: 'Read', content: 'x', metadata: { type: 'tool_result', withdrawn: true } }),
    ]);
    expect(text).toBe('[09:15:32] 👤 USER (withdrawn)\nhi\n\n[09:15:32] 🔧 Read (withdrawn)\nx\n');
  });

  it('shows clock times in the given zone', () => {
    const text = formatTranscript([entry({ created_at: '2026-03-01T23:30:00Z' })], { timezone: 'Asia/Tokyo' });
    expect(text).toMatch(/^\[08:30:00\]/);
    expect(formatTranscript([entry({ created_at: '2026-03-01T00:00:00Z' })])).toMatch(/^\[00:00:00\]/);
    expect(formatTranscript([entry({ created_at: 'yesterday' })])).toMatch(/^\[--:--:--\]/);
  });

  it('lets nothing from the transcript reach the terminal raw', () => {
    const evil = '\u001b[2J\u009b31m\r\u202e\u0007';
    const text = formatTranscript([
      entry({ content: evil, source: `subagent:${evil}` }),
      entry({ role: 'tool', tool_name: `Read\n${evil}`, content: evil }),
    ]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left
    expect(text).not.toMatch(/[\u001b\u009b\r\u202e\u0007]/);
    expect(text).toContain('🔧 Read␊␛[2J\\u{9b}31m␍\\u{202e}␇\n');
  });

  it('decorates headers only', () => {
    const text = formatTranscript([entry({ content: 'hi' })], { header: (header) => `<${header}>` });
    expect(text).toBe('<[09:15:32] 👤 USER>\nhi\n');
  });
});
