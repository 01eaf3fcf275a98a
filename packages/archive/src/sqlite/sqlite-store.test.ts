/** The archive passes the suite of stores. */
import { storeContract } from '@hansard/core/testing/store-contract/index.ts';
import { runAdapter } from '../adapters/run-adapter.ts';
import { erase, planErase } from '../maintenance/erase.ts';
import { sync } from '../sync/sync.ts';
import { EventArchive, eventAgent } from '../testing/event-log.ts';
import { findSession } from './sessions/find-session.ts';

storeContract('the archive', async () => {
  const events = await EventArchive.open();
  const { archive, host } = events;
  return {
    store: archive.store,
    add: async (sessions) => {
      await events.add(sessions);
      archive.store.written();
    },
    addRuns: async (base, runs) => {
      for (const [name, files] of Object.entries(runs)) {
        for (const [path, text] of Object.entries(files))
          host.files.set(`/home/dev/${base}/${name}/${path}`, Buffer.from(text));
      }
      const adapters = [runAdapter(['/home/dev/swarm', '/home/dev/elsewhere'])];
      await sync({ archive, host, adapters, now: '2026-10-01T00:00:00.000Z' });
      archive.store.written();
    },
    erase: async (session) => {
      const options = { host, adapters: [eventAgent], now: '2026-10-01T00:00:00.000Z' };
      await erase(archive, await planErase(archive, options, [findSession(archive, session)]), options);
    },
    close: async () => events.remove(),
  };
});
