/** A conversation as log, as document and as stream; and its subagents, found from either side. */
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
import { geminiCli } from './index.ts';
import { sessionDocument } from './session-document.ts';
import { sessionLog } from './session-log.ts';
import { streamJson } from './stream-json.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const golden = (name: string) => ({ agent: 'gemini-cli', name, folder: join(fixtures, name) });
const options = { now: '2026-01-01T00:00:00.000Z', digest: sha256 };

async function transcriptOf(name: string) {
  const { reads } = await readFolder([geminiCli], hostOf(golden(name)), HOME);
  const [transcript] = assemble(reads, options);
  if (!transcript) throw new Error(`nothing in ${name}`);
  return transcript;
}

describe('the stream', () => {
  it('tells the calls and words that the log tells', async () => {
    const log = (await transcriptOf('patch-log')).events.filter(({ source }) => source === 'primary');
    const live = (await transcriptOf('stream-json')).events;
    const words = (events: typeof live) =>
      events.filter(({ type }) => /^(user|assistant)_message$/.test(type)).map(({ type, text }) => ({ type, text }));
    const calls = (events: typeof live) =>
      events.filter(({ type }) => type === 'tool_call').map(({ id, tool }) => [id, tool?.name, tool?.input]);
    expect(words(live)).toEqual(words(log));
    expect(calls(live)).toEqual(calls(log));
  });

  it('has the totals that the log adds up to', async () => {
    const { metrics } = await transcriptOf('patch-log');
    const total = (await transcriptOf('stream-json')).events.at(-1)?.usage;
    expect(total?.scope).toBe('session');
    expect((total?.input ?? 0) + (total?.cacheRead ?? 0)).toBe(metrics.tokens?.input);
    expect((total?.output ?? 0) + (total?.reasoning ?? 0)).toBe(metrics.tokens?.output);
  });
});

describe('a session with subagents', () => {
  it('is whole from either file', async () => {
    const host = hostOf(golden('patch-log'));
    const whole = await transcriptOf('patch-log');
    expect(whole.session.agents?.length).toBe(2);
    for (const path of host.files.keys()) {
      const { reads } = await readSession([geminiCli], host, path);
      expect(assemble(reads, options).map(({ events }) => events)).toEqual([whole.events]);
    }
  });
});

describe('a message that is written again', () => {
  it('gives one event with its last state, and keeps every record behind it', async () => {
    const { events } = await transcriptOf('patch-log');
    const id = '0d324777';
    const [own, ...others] = events.filter((event) => event.native?.type === 'gemini' && event.id.startsWith(id));
    expect(others).toEqual([]);
    expect(own?.native?.merged?.length).toBeGreaterThan(0);
  });
});

describe('hostile names', () => {
  it('are only names', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '__defineGetter__']) {
      const header = { sessionId: name, projectHash: name };
      const message = { id: name, type: 'gemini', toolCalls: [{ id: name, name, status: name, agentId: name }] };
      const lines = [
        header,
        message,
        { id: name, type: 'user', content: name },
        { $rewindTo: name },
        { $set: { messages: [message] } },
      ];
      for (const dialect of [sessionLog, streamJson]) {
        const reader = new LogReader(dialect, new Collector(sha256), {});
        const extra = { type: 'tool_use', tool_id: name, tool_name: name };
        const all = [...lines, extra, { ...extra, type: 'tool_result' }, { type: name }];
        reader.push(new TextEncoder().encode(`${all.map((line) => JSON.stringify(line)).join('\n')}\n`));
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.keys(Object)).toEqual([]);
  });
});

describe('a document', () => {
  it('survives fields of the wrong type', () => {
    const random = randomFrom(11);
    const path = 'document/input/.gemini/tmp/0123456789abcdef/chats/session-2026-01-05T09-00-5b0c1d6e.json';
    const document = JSON.parse(readFileSync(join(fixtures, path), 'utf8'));
    for (let round = 0; round < 300; round++) {
      const text = JSON.stringify(mistype(document, random));
      expect(() => readDocument(sessionDocument, text, new Collector(sha256), {})).not.toThrow();
    }
  });

  it('keeps apart calls of one id', () => {
    const call = { id: 'same', name: 'read_file', args: {}, status: 'success', result: [] };
    const messages = ['a', 'b'].map((id) => ({ id, type: 'gemini', content: '', toolCalls: [call] }));
    const sink = new Collector(sha256);
    readDocument(sessionDocument, JSON.stringify({ sessionId: 's', projectHash: 'p', messages }), sink, {});
    expect(new Set(sink.events.map(({ id }) => id)).size).toBe(sink.events.length);
    expect(sink.events.filter(({ type }) => type === 'tool_call').length).toBe(2);
  });
});
