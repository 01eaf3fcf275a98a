/** The file itself: what readers without scripts see, what is packed, and that nothing of a session is markup. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageBundle, pageModule } from '../../../../../scripts/lib/page-bundle.mjs';
import { sha256 } from '../../testing/fixtures.ts';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { call, result, transcriptOf } from '../../testing/small-transcript.ts';
import { EMPTY_VIEWER, linesIn, packedIn, pageOf } from '../../testing/written-page.ts';
import type { Event } from '../../transcript.ts';
import { wordsOf } from '../event-words.ts';
import { eventsOnce } from '../own-results.ts';
import type { FileEvent, FileIndex } from './file-data.ts';
import { BOOT, STYLE } from './page.gen.ts';

const plainOf = (page: string) => page.slice(page.indexOf('<noscript>'), page.indexOf('</noscript>'));
const eventsOf = (page: string) => packedIn(page, 'events').flat() as FileEvent[];
const indexOf = (page: string) => packedIn(page, 'index')[0] as FileIndex;

describe('without scripts', () => {
  it('header, prompts and conversation are there', async () => {
    const page = await pageOf(
      transcriptOf([{ type: 'user_message', text: 'Fix <it>.' }, call('c'), result('c', { output: 'a & b' })], {
        title: 'A "title"',
        environment: { repo: { name: 'shop', branch: 'main' } },
      }),
    );
    expect(page).toContain('<h1 dir="auto">A &quot;title&quot;</h1>');
    expect(page).toContain('shop · main</p>');
    expect(plainOf(page)).toContain('<li value="1"><a href="#e1">#1</a> <p>Fix &lt;it&gt;.</p></li>');
    expect(plainOf(page)).toContain('<article class="result" id="e3">');
    expect(plainOf(page)).toContain('<pre>a &amp; b</pre>');
    expect(page).toContain('<p>Not redacted</p>');
  });

  it('what the agent tells itself is folded away', async () => {
    const plain = plainOf(await pageOf(transcriptOf([{ type: 'system', text: 'Be brief.' }])));
    expect(plain).toMatch(
      /<article class="system" id="e1"><details><summary>.*<\/summary><p>Be brief\.<\/p><\/details>/,
    );
  });

  it('the conversation ends after a while, the prompts much later', async () => {
    const events = Array.from(
      { length: 4000 },
      (_, index): Partial<Event> => ({
        type: index % 10 === 0 ? 'user_message' : 'assistant_message',
        text: `message ${index} ${'x'.repeat(250)}`,
        timestamp: '2026-01-01T00:00:00Z',
      }),
    );
    const [prompts = '', conversation = ''] = plainOf(await pageOf(transcriptOf(events))).split(
      '<h2>Conversation</h2>',
    );
    expect(prompts.match(/<li /g)).toHaveLength(400);
    expect(conversation.length).toBeGreaterThan(200_000);
    expect(conversation.length).toBeLessThan(202_000);
    expect(conversation).toContain('The rest is in this file');
  });

  it('one long message does not break the limit', async () => {
    const plain = plainOf(await pageOf(transcriptOf([{ type: 'assistant_message', text: 'y'.repeat(3_000_000) }])));
    expect(plain.length).toBeLessThan(202_000);
  });

  it('everything is there where no viewer is at hand', async () => {
    const long = 'z'.repeat(600_000);
    const page = await pageOf(transcriptOf([{ type: 'assistant_message', text: long }, call('c'), result('c')]), {
      viewer: undefined,
    });
    expect(page).toContain(long);
    expect(page).toContain('id="e3"');
    expect(page).not.toContain('<script');
    expect(page).not.toContain('script-src');
  });
});

describe('packed', () => {
  it('is every event of every golden transcript', async () => {
    for (const { transcript } of goldenTranscripts()) {
      const page = await pageOf(transcript);
      const events = eventsOf(page);
      const { map, counts } = indexOf(page);
      expect(events).toHaveLength(transcript.events.length);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(events.length);
      expect(map.columns.type.map((type) => map.types[type])).toEqual(transcript.events.map(({ type }) => type));
      expect(map.columns.source.map((source) => map.sources[source])).toEqual(
        transcript.events.map(({ source }) => source ?? 'primary'),
      );
      for (const [at, event] of [...eventsOnce(transcript.events)].entries()) {
        const kept = events[at] as FileEvent;
        const words = wordsOf(event);
        if (words && event.type !== 'reasoning')
          expect(JSON.stringify(kept)).toContain(JSON.stringify(words.slice(0, 50)).slice(1, -1));
        if (event.tool?.output !== undefined) expect(kept.tool?.output).toBe(event.tool.output);
        if (event.type === 'tool_call') expect(kept.tool?.input).toEqual(event.tool?.input);
      }
    }
  });

  it('is in blocks, with the times of all events apart', async () => {
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
    const { counts, map } = indexOf(page);
    expect(counts).toEqual([20, 20, 20]);
    expect(map.columns.time.slice(0, 3)).toEqual([1_700_000_000_000, 1000, 1000]);
    expect(
      eventsOf(page)
        .slice(0, 3)
        .map(({ untimed }) => untimed),
    ).toEqual([1, undefined, undefined]);
  });

  it('says which call a result answers, and which call spawned a subagent', async () => {
    const page = await pageOf(
      transcriptOf(
        [
          { type: 'user_message', text: 'Look.' },
          call('c1', { name: 'Task', kind: 'task' }),
          { type: 'assistant_message', text: 'Looking.', source: 'subagent:a' },
          call('c2'),
          result('c2'),
          result('c1'),
          { type: 'permission', parentId: 'e3', permission: { action: 'Bash', status: 'accept' } } as Partial<Event>,
        ],
        { agents: [{ source: 'primary' }, { source: 'subagent:a', title: 'Look around', callId: 'c1' }] },
      ),
    );
    expect(eventsOf(page).map(({ of }) => of)).toEqual([undefined, undefined, undefined, undefined, 4, 2, 4]);
    expect(indexOf(page).facts.sources).toMatchObject([
      { source: 'primary', call: null, events: 6 },
      { source: 'subagent:a', call: 2, title: 'Look around', events: 1 },
    ]);
  });

  it('has the prompts with what came of them, and a turn that ends with its last answer', async () => {
    const at = (second: number) => new Date(1_700_000_000_000 + second * 1000).toISOString();
    const page = await pageOf(
      transcriptOf([
        { type: 'user_message', text: 'First', timestamp: at(0) },
        { ...call('c', { kind: 'edit', input: { file_path: 'a.ts' } }), timestamp: at(1), costMicroUsd: 5 },
        { ...result('c', { status: 'error' }), timestamp: at(2) },
        { type: 'assistant_message', text: 'Done', timestamp: at(3), costMicroUsd: 7 },
        { type: 'meta', timestamp: at(9000) },
        { type: 'user_message', text: 'A reminder', audience: 'model', timestamp: at(9001) },
        { type: 'user_message', text: 'Second', timestamp: at(9002) },
      ]),
    );
    expect(indexOf(page).prompts).toEqual([
      {
        seq: 1,
        text: 'First',
        durationMs: 3000,
        waitedMs: 0,
        costMicroUsd: 12,
        toolCalls: 1,
        errors: 1,
        files: ['a.ts'],
      },
      { seq: 7, text: 'Second', durationMs: null, waitedMs: 0, costMicroUsd: null, toolCalls: 0, errors: 0, files: [] },
    ]);
  });

  it('has no ids and signatures, and nothing twice', async () => {
    const uuid = '0a1b2c3d-1111-4222-8333-444455556666';
    const signature = 'EuYBCkQYAiJA'.repeat(10);
    const page = await pageOf(
      transcriptOf([
        { type: 'reasoning', extra: { signature, parentUuid: uuid } },
        { type: 'meta', extra: { uuid, nested: { requestId: uuid, kept: 'words' }, list: [signature] } },
        call('toolu_1'),
        result('toolu_1', { output: 'out', stdout: 'out', stderr: '', result: { stdout: 'out' } }),
      ]),
    );
    const events = eventsOf(page);
    expect(JSON.stringify(events)).not.toMatch(/0a1b2c3d|EuYBCkQ|toolu_1/);
    expect(events[1]?.extra).toEqual({ nested: { kept: 'words' } });
    expect(events[3]).toEqual({ tool: { output: 'out' }, of: 3 });
  });

  it('holds images that are in the transcript, and no other attachment', async () => {
    const transcript = transcriptOf([
      {
        type: 'user_message',
        parts: [
          { type: 'image', hash: 'sha256-a', mime: 'image/png' },
          { type: 'image', hash: 'sha256-c', mime: 'image/png' },
        ],
      },
    ]);
    transcript.attachments = {
      'sha256-a': { mime: 'image/png', bytes: 3, data: 'AAAA' },
      'sha256-b': { mime: 'image/svg+xml', bytes: 3, data: 'AAAA' },
      '</script>': { mime: 'image/png', bytes: 3, data: 'AAAA' },
    };
    const page = await pageOf(transcript);
    expect(linesIn(page, 'images')).toEqual(['sha256-a\tdata:image/png;base64,AAAA']);
    expect(eventsOf(page)[0]?.parts?.map(({ hash }) => hash)).toEqual(['sha256-a', undefined]);
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
    for (const viewer of [EMPTY_VIEWER, undefined]) {
      const page = await pageOf(transcript, { viewer });
      const markup = page.replace(BOOT, '').match(/<[^>]*>/g) ?? [];
      const tags = new Set(markup.map((tag) => /^<\/?([a-z0-9!]+)/i.exec(tag)?.[1]));
      expect([...tags].filter((tag) => tag === 'img' || tag === undefined)).toEqual([]);
      expect(page.match(/<script[ >]/g) ?? []).toHaveLength(viewer ? 5 : 0);
      expect(page).not.toContain('\0');
      expect(markup.filter((tag) => /\son\w+=/i.test(tag) || /(href|src)="(?!#e\d)/.test(tag))).toEqual([]);
    }
  });

  it('may run or load: the policy allows the page’s own scripts and styles alone', async () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(await pageOf(transcriptOf([]))) ?? [];
    const hash = (text: string) => Buffer.from(sha256(text), 'hex').toString('base64');
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash(BOOT)}' 'sha256-script'`,
      `style-src 'sha256-${hash(STYLE)}' 'sha256-style'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });
});

describe('a locked page', () => {
  const lock = (names: string[]) => ({
    salt: Uint8Array.of(1, 2, 3),
    iterations: 7,
    seal(data: Uint8Array, name: string) {
      names.push(name);
      return data.map((byte) => byte ^ 0x55);
    },
  });

  it('has every part sealed under a name of its own, and nothing in the open', async () => {
    const names: string[] = [];
    const transcript = transcriptOf(
      [{ type: 'user_message', text: 'the plan', parts: [{ type: 'image', hash: 'sha256-a', mime: 'image/png' }] }],
      { title: 'Secret plan', environment: { repo: { name: 'hidden' } } },
    );
    transcript.attachments = { 'sha256-a': { mime: 'image/png', bytes: 3, data: 'AAAA' } };
    const page = await pageOf(transcript, { lock: lock(names) });
    expect(names).toEqual(['events 1', 'index', 'image 1']);
    expect(page).toContain('<title>Locked session</title>');
    expect(JSON.parse(linesIn(page, 'lock')[0] ?? '')).toEqual({ salt: [1, 2, 3], iterations: 7 });
    expect(page).not.toMatch(/plan|hidden|sketch|AAAA|2026-03-01/);
  });

  it('cannot be without a viewer', async () => {
    await expect(pageOf(transcriptOf([]), { lock: lock([]), viewer: undefined })).rejects.toThrow('viewer');
  });
});

it('the page’s script and style are those of packages/core/page', async () => {
  const module = readFileSync(new URL(`../../../../../${pageModule}`, import.meta.url), 'utf8');
  expect(await pageBundle()).toBe(module);
});
