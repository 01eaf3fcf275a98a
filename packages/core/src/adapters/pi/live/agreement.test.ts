/** The stream of a running agent says the same as its session file, wherever both say something. */
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../reading/read-session.ts';
import { assemble } from '../../../reading/transcripts.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../../../testing/fixtures.ts';
import type { Event, Transcript } from '../../../transcript.ts';
import { pi } from '../index.ts';

async function transcriptsOf(name: string): Promise<Transcript[]> {
  const golden = goldenCases().find((item) => item.agent === pi.id && item.name === name);
  if (!golden) throw new Error(`there is no case ${name}`);
  const { reads } = await readFolder([pi], hostOf(golden), HOME);
  return assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
}

const SPOKEN = new Set([
  'user_message',
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_result',
  'error',
  'system',
]);

/** Everything but times of writing, which only the file has. */
function said({ id, type, role, audience, text, tool, parts, model, usage, startedAt, hidden, error, status }: Event) {
  const { callId: _callId, ...rest } = tool ?? {};
  const failure = error && { message: error.message, status: error.status, code: error.code };
  return {
    id,
    type,
    role,
    audience,
    text,
    tool: tool && rest,
    parts,
    model,
    usage,
    startedAt,
    hidden,
    failure,
    status,
  };
}

/** Results come in the order of the calls in the file, and in the order of their first output in the stream. */
function conversation(events: readonly Event[]) {
  const spoken = events.filter(({ type }) => SPOKEN.has(type));
  const results = spoken.filter(({ type }) => type === 'tool_result');
  const calls = spoken.filter(({ type }) => type === 'tool_call');
  return {
    words: spoken.filter(({ type }) => type !== 'tool_result').map(said),
    results: calls.map((call) => results.filter(({ parentId }) => parentId === call.id).map(said)),
  };
}

describe('pi: a stream and its session file', () => {
  it('agree on a run in JSON mode', async () => {
    const [file] = await transcriptsOf('retry-and-tools');
    const [stream] = await transcriptsOf('json-stream');
    expect(conversation(stream?.events ?? [])).toEqual(conversation(file?.events ?? []));
    expect(stream?.metrics.tokens).toEqual(file?.metrics.tokens);
  });

  it('agree on a session in RPC mode and its fork', async () => {
    const [file, fork] = await transcriptsOf('fork-and-clone');
    const [stream, later] = await transcriptsOf('rpc-stream');
    const copied = new Set(file?.events.map(({ id }) => id));
    const own = fork?.events.filter(({ id }) => !copied.has(id)) ?? [];
    expect(conversation(stream?.events ?? [])).toEqual(conversation(file?.events ?? []));
    expect(conversation(later?.events ?? [])).toEqual(conversation(own));
  });
});
