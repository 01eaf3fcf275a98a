/** The file itself: what readers without scripts see, what is packed, and that nothing of a session is markup. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageBundle, pageModule } from '../../../../../scripts/lib/page-bundle.mjs';
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { call, result, transcriptOf } from '../../testing/small-transcript.ts';
import { packedIn, pageOf } from '../../testing/written-page.ts';
import type { Event } from '../../transcript.ts';
import { SCRIPT, STYLE } from './page.gen.ts';
import type { Row, RowIndex } from './row.ts';

const plainOf = (page: string) => page.slice(page.indexOf('<noscript>'), page.indexOf('</noscript>'));
const rowsOf = (page: string) => packedIn(page, 'rows').flat() as Row[];

describe('without scripts', () => {
  it('header, prompts and conversation are there', async () => {
    const page = await pageOf(
      transcriptOf([{ type: 'user_message', text: 'Fix <it>.' }, call('c'), result('c', { output: 'a & b' })], {
        title: 'A "title"',
        environment: { repo: { name: 'shop', branch: 'main' } },
      }),
    );
    expect(page).toContain('<h1>A &quot;title&quot;</h1>');
    expect(page).toContain('<p>shop · main</p>');
    expect(plainOf(page)).toContain('<li value="1"><a href="#e1">#1</a> <p>Fix &lt;it&gt;.</p></li>');
    expect(plainOf(page)).toContain('<article class="result" id="e3">');
    expect(plainOf(page)).toContain('<pre>a &amp; b</pre>');
    expect(page).toContain('<p>Not redacted</p>');
  });

  it('the conversation ends after half a megabyte, the prompts do not', async () => {
    const events = Array.from(
      { length: 4000 },
      (_, index): Partial<Event> => ({
        type: index % 10 === 0 ? 'user_message' : 'assistant_message',
        text: `message ${index} ${'x'.repeat(250)}`,
      }),
    );
    const plain = plainOf(
      await pageOf(transcriptOf(events.map((event) => ({ ...event, timestamp: '2026-01-01T00:00:00Z' })))),
    );
    const [prompts = '', conversation = ''] = plain.split('<h2>Conversation</h2>');
    expect(prompts.match(/<li /g)).toHaveLength(400);
    expect(conversation.length).toBeGreaterThan(500_000);
    expect(conversation.length).toBeLessThan(502_000);
    expect(conversation).toContain('The rest is in this file');
  });

  it('one long message does not break the limit', async () => {
    const plain = plainOf(await pageOf(transcriptOf([{ type: 'assistant_message', text: 'y'.repeat(3_000_000) }])));
    expect(plain.length).toBeLessThan(502_000);
  });
});

describe('packed', () => {
  it('is every event of every golden transcript', async () => {
    for (const { transcript } of goldenTranscripts()) {
      const page = await pageOf(transcript);
      const [index] = packedIn(page, 'index') as [RowIndex];
      const rows = rowsOf(page);
      expect(rows).toHaveLength(transcript.events.length);
      expect(index.kinds).toBe(rows.map(([kind]) => kind).join(''));
      expect(index.sizes).toHaveLength(rows.length);
      const words = JSON.stringify(rows);
      for (const { text, tool } of transcript.events) {
        if (text) expect(words).toContain(JSON.stringify(text).slice(1, -1));
        if (tool?.output) expect(words).toContain(JSON.stringify(tool.output).slice(1, -1));
      }
    }
  });

  it('is in blocks, with the time at which each begins', async () => {
    const events = Array.from(
      { length: 60 },
      (_, index): Partial<Event> => ({
        type: 'assistant_message',
        text: 'z'.repeat(20_000),
        timestamp: new Date(1_700_000_000_000 + index * 1000).toISOString(),
        ...(index % 7 === 0 ? { timestampSource: 'previous' } : {}),
      }),
    );
    const page = await pageOf(transcriptOf(events));
    const [{ counts, times }] = packedIn(page, 'index') as [RowIndex];
    expect(counts).toEqual([20, 20, 20]);
    expect(times).toEqual([0, 1_700_000_019_000, 1_700_000_039_000]);
    expect(
      rowsOf(page)
        .slice(0, 3)
        .map(([, since]) => since),
    ).toEqual([null, 1_700_000_001_000, 1000]);
  });

  it('holds images that are in the transcript, and no other attachment', async () => {
    const transcript = transcriptOf([
      { type: 'user_message', parts: [{ type: 'image', hash: 'sha256-a', mime: 'image/png' }] },
    ]);
    transcript.attachments = {
      'sha256-a': { mime: 'image/png', bytes: 3, data: 'AAAA' },
      'sha256-b': { mime: 'image/svg+xml', bytes: 3, data: 'AAAA' },
      '</script>': { mime: 'image/png', bytes: 3, data: 'AAAA' },
    };
    const page = await pageOf(transcript);
    expect(page.split('data-is="images">')[1]).toMatch(/^\nsha256-a\tdata:image\/png;base64,AAAA\n<\/script>/);
    expect(rowsOf(page)[0]?.[5]).toEqual([['i', 'sha256-a']]);
  });
});

describe('nothing of a session', () => {
  const HOSTILE =
    '</script></noscript></style></title>--><img src=x onerror=alert(1)><script>alert(2)</script>\0\u202e';

  it('is markup', async () => {
    const transcript = transcriptOf(
      [
        { type: 'user_message', text: HOSTILE },
        call('c', { name: HOSTILE, input: { [HOSTILE]: HOSTILE } }),
        result('c', { output: HOSTILE }),
        { type: HOSTILE, extra: { [HOSTILE]: HOSTILE } },
      ],
      { title: HOSTILE, environment: { cwd: HOSTILE }, models: [HOSTILE] },
    );
    transcript.source.agent = HOSTILE;
    const page = await pageOf(transcript);
    const markup = page.replace(SCRIPT, '').match(/<[^>]*>/g) ?? [];
    const tags = new Set(markup.map((tag) => /^<\/?([a-z0-9!]+)/i.exec(tag)?.[1]));
    expect([...tags].filter((tag) => tag === 'img' || tag === undefined)).toEqual([]);
    expect(page.match(/<script[ >]/g)).toHaveLength(4);
    expect(page).not.toContain('\0');
    expect(markup.filter((tag) => /\son\w+=/i.test(tag) || /(href|src)="(?!#e\d)/.test(tag))).toEqual([]);
  });

  it('may run or load: the policy allows the page’s own script and style alone', async () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(await pageOf(transcriptOf([]))) ?? [];
    const hash = (text: string) => Buffer.from(sha256(text), 'hex').toString('base64');
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash(SCRIPT)}'`,
      `style-src 'sha256-${hash(STYLE)}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });
});

it('the page’s script and style are those of packages/core/page', async () => {
  const module = readFileSync(new URL(`../../../../../${pageModule}`, import.meta.url), 'utf8');
  expect(await pageBundle()).toBe(module);
});
