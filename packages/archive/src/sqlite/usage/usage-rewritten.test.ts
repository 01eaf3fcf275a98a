/** What was used stays counted when an agent writes a log anew, whichever of a response's events says it then. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '@hansard/core/testing/property.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, MeteredArchive, type MeteredRecord } from '../../testing/metered-agent.ts';

let folder: string;
let opened = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-rewritten-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AT = Date.UTC(2026, 2, 1, 12);
const said = (id: string, response?: string, output = 5): MeteredRecord => ({
  session: 'a',
  id,
  at: AT,
  model: 'm',
  ...(response !== undefined && { response, tokens: [10, output] }),
});

/** Output by response, after a log was each of these in turn. */
async function counted(...versions: (readonly MeteredRecord[])[]): Promise<Record<string, number>> {
  const metered = new MeteredArchive(join(folder, String(++opened)));
  for (const records of versions) await metered.write('a', linesOf(records));
  const { sql } = await metered.open();
  const rows = sql.all('SELECT response, output, event_id FROM usage ORDER BY response');
  await metered.close();
  return Object.fromEntries(rows.map(({ response, output }) => [response as string, output as number]));
}

describe('a log that was written anew', () => {
  it('keeps usage that moves from one event of the response to another, and back', async () => {
    const first = [said('text', 'r'), said('call')];
    const second = [said('call', 'r'), said('text')];
    expect(await counted(first, second)).toEqual({ r: 5 });
    expect(await counted(first, second, first)).toEqual({ r: 5 });
  });

  it('counts the event that is the later one now', async () => {
    const first = [said('text', 'r', 5), said('call', 'r', 9)];
    expect(await counted(first, first.toReversed())).toEqual({ r: 5 });
    expect(await counted(first, first.toReversed(), first)).toEqual({ r: 9 });
  });

  it('keeps what was used by an event that is gone', async () => {
    const first = [said('text', 'r', 5), said('call', 'r', 9)];
    expect(await counted(first, first.slice(0, 1))).toEqual({ r: 9 });
    expect(await counted(first, first.slice(0, 1), first)).toEqual({ r: 9 });
  });

  it('counts as if it had always been in that order', async () => {
    const events = Array.from({ length: 6 }, (_, i) => said(`e${i}`, `r${i % 2}`, i + 1));
    const order = fc.shuffledSubarray(events, { minLength: events.length });
    await fc.assert(
      fc.asyncProperty(order, order, order, async (first, second, third) => {
        expect(await counted(first, second, third)).toEqual(await counted(third));
      }),
      { numRuns: 12 },
    );
  });
});
