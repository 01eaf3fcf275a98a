/** A session that the profile of a token does not cover is not there for it: not in lists, and not to be changed. */
import { BUILT_IN, Gate, type Profile, profileNames, resolveProfile } from '@hansard/core/privacy/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodRequests, operations, type Values } from '../testing/derived-requests.ts';
import { FOLDER, plantedSession, SECRET, SESSION } from '../testing/planted-session.ts';
import { TestServer } from '../testing/test-server.ts';
import { makeToken } from './make-token.ts';

const OWN = {
  'for-acme': { extends: 'raw-min', purpose: 'What Acme gets', scope: { onlyProjects: ['/somewhere/else'] } },
  'for-others': { extends: 'raw-min', purpose: 'Not for Acme to know' },
};
const TAG = 'merger-with-acme';
const NOTE = { text: 'a note', address: '/' };
const JSON_BODY = { 'content-type': 'application/json' };

let server: TestServer;
let token: string;
let values: Values;
beforeAll(async () => {
  server = await TestServer.start({
    files: plantedSession(),
    privacy: {
      chosen: 'strict',
      unredacted: false,
      names: () => profileNames(OWN),
      profile: (name) => resolveProfile(name, OWN) as Profile,
      gate: async (profile) => new Gate({ profile, key: new Uint8Array(32), digest: server.host.digest }),
    },
  });
  token = makeToken(
    server.archive.home,
    { scopes: ['read', 'annotate', 'ingest'], profile: 'for-acme' },
    new Date(),
  ).secret;
  const { id } = await server.json(`/v1/sessions/${SESSION}`);
  const { events } = await server.json(`/v1/transcripts/${id}/events`);
  const post = { method: 'POST', body: JSON.stringify(NOTE), headers: JSON_BODY };
  const { id: noteId } = await server.json(`/v1/sessions/${id}/notes`, post);
  await server.json(`/v1/sessions/${id}/tags/${TAG}`, { method: 'PUT' });
  values = { id, noteId, eventId: events[0].event.id, hash: 'sha256-none', tag: TAG, name: 'plans', q: 'log' };
});
afterAll(() => server.stop());

const journal = async () => {
  const { tags, notes, starred } = await server.json(`/v1/sessions/${SESSION}`);
  return { tags, notes, starred };
};

describe('of a session that is not covered', () => {
  let before: unknown;
  beforeEach(async () => {
    before = await journal();
  });

  it.each(operations.filter(({ path }) => path.startsWith('/v1/') && path.includes('{id}')))(
    '$operationId tells and changes nothing',
    async (operation) => {
      const other = { ...values, tag: operation.method === 'DELETE' ? TAG : 'another' };
      for (const { url, init } of goodRequests(operation, other, NOTE)) {
        const response = await server.fetch(url, { ...init, token });
        const text = response.status === 200 ? await response.text() : '';
        for (const hidden of [SECRET, FOLDER, TAG]) expect([url, text.includes(hidden)]).toEqual([url, false]);
        if (init.method !== 'GET') expect([url, response.status]).toEqual([url, 403]);
      }
      expect(await journal()).toEqual(before);
    },
  );
});

it('is in no list: sessions, tags, search, numbers by project', async () => {
  expect((await server.json('/v1/sessions', { token })).sessions).toEqual([]);
  expect(await server.json('/v1/tags', { token })).toEqual({ tags: [] });
  expect((await server.json('/v1/tags')).tags).toEqual([{ tag: TAG, sessions: 1 }]);
  for (const path of [`/v1/sessions?q=tag:${TAG}`, '/v1/search?q=log', '/v1/numbers?by=project,session']) {
    const text = JSON.stringify(await server.json(path, { token }));
    for (const hidden of [SECRET, FOLDER, SESSION, 'secret-client'])
      expect([path, text.includes(hidden)]).toEqual([path, false]);
  }
});

it('has tags whose names go the way of the session’s other texts', async () => {
  await server.json(`/v1/sessions/${SESSION}/tags/secret-client`, { method: 'PUT' });
  const strict = makeToken(server.archive.home, { scopes: ['read'], profile: 'strict' }, new Date()).secret;
  const { tags } = await server.json('/v1/tags', { token: strict });
  expect(tags).toHaveLength(2);
  expect(JSON.stringify(tags)).not.toContain('secret-client');
  await server.json(`/v1/sessions/${SESSION}/tags/secret-client`, { method: 'DELETE' });
});

it('has a status and numbers all the same', async () => {
  expect(await server.json('/v1/status', { token })).toMatchObject({ redacted: true, profile: 'for-acme' });
  expect((await server.fetch('/v1/numbers?by=model', { token })).status).toBe(200);
});

it('is not told of the profiles that others are held to', async () => {
  const { profiles } = await server.json('/v1/profiles', { token });
  const names = profiles.map(({ name }: { name: string }) => name);
  expect(names).toEqual([...Object.keys(BUILT_IN), 'for-acme']);
  expect(JSON.stringify(profiles)).not.toContain('Not for Acme');
});

it('takes none of this for a bug', () => {
  expect(server.reported).toEqual([]);
});
