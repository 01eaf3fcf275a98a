/** Every live dialect reads a recorded wire as it reads the bare messages in it. */
import { describe, expect, it } from 'vitest';
import { Collector } from '../reading/collector.ts';
import { detect } from '../reading/detect.ts';
import { headOf } from '../reading/head.ts';
import { LogReader } from '../reading/log-reader.ts';
import { isObject } from '../reading/native-values.ts';
import { wireLineOf } from '../reading/wire/wire-line.ts';
import { goldenCases, inputFiles, sha256 } from '../testing/fixtures.ts';
import type { LogDialect } from './contract.ts';
import { adapters } from './index.ts';

interface Recording {
  readonly name: string;
  readonly agent: string;
  readonly dialect: LogDialect;
  readonly messages: readonly unknown[];
}

const AT = Date.parse('2026-11-18T10:00:00.000Z');

/** The streams among the golden cases that were kept bare, one message a line. */
const recordings: Recording[] = goldenCases().flatMap((golden) =>
  Object.entries(inputFiles(golden)).flatMap(([path, bytes]) => {
    const found = detect(adapters, headOf(bytes));
    if (found?.dialect.kind !== 'log' || !found.dialect.live) return [];
    const lines = new TextDecoder().decode(bytes).split('\n');
    const messages = lines.flatMap((line) => parsed(line.replace(/^data: /, '')));
    // Where both directions stand in one bare file, nothing says which message went where.
    const isTwoWay = messages.some((message) => isObject(message) && 'jsonrpc' in message && 'result' in message);
    if (messages.length === 0 || isTwoWay || messages.some((message) => wireLineOf(message))) return [];
    const name = `${found.adapter.id}/${found.dialect.id} ${golden.name} ${path.split('/').at(-1)}`;
    return [{ name, agent: found.adapter.id, dialect: found.dialect, messages }];
  }),
);

function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function read(dialect: LogDialect, lines: readonly unknown[]) {
  const sink = new Collector(sha256);
  const reader = new LogReader(dialect, sink, {});
  reader.push(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  reader.finish({ final: true });
  return sink;
}

const told = (sink: Collector) =>
  [sink, ...sink.others.values()].flatMap(({ events }) =>
    events.map(({ type, role, text, tool, phase }) => ({ type, role, text, phase, call: tool?.callId && tool.name })),
  );

it('has streams of many agents', () => {
  expect(new Set(recordings.map(({ agent }) => agent)).size).toBeGreaterThanOrEqual(8);
});

describe.each(recordings)('$name', ({ agent, dialect, messages }) => {
  const header = { hansard: 'wire', version: 1, agent, dialect: dialect.id };
  const lines = messages.map((msg, i) => ({ at: AT + i, dir: 'out', msg }));

  it('tells the same from a wire', () => {
    const wire = read(dialect, [header, ...lines]);
    expect(told(wire).filter(({ type }) => type === 'unparsed')).toEqual([]);
    expect(told(wire).slice(1)).toEqual(told(read(dialect, messages)));
    expect(wire.facts.agentId).toBe(agent);
    expect(wire.events.filter(({ timestampSource }) => timestampSource && timestampSource !== 'none').length).toBe(0);
  });

  it('is recognised by the header', () => {
    const head = headOf(new TextEncoder().encode([header, ...lines].map((line) => JSON.stringify(line)).join('\n')));
    expect(detect(adapters, head)?.dialect.id).toBe(dialect.id);
  });
});

it('recognises nothing, and throws nothing, when types are no texts', () => {
  const odd = { toString: 1, valueOf: 2 };
  for (const wrap of [(msg: object) => msg, (msg: object) => ({ at: AT, dir: 'out', msg })]) {
    const lines = [{ type: odd }, { type: odd, session_id: odd, msg: { type: odd } }, { method: odd, params: odd }].map(
      wrap,
    );
    const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(detect(adapters, headOf(bytes))).toBeUndefined();
    for (const { dialect } of recordings) expect(() => read(dialect, lines)).not.toThrow();
  }
});
