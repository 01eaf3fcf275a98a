/**
 * Transcripts that no agent would write but the format allows: events in any order, ids that repeat across kinds,
 * turns that begin twice and never end, requests nobody answers, text of every script. For property tests.
 */

import {
  ADDED_EVENT_TYPES,
  BASE_EVENT_TYPES,
  type Event,
  EXECUTION_CONTEXTS,
  ROLES,
  SCHEMA_VERSION,
  TOOL_KINDS,
  TOOL_STATUSES,
  type Transcript,
} from '../transcript.ts';
import { fc } from './property.ts';

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '',
    'npm test',
    'a\nb',
    '```\ncode\n```',
    '# head',
    '"quoted", and more',
    '{"a": 1}',
    '\u2028',
    '<b>&amp;</b>',
    '=1+1',
  ),
);
const time = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 2) })
  .map((at) => new Date(at).toISOString());
const count = fc.nat(5_000);
const json = fc.jsonValue({ maxDepth: 2 });
const fields = fc.dictionary(fc.constantFrom('a', 'b', 'note', 'exitCode', 'stderr', 'code'), json, { maxKeys: 3 });

/** A record of which each field may be missing. */
const some = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text: words }),
  fc.record({ type: fc.constant('json'), json }),
  some({ path: words, action: fc.constantFrom('read', 'write', 'patch', 'delete', 'rename'), diff: words }).map(
    (rest) => ({ type: 'file_ref', ...rest }),
  ),
  some({ path: words, mime: fc.constant('image/png'), hash: fc.constant('sha256-00'), url: words }).map((rest) => ({
    type: 'image',
    ...rest,
  })),
  some({ visibility: fc.constantFrom('public', 'private'), text: words }).map((rest) => ({
    type: 'reasoning',
    ...rest,
  })),
  some({ label: words, detail: words }).map((rest) => ({ type: 'status', ...rest })),
  fc.record({ type: fc.constant('hologram'), text: words }),
);

const tool = fc.tuple(
  fc.record({ name: fc.constantFrom('Bash', 'Read', 'Task', '') }),
  some({
    callId: fc.constantFrom('c1', 'c2', 'c3'),
    kind: fc.constantFrom(...TOOL_KINDS),
    input: json,
    output: words,
    result: json,
    status: fc.constantFrom(...TOOL_STATUSES, 'half-done'),
    rawStatus: json,
    exitCode: fc.integer({ min: -1, max: 255 }),
    stdout: words,
    stderr: words,
    durationMs: fc.nat(10_000),
    server: words,
  }),
);

const usage = fc.tuple(
  fc.record({
    input: count,
    output: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    reasoning: count,
  }),
  some({
    scope: fc.constantFrom('response', 'turn'),
    responseId: fc.constantFrom('r1', 'r2'),
    inherited: fc.boolean(),
  }),
);

const both = <A extends object, B extends object>([a, b]: [A, B]) => ({ ...a, ...b });

const permission = fc
  .tuple(
    fc.record({
      id: fc.constantFrom('p1', 'p2'),
      action: words,
      status: fc.constantFrom('requested', 'accept', 'accept_for_session', 'reject', 'maybe'),
    }),
    some({
      callId: fc.constantFrom('c1', 'c2'),
      by: words,
      at: time,
      via: words,
      reason: words,
      options: fc.array(words),
      details: json,
    }),
  )
  .map(both);

const question = fc
  .tuple(
    fc.record({
      id: fc.constantFrom('q1', 'q2'),
      prompt: words,
      options: fc.array(words, { maxLength: 3 }),
      status: fc.constantFrom('requested', 'answered', 'rejected'),
    }),
    some({ response: words, by: words, at: time, via: words, details: json }),
  )
  .map(both);

const error = fc
  .tuple(
    fc.record({ message: words }),
    some({
      code: words,
      status: fc.constant(529),
      attempt: fc.nat(9),
      retryInMs: count,
      willRetry: fc.boolean(),
      details: json,
    }),
  )
  .map(both);

const hash = fc.constantFrom('sha256-01', 'sha256-02');
const definition = fc
  .tuple(
    fc.record({ hash, name: fc.constantFrom('Bash', 'Read', '') }),
    some({ description: words, schema: json, server: words, extra: fields }),
  )
  .map(both);

const event = fc
  .tuple(
    fc.record({
      timestamp: time,
      type: fc.constantFrom<string>(...BASE_EVENT_TYPES, ...ADDED_EVENT_TYPES, 'hologram'),
    }),
    some({
      role: fc.constantFrom<string>(...ROLES, 'reviewer'),
      text: words,
      source: fc.constantFrom('primary', 'primary', 'subagent:a', 'subagent:a/b'),
      turn: fc.constantFrom('t1', 't2', 't3'),
      parentId: fc.constantFrom('e0', 'e1', 'e2', 'gone'),
      audience: fc.constantFrom('user', 'model'),
      parts: fc.array(part, { minLength: 1, maxLength: 3 }),
      chunks: fc.array(fc.tuple(fc.record({ offset: fc.nat(9) }), some({ time })).map(both), { maxLength: 3 }),
      startedAt: time,
      completedAt: time,
      timestampSource: fc.constantFrom('previous', 'file'),
      model: fc.constantFrom('model-a', 'provider/model-b'),
      variant: fc.constant('high'),
      provider: fc.constantFrom('anthropic', 'some-proxy'),
      promptHash: hash,
      tools: fc.array(definition, { maxLength: 2 }),
      toolsHash: hash,
      usage: usage.map(both),
      costMicroUsd: count,
      branch: fc.constant('b1'),
      hidden: fc.record({ by: fc.constant('compaction') }),
      withdrawn: fc.boolean(),
      phase: fc.constantFrom('started', 'ended', 'failed', 'interrupted', 'changed'),
      session: fields,
      status: fc.tuple(fc.record({ label: words }), some({ detail: words })).map(both),
      raw: json,
      native: fc
        .tuple(fc.record({ type: words }), some({ id: words, start: count, pointer: words, synthetic: fc.boolean() }))
        .map(both),
      extra: fields,
    }),
  )
  .map(both);

/** Payloads that go with a type are there most of the time, and now and then on another. */
const payload = some({ tool: tool.map(both), permission, question, error });
const PAYLOADS: Readonly<Record<string, string>> = {
  tool_call: 'tool',
  tool_result: 'tool',
  permission: 'permission',
  question: 'question',
  error: 'error',
};

const withPayload = fc.tuple(event, payload, fc.nat(9)).map(([event, payload, odd]) => {
  const wanted = PAYLOADS[event.type];
  const kept = Object.entries(payload).filter(([name]) => (odd === 0 ? true : name === wanted));
  return { ...event, ...Object.fromEntries(kept) };
});

const events = fc.array(withPayload, { maxLength: 14 }).map((drafts) => {
  const own = new Map<string, number>();
  return drafts.map((draft, index) => {
    const source = draft.source ?? 'primary';
    own.set(source, (own.get(source) ?? 0) + 1);
    return { id: `e${index}`, seq: index + 1, ...draft, source, sourceSeq: own.get(source) } as Event;
  });
});

export const generatedTranscript: fc.Arbitrary<Transcript> = fc
  .record({
    transcriptId: fc.uuid(),
    startedAt: time,
    endedAt: fc.option(time),
    session: some({
      nativeId: words,
      title: words,
      models: fc.array(fc.constantFrom('model-a', 'provider/model-b'), { maxLength: 2 }),
      state: fc.constantFrom('open', 'ended', 'failed', 'interrupted'),
      executionContext: fc.constantFrom<string>(...EXECUTION_CONTEXTS, 'kiosk'),
      git: some({ root: words, remote: words, branch: words, startCommit: words, endCommit: words, worktree: words }),
      extra: fields,
    }),
    environment: some({ os: fc.constant('linux'), shell: fc.constant('zsh'), cwd: words }),
    agentVersion: fc.option(words),
    events,
  })
  .map(({ transcriptId, startedAt, endedAt, session, environment, agentVersion, events }) => ({
    schemaVersion: SCHEMA_VERSION,
    transcriptId,
    source: { agent: 'some-agent', agentVersion, adapter: 'some-agent', adapterVersion: '1.0.0' },
    session: { startedAt, endedAt, capturedAt: startedAt, environment, ...session },
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: { eventCount: events.length, messageCount: 0, toolCallCount: 0, durationMs: 0 },
    events,
  }))
  // As a document has it: JSON knows no -0 and nothing undefined.
  .map((transcript) => JSON.parse(JSON.stringify(transcript)));
