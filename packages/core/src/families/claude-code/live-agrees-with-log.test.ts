/** The live stream says the same as the log wherever both say something: same ids, words, calls and outcomes. */
import { describe, expect, it } from 'vitest';
import { adapters } from '../../adapters/index.ts';
import { readFolder } from '../../reading/read-session.ts';
import { assembleApart } from '../../testing/assemble-apart.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../../testing/fixtures.ts';
import type { Event, Transcript } from '../../transcript.ts';

const CONVERSATION = new Set([
  'user_message',
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_result',
  'permission',
  'question',
]);

const recorded = goldenCases().filter(
  ({ agent, name }) => agent === 'claude-code' && ['basic', 'subagents', 'control', 'resume', 'live'].includes(name),
);

/** What both tell about an event. */
function said({ id, type, role, text, tool, source }: Event) {
  const { name, callId, kind, input, output, status, exitCode, server } = tool ?? {};
  return { id, type, role, text, source, name, callId, kind, input, output, status, exitCode, server };
}

const conversation = ({ events }: Transcript) =>
  new Map(events.filter(({ type }) => CONVERSATION.has(type)).map((event) => [event.id, event]));

async function both(golden: (typeof recorded)[number]) {
  const { reads } = await readFolder(adapters, hostOf(golden), HOME);
  const transcripts = assembleApart(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
  const isLive = ({ source }: Transcript) => source.dialect !== 'session-log';
  return transcripts.filter(isLive).flatMap((live) => {
    const log = transcripts.find((other) => !isLive(other) && other.session.nativeId === live.session.nativeId);
    return log ? [{ live, log }] : [];
  });
}

it('has recorded cases of both', () => expect(recorded.length).toBe(5));

describe.each(recorded)('$name', (golden) => {
  it('tells every event of the stream as the log does', async () => {
    const pairs = await both(golden);
    expect(pairs.length).toBeGreaterThan(0);
    for (const { live, log } of pairs) {
      const inLog = conversation(log);
      const inLive = [...conversation(live).values()];
      expect(inLive.length).toBeGreaterThan(0);
      for (const event of inLive) {
        const same = inLog.get(event.id);
        expect(same, `${event.type} ${event.id} is in the log`).toBeDefined();
        if (same) expect(said(event)).toEqual(said(same));
      }
    }
  });

  it('misses nothing that the agent said or did', async () => {
    for (const { live, log } of await both(golden)) {
      const inLive = conversation(live);
      const first = live.events.find(({ type }) => CONVERSATION.has(type))?.timestamp ?? '';
      const last = live.events.at(-1)?.timestamp ?? '';
      const spoken = [...conversation(log).values()].filter(
        ({ type, timestamp, usage }) =>
          type !== 'user_message' &&
          type !== 'permission' &&
          timestamp >= first &&
          timestamp <= last &&
          !usage?.inherited,
      );
      expect(spoken.filter(({ id }) => !inLive.has(id)).map(({ id }) => id)).toEqual([]);
    }
  });

  it('keeps deltas that add up to the text', async () => {
    for (const { live } of await both(golden)) {
      for (const { chunks, text = '' } of live.events) {
        const offsets = (chunks ?? []).map(({ offset }) => offset);
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        expect(offsets.every((offset) => offset <= text.length)).toBe(true);
      }
    }
  });
});

it('counts the same tokens from partial messages as from the log', async () => {
  for (const golden of recorded.filter(({ name }) => name === 'basic' || name === 'control')) {
    for (const { live, log } of await both(golden)) expect(live.metrics.tokens).toEqual(log.metrics.tokens);
  }
});
