/** Every golden case of every adapter, found by walking the folders. `npm test -- -u` refreshes them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../reading/read-session.ts';
import { caseDigests, changedCases, keptTranscripts, type ReadBy, readBy } from '../testing/adapter-versions.ts';
import { assembleApart } from '../testing/assemble-apart.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../testing/fixtures.ts';
import type { Transcript } from '../transcript.ts';
import { adapters } from './index.ts';

/** By folder of the case, as it was read just now. */
const transcriptsOf = new Map<string, readonly Transcript[]>();

describe.each(goldenCases())('$agent: $name', (golden) => {
  it('becomes the transcripts beside it', async () => {
    const { reads } = await readFolder(adapters, hostOf(golden), HOME);
    expect(reads.length).toBeGreaterThan(0);
    const transcripts = assembleApart(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
    transcriptsOf.set(golden.folder, transcripts);
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

describe.each(adapters.filter(({ id }) => goldenCases().some(({ agent }) => agent === id)))(
  'the version of $id',
  ({ id, version }) => {
    it('is raised when it reads its golden cases otherwise, so that archives read their sessions again', async () => {
      const path = fileURLToPath(new URL(`./${id}/read-by.json`, import.meta.url));
      const cases = goldenCases().filter(({ agent }) => agent === id);
      const digests = cases.map((one) => [
        one.name,
        caseDigests(one, transcriptsOf.get(one.folder) ?? keptTranscripts(one)),
      ]);
      const now: ReadBy = { version, cases: Object.fromEntries(digests) };
      const changed = changedCases(readBy(path), now);
      expect(changed, `raise the version in adapters/${id}/index.ts, then run \`npm test -- -u golden\``).toEqual([]);
      await expect(`${JSON.stringify(now, null, 2)}\n`).toMatchFileSnapshot(path);
    });
  },
);
