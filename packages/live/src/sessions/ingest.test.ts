/** Many wires at once are read one by one, with room for everybody else in between. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { LiveHome } from '../testing/live-home.ts';
import { Ingest } from './ingest.ts';

let home: LiveHome;
afterAll(() => home.remove());

it('lets others have their turn after every wire', async () => {
  home = await LiveHome.make();
  const daemon = await home.open();
  const wires = Array.from({ length: 20 }, (_, i) => {
    const folder = join(daemon.archive.home, 'live', `run-${i}`);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'wire.jsonl');
    const header = { hansard: 'wire', version: 1, agent: 'mock', dialect: 'wire', session: `s-${i}`, run: `run-${i}` };
    writeFileSync(path, `${JSON.stringify(header)}\n`);
    return path;
  });
  const ingest = new Ingest(daemon.archive, home.host, (error) => expect.fail(String(error)));
  let turns = 0;
  const count = () => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  for (const wire of wires) ingest.grown(wire);
  await ingest.settled();
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(wires.length);
  ingest.close();
  await daemon.stop();
});
