import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import example from '../../../../../examples/transcript.example.json' with { type: 'json' };
import { transcriptOf } from '../../testing/events.ts';
import { sha256 } from '../../testing/fixtures.ts';
import { fc } from '../../testing/property.ts';
import type { Event, Transcript } from '../../transcript.ts';
import { type OptionValues, sourceOf } from '../contract.ts';
import { cutMiddle } from './for-agents.ts';
import { markdown } from './format.ts';
import { fenced, inlineCode, plainText, safeMarkdown } from './safe-text.ts';

async function write(transcript: Transcript, options: OptionValues = {}): Promise<string> {
  let text = '';
  for await (const piece of markdown.write?.(sourceOf(transcript), { digest: sha256, options }) ?? [])
    text += String(piece);
  return text;
}
const bodyOf = async (events: Partial<Event>[], options: OptionValues = {}) =>
  (await write(transcriptOf(events), options))
    .split('\n')
    .slice(options['for'] === 'agents' ? 6 : 5)
    .join('\n')
    .trim();

describe.each([
  ['people', 'markdown.example.md'],
  ['agents', 'markdown-agents.example.md'],
])('for %s', (reader, file) => {
  it('the example is what is written for the example transcript', async () => {
    const path = fileURLToPath(new URL(`../../../../../examples/${file}`, import.meta.url));
    await expect(await write(example as unknown as Transcript, { for: reader })).toMatchFileSnapshot(path);
  });
});

describe('for people', () => {
  it('what the agent does stands under what it said', async () => {
    const text = await bodyOf([
      { type: 'user_message', text: 'Run it' },
      { type: 'assistant_message', text: 'Running.' },
      { type: 'tool_call', tool: { name: 'Bash', kind: 'shell', input: { command: 'ls', timeout: 5 }, status: 'ok' } },
      { type: 'tool_result', tool: { name: 'Bash', output: 'a.txt\n', status: 'error', exitCode: 2 } },
    ]);
    expect(text).toBe(
      [
        '## 👤 User · 09:00:00',
        'Run it',
        '## 🤖 Assistant · 09:00:01',
        'Running.',
        '🔧 **Bash**',
        '```sh\nls\n```',
        '```json\n{\n  "timeout": 5\n}\n```',
        '_Result · error · exit 2_',
        '```\na.txt\n```',
      ].join('\n\n'),
    );
  });

  it('long output and thoughts are folded, notices only shown when asked for', async () => {
    const events: Partial<Event>[] = [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'tool_result', tool: { name: 'Bash', output: 'x\n'.repeat(40) } },
      { type: 'status', status: { label: 'Indexing', detail: '3 of 4' } },
    ];
    const text = await bodyOf(events);
    expect(text).toContain('<summary>Thinking</summary>');
    expect(text).toContain('<summary>Result · 40 lines</summary>');
    expect(text).not.toContain('Indexing');
    expect(await bodyOf(events, { all: true })).toContain('_status Indexing: 3 of 4_');
  });

  it('clock times are those of the time zone', async () => {
    expect(await bodyOf([{ type: 'user_message', text: 'hi' }], { timezone: 'Asia/Tokyo' })).toContain('18:00:00');
    expect(await bodyOf([{ type: 'user_message', text: 'hi' }], { timezone: 'nowhere' })).toContain('09:00:00');
  });
});

describe('for agents', () => {
  it('one numbered entry an event, long texts cut', async () => {
    const text = await bodyOf(
      [
        { type: 'user_message', text: 'Run it', parts: [{ type: 'image', path: 'a.png' }] },
        { type: 'tool_call', tool: { name: 'Bash', callId: 'c1', input: { command: 'ls' } }, source: 'subagent:a' },
        {
          type: 'tool_result',
          tool: { name: 'Bash', callId: 'c1', output: 'x'.repeat(100), status: 'ok', exitCode: 0 },
        },
        { type: 'status', status: { label: 'Indexing' } },
      ],
      { for: 'agents', limit: 30 },
    );
    expect(text).toBe(
      [
        '[1] user:\nRun it\n[image a.png]',
        '[2] subagent:a call Bash c1: {"command":"ls"}',
        `[3] result Bash c1 ok exit 0:\n${'x'.repeat(20)}\n[… 70 characters left out …]\n${'x'.repeat(10)}`,
      ].join('\n'),
    );
  });

  it('cuts never split a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(30), (text, limit) => {
        expect(cutMiddle(text, limit).isWellFormed()).toBe(text.isWellFormed());
      }),
    );
  });
});

describe('text of a session', () => {
  it.each([
    ['tags become text', 'a <script>x</script> <!-- c --> 1 < 2', 'a &lt;script>x&lt;/script> &lt;!-- c --> 1 < 2'],
    ['code keeps its tags', '```html\n<b>\n```\n<b>', '```html\n<b>\n```\n&lt;b>'],
    ['a fence that is open is closed', '~~~~\n# x\n~~~', '~~~~\n# x\n~~~\n~~~~'],
    ['headings stay below ours', '# A\n### B\n#hash', '#### A\n###### B\n#hash'],
    ['underlined headings too', 'A\n===\nB\n---', 'A\n\\===\nB\n\\---'],
  ])('%s', (_name, text, safe) => expect(safeMarkdown(text)).toBe(safe));

  it('is never longer fenced than its fence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '```', '````', '\n', 'a', '~~~')), (parts) => {
        const lines = fenced(parts.join('')).split('\n');
        const fence = lines[0] as string;
        expect(lines.at(-1)).toBe(fence);
        expect(lines.slice(1, -1).filter((line) => line.includes(fence))).toEqual([]);
      }),
    );
    expect(fenced('`a'.repeat(300_000)).startsWith('```\n')).toBe(true);
  });

  it('cannot leave its place in a line', () => {
    expect(inlineCode('a `b`\nc')).toBe('`` a `b` c ``'.replace('`` a', '``a').replace('c ``', 'c``'));
    expect(plainText('[x](y) <b>*z*\n# q')).toBe('\\[x\\](y) &lt;b\\>\\*z\\* \\# q');
  });
});
