/** The same session by different ways: the stream says what the database says; a tree is found from any file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../reading/collector.ts';
import { LogReader } from '../../reading/log-reader.ts';
import { readDocument } from '../../reading/part-reader.ts';
import { readFolder, readSession } from '../../reading/read-session.ts';
import { assemble } from '../../reading/transcripts.ts';
import { mistype, randomFrom } from '../../testing/damage.ts';
import { HOME, hostOf, sha256 } from '../../testing/fixtures.ts';
import type { Event } from '../../transcript.ts';
import { eventStream, exported } from './dialects.ts';
import { opencode } from './index.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const golden = (name: string) => ({ agent: 'opencode', name, folder: join(fixtures, name) });

async function transcriptsOf(name: string) {
  const { reads } = await readFolder([opencode], hostOf(golden(name)), HOME);
  return assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
}

/** What was said and done, without what only one of the two tells: a stream shows output while it grows. */
function essence(events: readonly Event[]) {
  const told = new Set(['user_message', 'assistant_message', 'reasoning', 'tool_call', 'tool_result', 'system']);
  return events
    .filter(({ type }) => told.has(type))
    .map(({ id, type, text, tool, parts }) => {
      const { stdout, ...rest } = tool ?? {};
      return { id, type, text, parts, tool: rest, stdout: type === 'tool_call' ? undefined : stdout };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

describe('the event stream', () => {
  it('tells what the database tells', async () => {
    const [stored] = await transcriptsOf('fork-and-abort');
    const [live] = await transcriptsOf('event-stream');
    expect(live?.session.nativeId).toBe(stored?.session.nativeId);
    expect(essence(live?.events ?? [])).toEqual(essence(stored?.events ?? []));
    expect(live?.metrics.tokens).toEqual(stored?.metrics.tokens);
  });

  it('has deltas that add up to the text', async () => {
    for (const { events } of await transcriptsOf('event-stream')) {
      for (const { chunks, text = '' } of events) {
        const offsets = (chunks ?? []).map(({ offset }) => offset);
        expect([...offsets].sort((a, b) => a - b)).toEqual(offsets);
        expect(offsets.every((offset) => offset <= text.length)).toBe(true);
      }
    }
  });
});

describe('the run stream', () => {
  it('tells the same parts and numbers as the database', async () => {
    const [stored] = await transcriptsOf('database');
    const [live] = await transcriptsOf('run-stream');
    const own = (stored?.events ?? []).filter(({ source }) => source === 'primary');
    const ids = new Set(essence(live?.events ?? []).map(({ id }) => id));
    expect(essence(live?.events ?? [])).toEqual(essence(own).filter(({ id }) => ids.has(id)));
    expect(ids.size).toBeGreaterThan(20);
  });
});

describe('the tree of files', () => {
  it('is one session from whichever file it is opened', async () => {
    const host = hostOf(golden('storage'));
    const whole = await transcriptsOf('storage');
    expect(whole.length).toBe(1);
    for (const path of host.files.keys()) {
      if (path.includes('/todo/')) continue;
      const { reads } = await readSession([opencode], host, path);
      const [one, ...others] = assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
      expect(others).toEqual([]);
      expect(one?.events).toEqual(whole[0]?.events);
    }
  });
});

describe('hostile names', () => {
  it('are only names', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '__defineGetter__']) {
      const parts = [
        { id: name, type: 'file', mime: 'text/plain', url: 'x' },
        { id: name, type: name },
        { id: name, type: 'tool', tool: name, callID: name, state: { status: name } },
      ];
      const document = { info: { id: name }, messages: [{ info: { id: name, role: 'user' }, parts }] };
      readDocument(exported, JSON.stringify(document), new Collector(sha256), {});
      const reader = new LogReader(eventStream, new Collector(sha256), {});
      const event = { type: name, properties: { sessionID: name, info: { id: name, role: 'user' }, partID: name } };
      const lines = [
        event,
        ...['message.updated', 'message.removed', 'permission.replied'].map((type) => ({ ...event, type })),
      ];
      reader.push(new TextEncoder().encode(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`));
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.keys(Object)).toEqual([]);
  });
});

describe('an export', () => {
  it('keeps apart what was redacted to the same id', () => {
    const part = (text: string) => ({ id: 'REDACTED', messageID: 'REDACTED', type: 'text', text });
    const tool = { id: 'REDACTED', type: 'tool', tool: 'read', callID: 'REDACTED', state: { status: 'completed' } };
    const message = (text: string) => ({
      info: { id: 'REDACTED', role: 'assistant', tokens: { input: 1, output: 1, reasoning: 0, cache: {} } },
      parts: [part(text), tool],
    });
    const sink = new Collector(sha256);
    const document = { info: { id: 'ses_1' }, messages: [message('one'), message('two')] };
    readDocument(exported, JSON.stringify(document), sink, {});
    expect(sink.events.flatMap(({ text }) => text ?? [])).toEqual(['one', 'two']);
    expect(new Set(sink.events.map(({ id }) => id)).size).toBe(sink.events.length);
    expect(new Set(sink.events.flatMap(({ tool }) => tool?.callId ?? [])).size).toBe(2);
    expect(new Set(sink.events.flatMap(({ usage, id }) => (usage ? (usage.responseId ?? id) : []))).size).toBe(2);
  });

  it('survives fields of the wrong type', () => {
    const random = randomFrom(3);
    const document = JSON.parse(readFileSync(join(fixtures, 'export/input/export.json'), 'utf8'));
    for (let round = 0; round < 300; round++) {
      const text = JSON.stringify(mistype(document, random));
      expect(() => readDocument(exported, text, new Collector(sha256), {})).not.toThrow();
    }
  });
});
