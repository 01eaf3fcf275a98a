/** The live stream and the log of the same run say the same things under the same ids. */
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../reading/read-session.ts';
import { assemble } from '../../reading/transcripts.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../../testing/fixtures.ts';
import type { Event } from '../../transcript.ts';
import { copilotCli } from './index.ts';

async function eventsOf(name: string): Promise<Event[]> {
  const golden = goldenCases().find((one) => one.agent === copilotCli.id && one.name === name);
  if (!golden) throw new Error(`no case ${name}`);
  const { reads } = await readFolder([copilotCli], hostOf(golden), HOME);
  return assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 }).flatMap(({ events }) => events);
}

const SPOKEN = new Set(['user_message', 'assistant_message', 'tool_call', 'tool_result', 'turn']);

/** What both of them know. The stream also has what a command printed, the log what it cost. */
function shared({ id, type, role, text, source, turn, parentId, phase, model, timestamp, tool }: Event) {
  const { stdout: _stdout, stderr: _stderr, ...known } = tool ?? { name: '' };
  return { id, type, role, text, source, turn, parentId, phase, model, timestamp: tool ? '' : timestamp, tool: known };
}

describe('the live stream of a recorded run', async () => {
  const log = await eventsOf('recorded-log');
  const live = await eventsOf('recorded-stream');
  const byId = new Map(live.map((event) => [event.id, event]));

  it('has every message, call, result and turn of the log, under the same id', () => {
    const spoken = log.filter(({ type }) => SPOKEN.has(type));
    expect(spoken.length).toBeGreaterThan(40);
    for (const event of spoken) expect(shared(byId.get(event.id) as Event)).toEqual(shared(event));
  });

  it('has the same thoughts and subagents', () => {
    const thoughts = (events: Event[]) => events.filter(({ type }) => type === 'reasoning').map(({ text }) => text);
    expect(thoughts(live)).toEqual(thoughts(log));
    const sources = (events: Event[]) => [...new Set(events.map(({ source }) => source))];
    expect(sources(live)).toEqual(sources(log));
  });

  it('keeps the deltas, which add up to the text', () => {
    const streamed = live.filter(({ chunks }) => chunks);
    expect(streamed.length).toBeGreaterThan(3);
    for (const { chunks = [], text = '' } of streamed) {
      expect(chunks[0]?.offset).toBe(0);
      expect(chunks.every(({ offset }, i) => i === 0 || offset > (chunks[i - 1]?.offset ?? 0))).toBe(true);
      expect(chunks.at(-1)?.offset).toBeLessThan(text.length);
    }
  });
});
