/** Sessions that were imported belong to agents that nobody reads here; they are asked for like all others. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFile } from '@hansard/archive';
import { transcriptOf } from '@hansard/core/testing/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

describe.each([{ address: undefined }, { address: '0.0.0.0' }])('on $address', ({ address }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ cases: ['codex/basic'], address });
    const path = join(server.home, 'imported.json');
    writeFileSync(
      path,
      JSON.stringify(transcriptOf([{ type: 'user_message', role: 'user', text: 'Find the quokka.' }])),
    );
    const { archive, host } = server;
    await importFile({ archive, host, now: '2026-05-01T00:00:00.000Z' }, path);
  });
  afterAll(() => server.stop());

  it.each(['search', 'sessions'])('are found by agent: in /v1/%s', async (route) => {
    const { sessions } = await server.json(`/v1/${route}?q=${encodeURIComponent('agent:some-agent')}`);
    expect(sessions).toHaveLength(1);
    expect(sessions[0].session ?? sessions[0]).toMatchObject({ agent: 'some-agent' });
  });

  it('are counted by agent:, and an agent of nobody is still told', async () => {
    expect((await server.fetch('/v1/numbers?q=agent:some-agent')).status).toBe(200);
    const unknown = await server.fetch('/v1/search?q=agent:some-agnt');
    expect(unknown.status).toBe(400);
    // What is in the archive is suggested to its owner alone.
    expect((await unknown.text()).includes('Did you mean some-agent?')).toBe(address === undefined);
  });
});
