/**
 * What a hub has not (tags and notes of one's own, agents that run, flows, repositories, logs to read) is answered with 501 by
 * each of the routes that a server has for it, on every database; a reader is answered all that the store is asked.
 */
import { routes } from '@hansard/core/api/index.ts';
import type { Route } from '@hansard/core/api/route.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEveryPlace } from '../testing/hub-places.ts';
import type { TestHub } from '../testing/running-hub.ts';
import { redacted, uuidOf } from '../testing/samples.ts';

const VALUES: Readonly<Record<string, string>> = {
  id: uuidOf('s1'),
  eventId: 'e1',
  q: 'look',
  by: 'day',
  with: uuidOf('s1'),
};

const PARTS = /^(git-|live-|run|step-|flow|backends$|tags$|views$|export$|preview$)/;

const isAsked = ({ method, media, scope }: Route): boolean => method === 'GET' && media !== 'sse' && scope === 'read';

function pathOf({ path, query }: Route): string {
  const filled = path.replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(VALUES[name] ?? 'x'));
  const needed = (query?.required ?? []) as readonly string[];
  return `${filled}?${new URLSearchParams(Object.fromEntries(needed.map((name) => [name, VALUES[name] ?? 'x'])))}`;
}

onEveryPlace('a hub', (open) => {
  let hub: TestHub;
  let key: string;
  beforeAll(async () => {
    hub = await open();
    const events = [{ id: 'e1', type: 'user_message', role: 'user', text: 'Please look' }] as const;
    expect((await hub.send(await hub.key('submitter'), redacted('s1', [...events]))).status).toBe(201);
    key = await hub.key('reader');
  }, 60_000);
  afterAll(() => hub?.close());

  it('answers what a store is asked, and 501 for the rest', { timeout: 60_000 }, async () => {
    const answers = new Map<string, number>();
    for (const route of routes.filter(isAsked)) {
      const { status, json } = await hub.ask(key, pathOf(route));
      if (status === 501) expect([route.id, json?.code]).toEqual([route.id, 'not-offered']);
      answers.set(route.id, status);
    }
    const having = (is: (status: number) => boolean) =>
      [...answers].flatMap(([id, status]) => (is(status) ? [id] : []));
    expect(having((status) => status >= 500 && status !== 501)).toEqual([]);
    const missing = having((status) => status === 501);
    expect(missing.filter((id) => !PARTS.test(id))).toEqual([]);
    for (const id of ['tags', 'views', 'live-sessions', 'runs', 'git-commits', 'export', 'preview'])
      expect([id, answers.get(id)]).toEqual([id, 501]);
    for (const id of ['sessions', 'session', 'search', 'numbers', 'session-outline', 'session-timeline'])
      expect([id, answers.get(id)]).toEqual([id, 200]);
    expect(hub.reported).toEqual([]);
  });
});
