/** What is told to a sink that holds little is what a sink in memory would have of it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Collector, type EventDraft, type Sink } from '@hansard/core';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { fc } from '@hansard/core/testing/property.ts';
import { afterAll, expect, it } from 'vitest';
import { SpoolFile } from './spool-file.ts';
import { SpoolingSink } from './spooling-sink.ts';

const folder = mkdtempSync(join(tmpdir(), 'hansard-sink-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const id = fc.integer({ min: 0, max: 9 }).map((n) => `e${n}`);
const text = fc.string({ unit: 'binary', maxLength: 8 });
const operation = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), id, text }),
  fc.record({ kind: fc.constant('put' as const), id, text }),
  fc.record({ kind: fc.constant('patch' as const), id, text }),
  fc.record({ kind: fc.constant('append' as const), id, text }),
  fc.record({ kind: fc.constant('output' as const), id, text }),
);
type Told = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const draft = (name: string, words: string, start: number): EventDraft => ({
  id: name,
  type: 'tool_call',
  timestamp: '2026-01-01T00:00:00.000Z',
  text: words,
  tool: { name: 'Bash' },
  native: { type: 'call', start, end: start + 1 },
});

function tell(sink: Sink, told: Told, at: number): unknown {
  const { kind, text: words } = told;
  if (kind === 'add') return sink.add(draft(told.id, words, at));
  if (kind === 'put') return sink.put(draft(told.id, words, at));
  if (kind === 'append') return sink.append(told.id, words, { time: '2026-01-01T00:00:01.000Z' });
  if (kind === 'output') return sink.append(told.id, words, { field: 'tool.output' });
  return sink.patch(told.id, { model: words, tool: { status: words }, native: { type: 'result', start: at } });
}

it('keeps every event with all that was said about it, whenever that came', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (operations, recent) => {
      const file = new SpoolFile(folder);
      const [sink, collector] = [SpoolingSink.into(file, sha256, recent), new Collector(sha256)];
      for (const [at, told] of operations.entries()) {
        expect(tell(sink, told, at)).toEqual(tell(collector, told, at));
      }
      sink.finish();
      const events = Array.from({ length: sink.length }, (_, place) => sink.at(place));
      file.close();
      expect(events).toEqual(collector.events);
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

it('holds values that are nested deeper than a stack, and is closed once', () => {
  const file = new SpoolFile(folder);
  const sink = SpoolingSink.into(file, sha256, 1);
  let raw: unknown = 1;
  for (let depth = 0; depth < 20_000; depth++) raw = [raw];
  sink.add({ id: 'deep', type: 'unparsed', timestamp: '2026-01-01T00:00:00.000Z', raw });
  sink.finish();
  let depth = 0;
  for (let at = sink.at(0).raw; Array.isArray(at); at = at[0]) depth++;
  expect(depth).toBe(20_000);
  file.close();
  file.close();
  expect(() => sink.at(0)).toThrow('closed');
});
