/** Server and document say the same, in both directions, and answers are what the document promises. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runAdapter, sync } from '@hansard/archive';
import { routes } from '@hansard/core/api/index.ts';
import { runFiles } from '@hansard/core/testing/run-files.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from './server.ts';
import {
  badRequests,
  document,
  goodRequests,
  type Operation,
  operations,
  type Values,
} from './testing/derived-requests.ts';
import { memoryUpkeep } from './testing/memory-upkeep.ts';
import { FOLDER, PERSON, plantedSession, SECRET, SESSION } from './testing/planted-session.ts';
import { TestServer } from './testing/test-server.ts';

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema(document, 'api');

function faultsOf(schema: unknown, value: unknown): string {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
  const check = ajv.compile(JSON.parse(text));
  return check(value) ? '' : ajv.errorsText(check.errors);
}

/** Not tried: pages need a build; agents are run, and repositories read, by parts that this server is without, with tests of their own. */
const isTried = ({ operationId }: Operation) =>
  !/^(page-|reference|login|live-|git-|run-start|run-cancel|backends)/.test(operationId);
/** A body that every route takes. */
const NOTE = {
  text: `Look at ${FOLDER}, ${PERSON}`,
  address: `/?q=${FOLDER}`,
  sessions: ['no-such-session'],
  value: 'UTC',
};

let server: TestServer;
let gated: TestServer;
const values = new Map<TestServer, Values>();

beforeAll(async () => {
  const files = plantedSession();
  const upkeep = memoryUpkeep(`${FOLDER}, ${PERSON}`);
  server = await TestServer.start({ files, cases: ['codex/basic'], upkeep });
  gated = await TestServer.start({ files, address: '0.0.0.0', upkeep });
  for (const one of [server, gated]) {
    await plantRun(one);
    values.set(one, await valuesFor(one));
  }
});
afterAll(() => Promise.all([server.stop(), gated.stop()]));

/** A run that holds what must not leave. */
async function plantRun({ archive, host, home }: TestServer): Promise<void> {
  const said = `Log in with ${SECRET}`;
  const lines = [{ timestamp: '2026-04-01T10:00:01.000000Z', role: 'user', content: said }];
  const step = { step: 'plan', agent: 'planner', lines, receipt: { error: said } };
  const files = runFiles('planted', [step], { title: said, description: said, error: said });
  for (const [path, text] of Object.entries(files)) {
    const full = join(home, 'runs/planted', path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  const adapters = [runAdapter([join(home, 'runs')])];
  await sync({ archive, host, adapters, now: new Date().toISOString() });
}

async function valuesFor(one: TestServer): Promise<Values> {
  const { id } = await one.json(`/v1/sessions/${SESSION}`);
  const { events } = await one.json(`/v1/transcripts/${id}/events`);
  const parts = events.flatMap((event: { event: { parts?: { hash?: string }[] } }) => event.event.parts ?? []);
  const hash = parts.find((part: { hash?: string }) => part.hash)?.hash ?? 'sha256-none';
  const post = { method: 'POST', body: JSON.stringify(NOTE), headers: { 'content-type': 'application/json' } };
  return {
    id,
    hash,
    eventId: events[0].event.id,
    noteId: (await one.json(`/v1/sessions/${id}/notes`, post)).id,
    tag: 'plans',
    name: 'plans',
    key: 'timezone',
    q: 'log',
    by: 'day,model',
    from: '2026-01-01',
    to: '2026-12-31',
    timezone: 'Europe/London',
    profile: 'research',
    with: '',
    ...{ run_id: 'planted', run_a: 'planted', run_b: 'planted', flow: 'build', flow_key: 'build', step_id: 'plan' },
    ...{ agent_key: 'planner', engine: 'sketch', file: 'meta.json', is_exemplar: 'true' },
  };
}

describe('the routes', () => {
  it('of server and document are the same', async () => {
    const registered: string[] = [];
    const taken: Record<string, string[]> = {};
    const app = createServer(server.running.app, ({ method, url, schema }: RouteOptions) => {
      for (const one of [method].flat().filter((name) => name !== 'HEAD' && name !== 'OPTIONS')) {
        const name = `${one} ${url.replace(/\*$/, '{path}').replaceAll(/:(\w+)/g, '{$1}')}`;
        registered.push(name);
        const { params, querystring } = (schema ?? {}) as Record<string, { properties: object } | undefined>;
        taken[name] = [...Object.keys(params?.properties ?? {}), ...Object.keys(querystring?.properties ?? {})];
      }
    });
    await app.ready();
    await app.close();
    const documented = operations.map(({ method, path }) => `${method} ${path}`);
    expect(registered.sort()).toEqual(documented.sort());
    for (const { method, path, parameters } of operations) {
      const names = parameters.map(({ name }) => name).filter((name) => name !== 'path');
      expect([path, taken[`${method} ${path}`]?.sort()]).toEqual([path, names.sort()]);
    }
  });

  it('are all said to be open, or to need a token', () => {
    const open = operations.filter(({ security }) => security?.length === 0).map(({ path }) => path);
    expect(open.sort()).toEqual(['/login', '/v1/health']);
  });
});

const NO_TELEMETRY = { resourceSpans: [], resourceLogs: [], resourceMetrics: [] };

/** What a user is called, by what was asked. */
const pseudonyms = new Map<string, ReadonlySet<string>>();

describe.each(operations.filter(isTried).map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (id, operation) => {
    const body = id.startsWith('otlp-') ? NO_TELEMETRY : NOTE;
    const valuesOf = (one: TestServer): Values => ({ ...values.get(one), ...(id === 'export' && { to: 'markdown' }) });

    it('answers what the document promises', async () => {
      for (const { what, url, init } of goodRequests(operation, valuesOf(server), body)) {
        const response = await server.fetch(url, init);
        const [[status, answer]] = Object.entries(operation.responses) as [[string, Operation['responses'][string]]];
        const [[media, { schema }]] = Object.entries(answer.content ?? {}) as [[string, { schema: unknown }]];
        expect([what, response.status]).toEqual([what, Number(status)]);
        if (media === 'text/event-stream') await response.body?.cancel();
        else if (media === 'application/json')
          expect([what, faultsOf(schema, await response.json())]).toEqual([what, '']);
        else await response.arrayBuffer();
      }
    });

    it('refuses what the document rules out', async () => {
      const problem = { $ref: '#/components/schemas/ProblemDetails' };
      for (const { what, url, init } of badRequests(operation, valuesOf(server), body)) {
        const response = await server.fetch(url, init);
        expect([what, response.status]).toEqual([what, 400]);
        expect(faultsOf(problem, await response.json())).toBe('');
      }
      const [first] = goodRequests(operation, valuesOf(server), body);
      const stranger = await server.fetch(first?.url as string, { ...first?.init, token: null });
      expect(stranger.status).toBe(id === 'health' ? 200 : 401);
    });

    it('tells other machines nothing that the profile takes out', async () => {
      for (const { what, url, init } of goodRequests(operation, valuesOf(gated), body)) {
        const response = await gated.fetch(url, init);
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
        const text = isStream ? await beginningOf(response) : await response.text();
        expect([what, response.status < 500]).toEqual([what, true]);
        for (const hidden of [SECRET, PERSON, 'secret-client']) {
          if (!url.includes(hidden)) expect([what, text.includes(hidden)]).toEqual([what, false]);
        }
        const called = text.match(/anon-user-[0-9a-f]{12}/g);
        if (called) pseudonyms.set(what.includes('?') ? what : url, new Set(called));
      }
    });
  },
);

it('calls a user by one pseudonym in every answer to other machines', async () => {
  for (const path of [
    '/v1/numbers?by=tool',
    '/v1/numbers?by=project',
    '/v1/files',
    '/v1/tags',
    '/v1/sessions',
    '/v1/status',
  ]) {
    const text = await (await gated.fetch(path)).text();
    expect([path, text.includes(PERSON)]).toEqual([path, false]);
    pseudonyms.set(path, new Set(text.match(/anon-user-[0-9a-f]{12}/g)));
  }
  expect(pseudonyms.get('/v1/numbers?by=tool')?.size).toBe(1);
  expect(pseudonyms.size).toBeGreaterThan(8);
  const names = new Set([...pseudonyms.values()].flatMap((called) => [...called]));
  expect([...names]).toHaveLength(1);
});

it('tells other machines no names in what it says went wrong', async () => {
  for (const path of ['/v1/sessions/none-such', `/v1/transcripts/${SESSION}/events/none-such`, '/v1/search?q="open']) {
    const text = await (await gated.fetch(path)).text();
    for (const hidden of [SECRET, PERSON, 'secret-client', 'Log in with']) expect(text).not.toContain(hidden);
    expect(JSON.parse(text)).toMatchObject({ action: expect.any(String) });
  }
});

/** As much as comes within a moment. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  let text = '';
  const over = new Promise<void>((resolve) => setTimeout(resolve, 150));
  for (;;) {
    const read = await Promise.race([reader?.read(), over]);
    if (!read || read.done) break;
    text += new TextDecoder().decode(read.value);
  }
  await reader?.cancel();
  return text;
}

it('is said of every route whether anything leaves by it', () => {
  expect(routes.filter(({ leaves }) => leaves !== 'never' && leaves !== 'gated')).toEqual([]);
  expect(routes.filter(({ leaves }) => leaves === 'gated').length).toBeGreaterThan(15);
});

it('names no session to others in what goes wrong', async () => {
  for (const selector of [SESSION.slice(0, 7).concat('0'), 'none-such']) {
    const text = await (await gated.fetch(`/v1/sessions/${selector}`)).text();
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('Client login');
  }
  const { id } = await gated.json(`/v1/sessions/${SESSION}`);
  const other = plantedSession(SESSION.replace(/.$/, 'b'));
  for (const [path, log] of Object.entries(other)) writeFileSync(join(gated.home, path), log);
  const { archive, host, running } = gated;
  await sync({ archive, host, adapters: running.app.adapters, now: new Date().toISOString() });
  const ambiguous = await gated.fetch(`/v1/sessions/${SESSION.slice(0, 8)}`);
  expect(ambiguous.status).toBe(409);
  const text = await ambiguous.text();
  expect([text.includes(SECRET), text.includes(id.slice(0, 8)), text.includes('Client')]).toEqual([
    false,
    false,
    false,
  ]);
});

it('has the secret where nobody else can reach it', async () => {
  const { id } = values.get(server) as Values;
  const { events } = await server.json(`/v1/transcripts/${id}/events`);
  expect(JSON.stringify(events)).toContain(SECRET);
  expect(await (await server.fetch(`/v1/sessions/${id}/export?to=markdown`)).text()).not.toContain(SECRET);
});
