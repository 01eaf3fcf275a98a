import { type Adapter, adapterOf, adapters, type Host } from '@hansard/core';
import { type GoldenCase, goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { describe, expect, it } from 'vitest';
import { type DiscoveredInput, discover } from './discover.ts';
import { type Peek, peek } from './peek.ts';

async function peeksOf(golden: GoldenCase, host: Host, limit: number): Promise<Peek[]> {
  const peeks: Peek[] = [];
  for await (const { adapter, inputs } of discover(adapters, host)) {
    if (adapter.id !== golden.agent) continue;
    for (const input of inputs) if (input.role === 'session') peeks.push(...(await peek(adapter, host, input, limit)));
  }
  return peeks;
}

describe.each(goldenCases())('$agent: $name', (golden) => {
  it('is told apart by its beginning', async () => {
    for (const found of await peeksOf(golden, hostOf(golden), 10)) {
      expect(found.startedAt ?? '2026').toMatch(/^20/);
      expect(found.title?.includes('\n') ?? false).toBe(false);
    }
  });
});

describe('a large log', () => {
  it('is read at both ends only', async () => {
    const golden = goldenCases()[0] as GoldenCase;
    const host = hostOf(golden);
    const ranges: [number, number][] = [];
    const counting = Object.create(host, {
      read: {
        value: (path: string, start = 0, end = Number.POSITIVE_INFINITY) => {
          ranges.push([start, end]);
          return host.read(path, start, end);
        },
      },
    }) as Host;
    const adapter = adapterOf(golden.agent) as Adapter;
    const path = [...host.files.keys()].find((name) => name.endsWith('.jsonl')) as string;
    const lines = new TextDecoder().decode(host.files.get(path));
    const filler = `${JSON.stringify({ type: 'filler', text: 'x'.repeat(1000) })}\n`.repeat(3000);
    host.files.set(path, new TextEncoder().encode(lines + filler + lines));
    const bytes = host.files.get(path)?.length ?? 0;
    const input: DiscoveredInput = { path, kind: 'log', role: 'session', bytes, modifiedAt: '2026-01-01T00:00:00Z' };
    const [found] = await peek(adapter, counting, input, 1);
    expect(found?.events).toBeUndefined();
    expect(ranges.reduce((sum, [start, end]) => sum + end - start, 0)).toBeLessThan(256 * 1024);
  });
});

describe('the title of a session without one', () => {
  it('is what the user asked, not the tag of an attached file before it', async () => {
    const golden = goldenCases().find(({ agent, name }) => agent === 'pi' && name === 'retry-and-tools') as GoldenCase;
    const titles = (await peeksOf(golden, hostOf(golden), 10)).map(({ title }) => title);
    expect(titles).toEqual(['The test fails. Please fix it.']);
  });
});
