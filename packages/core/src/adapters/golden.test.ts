/** Every golden case of every adapter, found by walking the folders. `npm test -- -u` refreshes them. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../reading/read-session.ts';
import { assembleApart } from '../testing/assemble-apart.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../testing/fixtures.ts';
import { adapters } from './index.ts';

describe.each(goldenCases())('$agent: $name', (golden) => {
  it('becomes the transcripts beside it', async () => {
    const { reads } = await readFolder(adapters, hostOf(golden), HOME);
    expect(reads.length).toBeGreaterThan(0);
    const transcripts = assembleApart(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
    const text = `${JSON.stringify(transcripts, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(golden.folder, 'transcripts.json'));
  });

  it('is located in its home', async () => {
    const host = hostOf(golden);
    for (const adapter of adapters.filter(({ id }) => id === golden.agent)) {
      const located: string[] = [];
      for await (const input of adapter.locate(host)) located.push(input.path);
      expect(located.filter((path) => !host.files.has(path))).toEqual([]);
    }
  });
});
