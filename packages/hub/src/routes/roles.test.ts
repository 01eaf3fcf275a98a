/**
 * Every route of every server and of a hub, asked by those who see no content: nothing that a session holds, no title and no
 * name comes back, and an analyst changes nothing. What is asked is derived from the list of routes.
 */
import { routes } from '@hansard/core/api/index.ts';
import type { Route } from '@hansard/core/api/route.ts';
import { hubRoutes } from '@hansard/core/api/routes/hub.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../store/contract.ts';
import { onEveryPlace } from '../testing/hub-places.ts';
import { TestHub } from '../testing/running-hub.ts';
import { redacted, uuidOf } from '../testing/samples.ts';

const WORDS = {
  title: 'zwergpelikan',
  text: 'quastenflosser',
  output: 'grottenolm',
  file: 'seegurkenkoch',
  rareTool: 'Nacktmull',
  rareProject: 'erdferkel',
};

/** Of six people: the last has a tool and a project that nobody else has. */
function session(person: number) {
  const isLast = person === 6;
  const transcript = redacted(`s${person}`, [
    { id: 'e1', type: 'user_message', role: 'user', text: `Please ${WORDS.text}` },
    {
      id: 'e2',
      type: 'tool_call',
      tool: { name: 'Edit', callId: 'c1', input: { file_path: `/src/${WORDS.file}.ts` } },
    },
    { id: 'e3', type: 'tool_result', tool: { name: 'Edit', callId: 'c1', output: WORDS.output, status: 'ok' } },
    { id: 'e4', type: 'tool_call', tool: { name: isLast ? WORDS.rareTool : 'Bash', callId: 'c2', input: {} } },
  ]);
  return { ...transcript, session: { ...transcript.session, title: `About the ${WORDS.title}` } };
}

/** What routes need, by name. */
interface Values {
  readonly [name: string]: string;
}

function request(route: Route, values: Values, more: readonly string[]): { path: string; init: object } {
  const path = route.path.replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'));
  const query = new URLSearchParams();
  const properties = (route.query?.properties ?? {}) as Record<string, { type?: string; anyOf?: { const: string }[] }>;
  const required = (route.query?.required ?? []) as readonly string[];
  for (const [name, schema] of Object.entries(properties)) {
    if (!required.includes(name) && !more.includes(name)) continue;
    query.set(name, values[name] ?? schema.anyOf?.[0]?.const ?? (schema.type === 'integer' ? '1' : 'x'));
  }
  const body = route.body ? { body: { ...sample(route.body), ...BODIES[route.id] } } : {};
  const streamed = route.streaming ? { body: '{"head":{}}' } : {};
  return { path: query.size > 0 ? `${path}?${query}` : path, init: { method: route.method, ...body, ...streamed } };
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
}

/** The least that fits a schema, but for patterns. */
function sample(schema: Schema): Record<string, unknown> {
  const value = (one: Schema | undefined): unknown => {
    if (one?.const !== undefined) return one.const;
    if (one?.anyOf) return value(one.anyOf[0]);
    if (one?.type === 'object') return sample(one);
    if (one?.type === 'array') return [];
    if (one?.type === 'integer' || one?.type === 'number') return 1;
    return one?.type === 'boolean' ? true : 'x';
  };
  return Object.fromEntries((schema.required ?? []).map((name) => [name, value(schema.properties?.[name])]));
}

/** Where patterns matter. */
const BODIES: Readonly<Record<string, object>> = {
  'hub-take-numbers': { transcriptId: uuidOf('numbers'), agent: 'sketch' },
};

const ALL: readonly Route[] = [...routes, ...hubRoutes];

it('would find all of it, asked by a reader', { timeout: 60_000 }, async () => {
  const hub = await TestHub.open();
  await hub.send(await hub.key('submitter'), session(6));
  const key = await hub.key('reader');
  const values = { ...VALUES, id: uuidOf('s6') };
  const texts: string[] = [];
  for (const route of ALL.filter(({ method, media }) => method === 'GET' && media !== 'sse')) {
    const { path, init } = request(route, values, []);
    texts.push((await hub.ask(key, path, init)).text);
  }
  const { rareProject: _, ...words } = WORDS;
  expect(Object.values(words).filter((word) => !texts.some((text) => text.includes(word)))).toEqual([]);
  await hub.close();
});

it('tells a submitter of every answer by which a reader got content of one session', { timeout: 60_000 }, async () => {
  const hub = await TestHub.open();
  const own = await hub.key('submitter');
  await hub.send(own, session(6));
  const key = await hub.key('reader');
  const values = { ...VALUES, id: uuidOf('s6') };
  const count = async () => {
    await hub.running.hub.noted();
    const reads: { reads: number }[] = (await hub.ask(own, '/v1/me/reads')).json.reads;
    return reads.reduce((sum, { reads: one }) => sum + one, 0);
  };
  const content = [WORDS.text, WORDS.output, WORDS.file];
  const unseen: string[] = [];
  let shown = 0;
  for (const route of ALL.filter(({ method }) => method === 'GET')) {
    const { path } = request(route, values, []);
    const before = await count();
    const { text } = route.media === 'sse' ? await firstOf(hub, key, path) : await hub.ask(key, path);
    if (!content.some((word) => text.includes(word))) continue;
    shown++;
    if ((await count()) === before) unseen.push(route.id);
  }
  expect(shown).toBeGreaterThan(8);
  expect(unseen).toEqual([]);
  await hub.close();
});

onEveryPlace('those who see no content', (open) => {
  describe.each(['analyst', 'admin', 'auditor'] as const)('%s', (role) => {
    let hub: TestHub;
    let values: Values;
    let names: string[];
    beforeAll(async () => {
      hub = await open();
      names = [];
      for (let person = 1; person <= 6; person++) {
        const key = await hub.key('submitter');
        const sent = await hub.send(key, session(person), person === 6 ? `?project=${WORDS.rareProject}` : '');
        expect(sent.status).toBe(201);
        names.push(key.split('_')[1] as string, sent.json.receipt.submitter.pseudonym);
      }
      values = { ...VALUES, id: uuidOf('s1'), transcriptId: uuidOf('s1') };
    });
    afterAll(() => hub.close());

    const ask = async (route: Route, more: readonly string[] = []): Promise<string> => {
      const key = await hub.key(role);
      const id = route.path.startsWith('/v1/keys/') ? (names[0] as string) : (values['id'] as string);
      const { path, init } = request(route, { ...values, id }, more);
      const answer = route.media === 'sse' ? await firstOf(hub, key, path) : await hub.ask(key, path, init);
      expect(answer.status, `${route.id}: ${answer.text.slice(0, 200)}`).not.toBe(500);
      return answer.text;
    };

    it('gets nothing that a session holds, whatever is asked', { timeout: 120_000 }, async () => {
      const own = ALL.filter(({ method }) => method === 'GET');
      for (const route of own) {
        const optional = Object.keys(route.query?.properties ?? {});
        for (const more of [[], optional, ...optional.map((one) => [one])]) {
          const text = await ask(route, more);
          const hidden =
            role === 'analyst' ? Object.values(WORDS) : [WORDS.title, WORDS.text, WORDS.output, WORDS.file];
          expect(
            hidden.filter((word) => text.includes(word)),
            `${route.id} ${more}`,
          ).toEqual([]);
          if (role === 'analyst' && !route.path.includes('{id}')) {
            expect(
              names.filter((name) => text.includes(name)),
              route.id,
            ).toEqual([]);
          }
        }
      }
    });

    it('gets sums of at least five people, which add up to nothing smaller', async () => {
      const key = await hub.key(role);
      for (const by of ['project', 'agent', 'model', 'tool', 'week']) {
        const { status, json } = await hub.ask(key, `/v1/team/numbers?by=${by}`);
        expect(status).toBe(role === 'analyst' ? 200 : 403);
        if (role !== 'analyst') continue;
        const people: number[] = json.cells.map((cell: { people: number }) => cell.people);
        expect(
          people.filter((count) => count < 5),
          by,
        ).toEqual([]);
        if (by !== 'model') expect(people.length, by).toBeGreaterThan(0);
      }
    });

    it('changes nothing as an analyst, and reads nothing by changing something', { timeout: 60_000 }, async () => {
      const before = await stateOf(hub);
      for (const route of ALL.filter(({ method }) => method !== 'GET')) {
        if (role !== 'analyst' && /^hub-/.test(route.id)) continue;
        const text = await ask(route);
        expect(
          Object.values(WORDS).filter((word) => text.includes(word)),
          route.id,
        ).toEqual([]);
      }
      expect(await stateOf(hub)).toEqual(before);
    });
  });
});

const VALUES: Values = {
  q: 'please',
  by: 'project',
  hash: 'a'.repeat(64),
  name: 'default',
  eventId: 'e1',
  from: '0',
  text: 'please',
};

/** The first of a stream, which does not end by itself. */
async function firstOf(hub: TestHub, key: string, path: string): Promise<{ status: number; text: string }> {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${hub.running.url}${path}`, { headers, signal: leaving.signal });
  const first = await response.body?.getReader().read();
  leaving.abort();
  return { status: response.status, text: Buffer.from(first?.value ?? []).toString() };
}

/** What an analyst must leave as it is: sessions, the log, projects, and keys of others. */
async function stateOf(hub: TestHub) {
  const keys = (await hub.store.keys.list()).filter(({ role }) => role === ('submitter' satisfies Role));
  const submitters = new RegExp(keys.map(({ keyId }) => keyId).join('|'));
  return {
    rows: (await hub.store.rows(0)).map(({ no, row }) => [no, row?.title]),
    // That somebody ends their own key is noted, too.
    log: (await hub.store.log.leaves(0, 1000)).filter(({ kind, data }) => kind !== 'key' || submitters.test(data)),
    projects: await hub.store.projects.list(),
    keys: keys.map(({ keyId, revoked }) => [keyId, revoked]),
  };
}
