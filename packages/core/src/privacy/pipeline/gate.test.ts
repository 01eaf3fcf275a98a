import { describe, expect, it } from 'vitest';
import { goldenTranscripts } from '../../testing/golden-transcripts.ts';
import { receiptFaults } from '../../testing/receipt.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';
import type { Event, Transcript } from '../../transcript.ts';
import type { Rule } from '../rule.ts';
import { isRedacted, type Redacted } from './redacted.ts';

const KEY = ['ghp', 'DJOnsv5Mg6uSCvuPGG0VnAkz9J73kU0Nhxh3'].join('_');
const GONE = '[REDACTED:github-token]';
const team = testGate('team');
const says = (event: Partial<Event>, gate = team) => gate.redactTranscript(transcriptOf([event]));

describe('places that other tools are known to forget (seed 003)', () => {
  it.each<[string, Partial<Event>]>([
    ['nested tool input', { type: 'tool_call', tool: { name: 'X', input: { a: [{ b: { c: [KEY] } }] } } }],
    ['summaries of results', { type: 'tool_result', tool: { name: 'X', result: { output_summary: `got ${KEY}` } } }],
    ['errors of results', { type: 'tool_result', tool: { name: 'X', stderr: `bad ${KEY}`, result: { error: KEY } } }],
    ['errors', { type: 'error', error: { message: `401 for ${KEY}`, details: { header: KEY } } }],
    ['outcomes', { type: 'session', session: { outcome: { description: KEY } } }],
    ['diffs', { type: 'tool_result', tool: { name: 'X' }, parts: [{ type: 'file_ref', diff: `+T=${KEY}\n` }] }],
    [
      'texts that begin with a decorator',
      { type: 'assistant_message', text: `@app.route("/")\ndef f():\n  return "${KEY}"` },
    ],
    [
      'definitions of tools',
      { type: 'meta', tools: [{ hash: 'h', name: 'X', description: KEY, schema: { a: [KEY] } }] },
    ],
    ['reasoning', { type: 'reasoning', text: `the token is ${KEY}` }],
    ['system prompts', { type: 'system', text: `Use ${KEY}.` }],
    ['raw records', { type: 'unparsed', raw: { line: `{"t":"${KEY}"}` } }],
    ['names of fields', { type: 'meta', extra: { [KEY]: true } }],
    [
      'questions and answers',
      { type: 'question', question: { id: 'q', prompt: 'Token?', options: [KEY], status: 'answered', response: KEY } },
    ],
    [
      'permissions',
      { type: 'permission', permission: { id: 'p', action: `curl -H ${KEY}`, status: 'reject', reason: KEY } },
    ],
    ['ids', { type: 'meta', id: KEY, native: { type: 'x', id: KEY } }],
    ['fields that the format does not know', { type: 'meta', ...{ later: { field: [KEY] } } }],
    ['JSON within JSON within JSON', { type: 'meta', text: JSON.stringify(JSON.stringify({ a: `x\n${KEY}` })) }],
  ])('%s', (_, event) => {
    const redacted = says(event);
    expect(JSON.stringify(redacted)).not.toContain(KEY.slice(4));
    expect(redacted.privacy.redactionCount).toBeGreaterThan(0);
    expect(receiptFaults(redacted)).toEqual([]);
  });

  it('what is nested deeper than anything real, in memory and event by event', async () => {
    const nest = (value: unknown): unknown => {
      let nested = value;
      for (let i = 0; i < 500; i++) nested = i % 2 ? [nested] : { a: nested };
      return nested;
    };
    const { events, ...head } = transcriptOf([
      { type: 'tool_call', tool: { name: 'X', input: nest({ [KEY]: KEY }) } },
      { type: 'meta', text: 'nothing', extra: { a: nest(KEY) } },
    ]);
    const whole = team.redactTranscript({ ...head, events });
    expect(JSON.stringify(whole)).not.toContain(KEY.slice(4));
    expect(whole.events.map(({ redactions }) => redactions?.[0]?.placeholder)).toEqual(
      Array(2).fill('[REDACTED:nested-too-deep]'),
    );
    const stream = await team.redact({ head: () => head, events: () => events });
    const streamed: Event[] = [];
    for await (const event of stream.events) streamed.push(event);
    expect(streamed).toEqual(whole.events);
  });

  it('titles, git fields, problems and inputs in the head', () => {
    const redacted = team.redactTranscript(
      transcriptOf([], {
        title: `fix ${KEY}`,
        environment: { repo: { remote: `https://x:${KEY}@github.com/a/b.git`, branch: KEY } },
        problems: [{ kind: 'k', message: `not JSON: ${KEY}` }],
        inputs: [{ key: 'k', dialect: 'd', path: `/tmp/${KEY}` }],
        extra: { deep: [KEY] },
      }),
    );
    expect(JSON.stringify(redacted)).not.toContain(KEY.slice(4));
    expect(redacted.privacy.redactions?.map(({ field }) => field)).toEqual([
      'session.environment.repo.branch',
      'session.environment.repo.remote',
      'session.extra/deep/0',
      'session.inputs.0.path',
      'session.problems.0.message',
      'session.title',
    ]);
    expect(receiptFaults(redacted)).toEqual([]);
  });
});

describe('references', () => {
  it('still tie together what belongs together when a secret was in them', () => {
    const { events } = team.redactTranscript(
      transcriptOf([
        { id: KEY, type: 'tool_call', source: `subagent:${KEY}`, tool: { name: 'X', callId: KEY } },
        { id: 'b', type: 'tool_result', parentId: KEY, tool: { name: 'X', callId: KEY } },
      ]),
    );
    expect(events[0]?.id).toMatch(/^anon-id-[0-9a-f]{12}$/);
    expect(events[1]?.parentId).toBe(events[0]?.id);
    expect(events[1]?.tool?.callId).toBe(events[0]?.tool?.callId);
    expect(events[0]?.source).toMatch(/^subagent:anon-id-[0-9a-f]{12}$/);
  });
});

describe('a stream', () => {
  const sourceOf = ({ events, ...head }: Transcript, onRead = () => {}) => ({
    head: () => head,
    events: async function* () {
      onRead();
      yield* events;
    },
  });

  it.each(goldenTranscripts().slice(0, 30))('gives what the whole gives: $name', async ({ transcript }) => {
    const gate = testGate('research');
    const stream = await gate.redact(sourceOf(transcript));
    const events: Redacted<Event>[] = [];
    for await (const event of stream.events) events.push(event);
    expect(events.every((event) => isRedacted(event))).toBe(true);
    expect({ ...stream.head(), events }).toEqual(gate.redactTranscript(transcript));
  });

  it('is read twice and no more, and its head is known at the end', async () => {
    let reads = 0;
    const stream = await team.redact(sourceOf(transcriptOf([{ text: KEY }]), () => reads++));
    expect(() => stream.head()).toThrow(/have been read/);
    for await (const _ of stream.events);
    expect(reads).toBe(2);
    expect(stream.head().privacy.redactionCount).toBe(1);
  });

  it('that changed between the two readings is scanned as if it were new', async () => {
    let reads = 0;
    const { events, ...head } = transcriptOf([{ type: 'user_message', text: 'nothing' }]);
    const source = {
      head: () => head,
      events: () =>
        reads++ === 0
          ? events
          : [
              { ...events[0]!, text: `now ${KEY}` },
              { ...events[0]!, id: 'new', text: KEY },
            ],
    };
    const seen: string[] = [];
    for await (const event of (await team.redact(source)).events) seen.push(event.text ?? '');
    expect(seen).toEqual([`now ${GONE}`, GONE]);
  });
});

describe('a receipt that was brought along', () => {
  it('is kept where it is true and dropped where it is not', () => {
    const once = says({ type: 'user_message', text: `a ${KEY} b` });
    const forged = [
      { field: 'text', ruleId: KEY, type: 'secret', placeholder: GONE, start: 2, end: 2 + GONE.length },
      { field: 'text', ruleId: 'x', type: 'secret', placeholder: 'a', start: 0, end: 1 },
      { field: 'tool.output', ruleId: 'x', type: 'secret', placeholder: GONE },
      null,
    ];
    const event = { ...once.events[0]!, redactions: [...(once.events[0]?.redactions ?? []), ...forged] } as Event;
    const again = team.redactTranscript({ ...once, events: [event] });
    expect(again.events).toEqual(once.events);
    expect(again.privacy).toEqual(once.privacy);
  });

  it('moves with its text when more is found', () => {
    const once = testGate('raw-min').redactTranscript(transcriptOf([{ text: `x jane@corp-mail.io ${KEY}` }]));
    const twice = team.redactTranscript(once);
    expect(twice.events[0]?.text).toBe(`x [REDACTED:email] ${GONE}`);
    expect(twice.events[0]?.redactions?.map(({ ruleId, start }) => [ruleId, start])).toEqual([
      ['email', 2],
      ['github-token', 19],
    ]);
    expect(receiptFaults(twice)).toEqual([]);
  });

  it('does not count what only looks like a placeholder', () => {
    const redacted = says({ text: 'we print [REDACTED:email] here' });
    expect(redacted.privacy.redactionCount).toBe(0);
    expect(redacted.events[0]?.text).toBe('we print [REDACTED:email] here');
  });
});

describe('attachments', () => {
  it('that are text are redacted inside', () => {
    const data = Buffer.from(`TOKEN=${KEY}\nö`).toString('base64');
    const attachments = { 'sha256-1': { mime: 'text/plain', bytes: 10, path: `/tmp/${KEY}`, data } };
    const redacted = team.redactTranscript({ ...transcriptOf([{ text: KEY.slice(0, 4) }]), attachments });
    const after = redacted.attachments?.['sha256-1'];
    const text = Buffer.from(after?.data ?? '', 'base64').toString();
    expect(text).toBe(`TOKEN=${GONE}\nö`);
    expect(after).toMatchObject({ bytes: Buffer.byteLength(text), path: `/tmp/${GONE}` });
    expect(receiptFaults(redacted)).toEqual([]);
    expect(team.redactTranscript(redacted)).toEqual(redacted);
  });

  it('teach what is secret elsewhere', () => {
    const secret = 'zq81-Xk02-pLm9';
    const data = Buffer.from(`DB_PASSWORD=${secret}`).toString('base64');
    const attachments = { a: { mime: 'application/octet-stream', bytes: 10, data } };
    const redacted = team.redactTranscript({ ...transcriptOf([{ text: `use ${secret} there` }]), attachments });
    expect(redacted.events[0]?.text).toBe('use [REDACTED:password] there');
  });
});

describe('hashes of prompts and tools', () => {
  const tools = [{ hash: 'sha256-2', name: 'Bash' }];
  const given = transcriptOf([
    { type: 'system', text: `Use ${KEY}.`, promptHash: 'sha256-1' },
    { type: 'meta', tools, toolsHash: 'sha256-3' },
    { type: 'assistant_message', text: 'Yes.', promptHash: 'sha256-1', toolsHash: 'sha256-3' },
  ]);

  it('are keyed, so that nobody can try out what was removed, and still say what is the same', () => {
    const redacted = team.redactTranscript(given);
    const [prompt, offered, answer] = redacted.events;
    expect(JSON.stringify(redacted)).not.toContain('sha256-');
    expect(prompt?.promptHash).toMatch(/^keyed-[0-9a-f]{32}$/);
    expect(answer?.promptHash).toBe(prompt?.promptHash);
    expect(answer?.toolsHash).toBe(offered?.toolsHash);
    expect(team.redactTranscript(redacted).events).toEqual(redacted.events);
  });
});

describe('the gate', () => {
  it('lets nothing out under a profile that takes nothing out', () => {
    expect(() => testGate('none')).toThrow(expect.objectContaining({ code: 'profile-local' }));
  });

  it('gives what may leave, and only that, its mark', () => {
    const given = transcriptOf([]);
    expect(isRedacted(given)).toBe(false);
    expect(isRedacted(team.redactTranscript(given))).toBe(true);
    expect(isRedacted({ ...team.redactTranscript(given) })).toBe(false);
  });

  it('takes rules of the user’s own, and leaves what the user allows', () => {
    const own: Rule = {
      id: 'ticket',
      group: 'custom',
      type: 'identity',
      label: 'Ticket',
      confidence: 'high',
      placeholder: '[REDACTED:ticket]',
      anchor: { at: 'start' },
      keywords: ['acme-'],
      pattern: 'ACME-[0-9]{1,6}',
      examples: ['ACME-1'],
    };
    const gate = testGate('team', { ownRules: [own], allow: (value) => value === KEY });
    expect(says({ text: `ACME-12 ${KEY}` }, gate).events[0]?.text).toBe(`[REDACTED:ticket] ${KEY}`);
  });

  it('keeps streaming deltas on their characters', () => {
    const text = `ab ${KEY} cd`;
    const chunks = [{ offset: 0 }, { offset: 3 }, { offset: 10 }, { offset: text.length - 2 }];
    const [event] = says({ text, chunks }).events;
    expect(event?.text).toBe(`ab ${GONE} cd`);
    expect(event?.chunks).toEqual([
      { offset: 0 },
      { offset: 3 },
      { offset: 3 + GONE.length },
      { offset: 4 + GONE.length },
    ]);
  });
});

describe('values that only the name of their field gives away', () => {
  const input = {
    password: 'hu8Zk2mQ9xTr4w',
    env: { DB_PASSWORD: 'sunflower', PATH: '/usr/bin' },
    clientSecret: 'NZJzWN7saUrYsUuq3i0nw044O93xnfaVtImLZnjK',
    maxTokens: 'sunflower',
    tokenCount: '123456789012',
  };
  const redact = (gate = testGate('team')) =>
    gate.redactTranscript(transcriptOf([{ tool: { name: 'Api', input } }, { text: 'it is hu8Zk2mQ9xTr4w' }]));

  it('go, in structured input too, and other values stay', () => {
    const [call, later] = redact().events;
    expect(call?.tool?.input).toEqual({
      password: '[REDACTED:password]',
      env: { DB_PASSWORD: '[REDACTED:password]', PATH: '/usr/bin' },
      clientSecret: '[REDACTED:secret]',
      maxTokens: 'sunflower',
      tokenCount: '123456789012',
    });
    expect(call?.redactions).toContainEqual({
      field: 'tool.input/env/DB_PASSWORD',
      ruleId: 'generic-password',
      type: 'secret',
      placeholder: '[REDACTED:password]',
      start: 0,
      end: 19,
    });
    expect(later?.text).toBe('it is [REDACTED:password]');
  });

  it('are left as they are when it is done twice', () => {
    const once = redact();
    expect(testGate('team').redactTranscript(once).events).toEqual(once.events);
  });
});
