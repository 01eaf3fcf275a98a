/** The live streams say what the log says, wherever both say it: compared on the recordings that have both. */
import { describe, expect, it } from 'vitest';
import { codex } from '../../adapters/codex/index.ts';
import { readFolder } from '../../reading/read-session.ts';
import { assembleApart } from '../../testing/assemble-apart.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../../testing/fixtures.ts';
import type { Event, Transcript } from '../../transcript.ts';

async function transcriptsOf(name: string): Promise<Transcript[]> {
  const golden = goldenCases().find((found) => found.agent === codex.id && found.name === name);
  if (!golden) throw new Error(`no case ${name}`);
  const { reads } = await readFolder([codex], hostOf(golden), HOME);
  return assembleApart(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
}

async function pairsOf(name: string): Promise<[log: Transcript, live: Transcript][]> {
  const all = await transcriptsOf(name);
  const logs = all.filter(({ source }) => source.dialect === 'rollout');
  return logs.flatMap((log) => {
    const live = all.find(
      ({ source, session }) => source.dialect !== 'rollout' && session.nativeId === log.session.nativeId,
    );
    return live ? [[log, live] as [Transcript, Transcript]] : [];
  });
}

const SAID = new Set(['user_message', 'assistant_message', 'reasoning', 'tool_call', 'tool_result', 'turn', 'error']);

/** What both streams tell of an event, in one form. Exit codes of patches are only in the model's copy. */
function shown({ type, role, text, turn, tool, parts = [], usage, phase, status, error, model, variant }: Event) {
  const results = type === 'tool_result' ? parts : [];
  const { callId, kind, status: outcome, server } = tool ?? {};
  const command = kind === 'shell' ? [tool?.exitCode, tool?.stdout] : [];
  return {
    ...{ type, role, text, turn, phase, status, model, variant },
    ...{ callId, kind, outcome, server, command },
    error: error?.message,
    files: results.filter(({ diff }) => diff !== undefined).map(({ path, diff }) => [path, diff]),
    images: results.filter(({ hash }) => hash !== undefined).map(({ hash }) => hash),
    usage: usage && [usage.input, usage.cacheRead, usage.output, usage.reasoning],
  };
}

describe('app-server', async () => {
  const pairs = await pairsOf('app-server');
  const all = [...pairs, ...(await pairsOf('automatic-reviewer'))];

  it('has both threads in both', () => {
    expect(pairs.length).toBe(2);
    expect(all.length).toBe(3);
  });

  it.each(all)('tells the same of every event that both have', (log, live) => {
    const logged = new Map(log.events.map((event) => [event.id, event]));
    const both = live.events.filter(({ id, type }) => SAID.has(type) && logged.has(id));
    expect(both.length).toBeGreaterThan(2);
    for (const event of both) expect(shown(event)).toEqual(shown(logged.get(event.id) as Event));
  });

  it('differs only in what one of them never has', () => {
    const missing = (from: Transcript, other: Transcript) => {
      const ids = new Set(other.events.map(({ id }) => id));
      const told = from.events.filter(({ id, type }) => SAID.has(type) && type !== 'user_message' && !ids.has(id));
      return told.map(({ type, text, tool }) => [type, (text ?? tool?.name ?? '').slice(0, 24)]);
    };
    expect(pairs.flatMap(([log, live]) => missing(log, live))).toEqual([
      // Calls of unknown tools and the summary of a compaction are no items.
      ['tool_call', 'add'],
      ['tool_result', 'add'],
      ['assistant_message', 'Summary: user asked to t'],
    ]);
    // An answer that was cut off is in no log.
    expect(pairs.flatMap(([log, live]) => missing(live, log))).toEqual([
      ['assistant_message', 'I will be interrupted wh'],
    ]);
  });

  it.each(all)('has the same prompts', (log, live) => {
    const prompts = ({ events }: Transcript) =>
      events
        .filter(({ type, source }) => type === 'user_message' && source === 'primary')
        .map(({ text, turn }) => [text, turn]);
    expect(prompts(live)).toEqual(prompts(log));
  });

  it.each(pairs)('comes to the same tokens', (log, live) => {
    expect(live.metrics.tokens).toEqual(log.metrics.tokens);
  });

  it.each(all)('agrees on what was refused', (log, live) => {
    const refused = ({ events }: Transcript) =>
      events.flatMap(({ permission }) => (permission?.status === 'reject' ? [[permission.callId, permission.by]] : []));
    expect(refused(live)).toEqual(refused(log));
  });

  it('keeps each delta as a chunk of the text', () => {
    const streamed = pairs.flatMap(([, live]) => live.events).filter(({ chunks }) => chunks);
    expect(streamed.length).toBeGreaterThan(3);
    for (const { text = '', chunks = [] } of streamed) {
      const offsets = chunks.map(({ offset }) => offset);
      expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
      expect(offsets.at(-1)).toBeLessThan(text.length);
    }
  });
});

describe.each(['basic', 'code-mode-with-subagent'])('exec --json: %s', async (name) => {
  const [pair] = await pairsOf(name);
  const [log, live] = pair as [Transcript, Transcript];

  it('shows the same words, commands and changes in the same order', () => {
    const content = ({ events }: Transcript) =>
      events.filter(isInBoth).map(({ type, text, tool, parts }) => ({
        type,
        text,
        tool: tool && [tool.kind, tool.status, ...(tool.kind === 'shell' ? [tool.exitCode, tool.stdout] : [])],
        files: type === 'tool_result' ? parts?.map(({ path }) => path) : undefined,
      }));
    expect(content(live)).toEqual(content(log));
  });

  it('ends with the thread’s total', () => {
    const own = log.events.filter(({ source, usage }) => source === 'primary' && usage);
    const total = (events: Event[]) =>
      events.reduce((sum, { usage }) => sum + (usage?.input ?? 0) + (usage?.cacheRead ?? 0), 0);
    expect(total(live.events.filter(({ usage }) => usage))).toBe(total(own));
  });
});

/** The stream shows no failed patches, images, unknown tools or input to terminals, nor scripts around commands. */
function isInBoth({ type, source, tool, parts }: Event): boolean {
  if (source !== 'primary') return false;
  if (type === 'assistant_message' || type === 'reasoning') return true;
  if (type !== 'tool_result') return false;
  return tool?.kind === 'shell' ? tool.stdout !== undefined : tool?.kind === 'edit' && parts !== undefined;
}
