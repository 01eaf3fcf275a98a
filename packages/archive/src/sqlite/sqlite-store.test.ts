/** The archive passes the suite of stores. */
import { storeContract } from '@hansard/core/testing/store-contract/index.ts';
import { erase, planErase } from '../care/erase.ts';
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
    erase: async (session) => {
      const options = { host, adapters: [eventAgent], now: '2026-10-01T00:00:00.000Z' };
      await erase(archive, await planErase(archive, options, [findSession(archive, session)]), options);
    },
    close: async () => events.remove(),
  };
});
