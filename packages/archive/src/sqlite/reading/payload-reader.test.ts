/** What agents wrote is given back as they wrote it, whatever they write into: logs, documents, databases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '@hansard/core';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';

/** One case for each agent and kind of input; documents that are spread over many files are not given. */
const CASES = goldenCases().filter(
  ({ agent, name }, at, all) =>
    name !== 'storage' && all.findIndex((other) => other.agent === agent && other.name !== 'storage') === at,
);

/** Records that stand in a small file of their own beside the document. */
const BESIDE = new Set(['manifest']);

it.each(CASES.map((golden) => [golden.agent, golden.name, golden] as const))(
  '%s, %s',
  async (_agent, _name, golden) => {
    const home = mkdtempSync(join(tmpdir(), 'hansard-payloads-'));
    const host = hostOf(golden, { env: { HANSARD_HOME: home } });
    const archive = await Archive.open(host, adapters);
    try {
      await sync({ archive, adapters, host, now: '2027-01-01T00:00:00.000Z' });
      const { events, sessions } = archive.store;
      const page = await sessions.page({ order: 'newest', limit: 50 });
      let given = 0;
      for (const { id } of page.sessions) {
        const all = await events.page(id, 0, 1000);
        const native = all.filter(({ native: from }) => from && from.synthetic !== true && !BESIDE.has(from.type));
        const payloads = await events.payloads(
          id,
          all.map(({ logSeq }) => logSeq as number),
        );
        expect(native.filter(({ logSeq }) => !payloads.has(logSeq as number)).map((event) => event.native)).toEqual([]);
        for (const event of native) {
          const payload = payloads.get(event.logSeq as number);
          if (event.native?.merged === undefined) expect(typeof payload).not.toBe('undefined');
          given++;
        }
      }
      expect(given > 0 || page.sessions.length === 0).toBe(true);
    } finally {
      archive.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
);
