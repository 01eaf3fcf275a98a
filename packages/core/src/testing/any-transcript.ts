/**
 * Transcripts that nobody wrote, for property tests of formats: every type of event, every optional field now and then,
 * results without calls, calls without results, subagents at any depth, texts that are hard to keep whole.
 */
import fc from 'fast-check';
import {
  ADDED_EVENT_TYPES,
  BASE_EVENT_TYPES,
  type Event,
  TOOL_KINDS,
  TOOL_STATUSES,
  type Transcript,
} from '../transcript.ts';

const HARD = [
  '',
  ' ',
  '\n',
  'a\r\nb',
  '\u2028',
  '"\\',
  '</script>',
  '\u0000',
  '😀',
  'é',
  '\ue000',
  '{"a":1}',
  '__proto__',
  '0',
  '- x',
  '@@ -1 +1 @@',
];
const text = fc.oneof(
  fc.constantFrom(...HARD),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const word = fc.constantFrom('a', 'b', 'read', 'x/y', 'claude-x', 'p/m', 'é', 'constructor');
const count = fc.integer({ min: 0, max: 5000 });
const time = fc.integer({ min: 0, max: 9_000_000_000 }).map((ms) => new Date(1_700_000_000_000 + ms).toISOString());
const json = fc
  .jsonValue({ maxDepth: 2, stringUnit: 'grapheme' })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const fields = fc.dictionary(word, json, { maxKeys: 3 }).map((value) => ({ ...value }) as Record<string, unknown>);
const sources = fc.constantFrom('primary', 'subagent:a', 'subagent:a/b', 'subagent:c');

/** Some of the fields. */
const some = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const usage = fc.record(
  {
    input: count,
    output: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    reasoning: count,
    scope: fc.constantFrom('response', 'turn', 'session'),
    responseId: word,
    inherited: fc.boolean(),
    native: json,
  },
  { requiredKeys: ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'reasoning'] },
);

const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('json'), json }),
  fc.record({
    type: fc.constant('file_ref'),
    path: word,
    action: fc.constantFrom('read', 'write', 'patch'),
    diff: text,
  }),
  fc.record({ type: fc.constant('image'), mime: fc.constant('image/png'), hash: word }),
  fc.record({ type: fc.constant('reasoning'), text, visibility: fc.constantFrom('public', 'private') }),
  fc.record({ type: fc.constant('status'), label: text, detail: text }),
);

const tool = fc.record(
  {
    name: word,
    callId: word,
    kind: fc.constantFrom(...TOOL_KINDS),
    input: fc.oneof(fields, json, fc.record({ command: text }), fc.record({ file_path: word, content: text })),
    output: text,
    result: json,
    status: fc.constantFrom(...TOOL_STATUSES, 'half-done'),
    rawStatus: json,
    exitCode: fc.integer({ min: -1, max: 255 }),
    stdout: text,
    stderr: text,
    durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
    server: word,
  },
  { requiredKeys: ['name'] },
);

const payload = some({
  role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const, 'tool' as const),
  text,
  source: sources,
  turn: word,
  audience: fc.constantFrom('model', 'user'),
  parts: fc.array(part, { maxLength: 2 }),
  startedAt: time,
  completedAt: time,
  timestampSource: fc.constantFrom('previous', 'session', 'file', 'none'),
  model: word,
  variant: word,
  usage,
  branch: word,
  hidden: fc.record({ by: word }),
  withdrawn: fc.boolean(),
  phase: fc.constantFrom('started', 'ended'),
  session: fields,
  raw: json,
  native: fc.record({ type: word, start: count }),
  extra: fields,
});

const TYPES = [...BASE_EVENT_TYPES, ...BASE_EVENT_TYPES, ...ADDED_EVENT_TYPES, 'hologram'];

/** What an event of the type must have. */
function typed(type: string): fc.Arbitrary<Partial<Event>> {
  if (type === 'tool_call' || type === 'tool_result') return fc.record({ tool });
  if (type === 'permission') return fc.record({ permission: fc.record({ id: word, action: text, status: word }) });
  if (type === 'question') {
    const question = { id: word, prompt: text, options: fc.array(text, { maxLength: 2 }), status: word };
    return fc.record({ question: fc.record(question) });
  }
  if (type === 'error') return fc.record({ error: fc.record({ message: text }) });
  return type === 'status' ? fc.record({ status: fc.record({ label: text }) }) : fc.constant({});
}

const draft = fc
  .constantFrom(...TYPES)
  .chain((type) => fc.tuple(fc.constant(type), time, payload, typed(type), fc.option(fc.nat(20))));

type Draft = [type: string, timestamp: string, payload: object, typed: object, parent: number | null];

/** Ids, numbers and parents that fit together. */
function numbered(drafts: readonly Draft[]): Event[] {
  const counts = new Map<string, number>();
  return drafts.map(([type, timestamp, more, own, parent], index) => {
    const event = { id: `e${index}`, seq: index + 1, timestamp, type, ...more, ...own } as Event;
    const source = event.source ?? 'primary';
    counts.set(source, (counts.get(source) ?? 0) + 1);
    const sourceSeq = event.source ? { sourceSeq: counts.get(source) } : {};
    return { ...event, ...sourceSeq, ...(parent !== null && parent < index ? { parentId: `e${parent}` } : {}) };
  });
}

const session = some({
  nativeId: word,
  title: text,
  models: fc.array(word, { maxLength: 2 }),
  state: fc.constantFrom('open', 'ended', 'interrupted', 'failed'),
  generation: fc.integer({ min: 1, max: 9 }),
  agents: fc.uniqueArray(fc.record({ source: sources, type: word, callId: word }), {
    selector: ({ source }) => source,
  }),
  extra: fields,
});

export const anyTranscript: fc.Arbitrary<Transcript> = fc
  .tuple(fc.array(draft, { maxLength: 14 }), session, fc.array(time, { minLength: 2, maxLength: 2 }), word)
  .map(([drafts, more, [startedAt, endedAt], agent]) => {
    const events = numbered(drafts as Draft[]);
    return {
      schemaVersion: '0.2.0',
      transcriptId: 'a-transcript',
      source: { agent, agentVersion: null, adapter: agent, adapterVersion: '0.1.0' },
      session: {
        startedAt: startedAt as string,
        endedAt: endedAt as string,
        capturedAt: endedAt as string,
        environment: { os: 'linux', cwd: '/home/dev', repo: { remote: 'git@host:o/n.git', branch: 'main' } },
        ...more,
      },
      submitter: null,
      privacy: {
        profile: 'none',
        redactionApplied: false,
        anonymizationApplied: false,
        rulesApplied: [],
        redactionCount: 0,
      },
      metrics: { eventCount: events.length, messageCount: 0, toolCallCount: 0, durationMs: 1500 },
      events,
    } as Transcript;
  });
