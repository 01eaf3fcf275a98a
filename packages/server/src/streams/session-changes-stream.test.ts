import { createClient } from '@hansard/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cutter } from '../testing/cutter.ts';
import { SampleServer, said } from '../testing/sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await SampleServer.start();
});
afterAll(() => server.stop());

it('tells whoever has read something that it was removed, also when they were away', async () => {
  const { sql } = server.archive;
  const remove = (hash: string) =>
    sql.transaction(() => sql.run("INSERT INTO erased (hash, session, at) VALUES (?, 's', '2026-01-01')", hash));
  const proxy = await Cutter.before(server.server.port, 3000);
  const client = createClient({ baseUrl: proxy.url, token: server.token });
  const controller = new AbortController();
  let [told, connections] = [0, 0];
  try {
    const watching = (async () => {
      const onRemoval = () => told++;
      const onConnection = (state: string) => {
        if (state === 'connected') connections++;
      };
      const options = { onRemoval, onConnection, signal: controller.signal, pauses: { first: 1, longest: 2 } };
      for await (const _ of client.watchSessions(options));
    })();
    await expect.poll(() => connections).toBeGreaterThan(0);
    await server.add('grows-only', said(1));
    expect(told).toBe(0);
    remove('one');
    server.archive.store.written();
    await expect.poll(() => told).toBe(1);
    const before = connections;
    remove('two');
    for (let n = 0; connections === before && n < 60; n++) await server.add('grows-only', said(1, n + 2));
    await expect.poll(() => told).toBe(2);
    controller.abort();
    await watching;
  } finally {
    proxy.close();
  }
});
