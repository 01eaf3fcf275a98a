/** Reads records that a test made up, in a dialect of one adapter. */
import type { Adapter } from '../adapters/contract.ts';
import { Collector } from '../reading/collector.ts';
import { LogReader } from '../reading/log-reader.ts';
import { sha256 } from './fixtures.ts';

export function readLines(adapter: Adapter, dialect: string, records: readonly unknown[]): Collector {
  const found = adapter.dialects.find(({ id }) => id === dialect);
  if (found?.kind !== 'log') throw new Error(`${adapter.id} has no log dialect ${dialect}`);
  const sink = new Collector(sha256);
  const reader = new LogReader(found, sink, {});
  reader.push(new TextEncoder().encode(`${records.map((record) => JSON.stringify(record)).join('\n')}\n`));
  reader.finish({ final: true });
  return sink;
}

export type WireMessage = readonly ['in' | 'out' | 'err' | 'exit' | 'note', unknown];

/** The lines of a recorded wire: messages to the agent and from it, a second apart. */
export function wireOf(...messages: WireMessage[]) {
  const start = Date.parse('2026-11-18T10:00:00.000Z');
  return messages.map(([dir, msg], i) => ({ at: start + i * 1000, dir, msg }));
}
