/** The port for those who run a hub: whether it lives, whether it is ready, and numbers without content. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestHub } from '../testing/running-hub.ts';
import { messages, redacted, uuidOf } from '../testing/samples.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await TestHub.open();
});
afterAll(() => hub.close());

it('tells what Prometheus reads, and no id, title, text or key', async () => {
  const key = await hub.key('submitter');
  await hub.send(key, redacted('counted', messages('pelican one', 'two')));
  await hub.send(key, redacted('counted', messages('pelican one', 'two')));
  await hub.send(key, { nonsense: true });
  await hub.ask(key, `/v1/sessions/${uuidOf('counted')}`);
  const get = async (path: string) => {
    const response = await fetch(`${hub.running.statusUrl}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
  expect((await get('/v1/sessions')).status).toBe(404);
  const { text } = await get('/metrics');
  expect(text).toContain('hansard_hub_transcripts_total{outcome="created"} 1');
  expect(text).toContain('hansard_hub_transcripts_total{outcome="same"} 1');
  expect(text).toContain('hansard_hub_refused_total{code="bad-document"} 1');
  expect(text).toContain('hansard_hub_events_total 2');
  expect(text).toContain('route="/v1/transcripts"');
  for (const secret of [uuidOf('counted'), 'pelican', key, key.split('_')[1] as string]) {
    expect(text).not.toContain(secret);
  }
});

it('is not where everybody asks', async () => {
  expect((await fetch(`${hub.running.url}/metrics`)).status).toBe(404);
});
