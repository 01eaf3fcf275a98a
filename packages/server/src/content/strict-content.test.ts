/** What a server tells other machines under the strictest profile: nothing of the repository, and by no weaker profile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

const BRANCH = 'feature/bassoon-launch';
const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-00000000dddd';
const FOLDER = '/home/wilhelmina/clients/harpsichord';
const RECORD = {
  isSidechain: false,
  userType: 'external',
  cwd: FOLDER,
  sessionId: SESSION,
  version: '2.0.5',
  gitBranch: BRANCH,
  type: 'user',
  parentUuid: null,
  uuid: `${SESSION.slice(0, -2)}10`,
  timestamp: '2026-03-01T09:15:30.000Z',
  message: { role: 'user', content: 'Write to wilhelmina@harpsichord.io' },
};

let server: TestServer;
beforeAll(async () => {
  const path = `.claude/projects/${FOLDER.replaceAll('/', '-')}/${SESSION}.jsonl`;
  const files = { [path]: `${JSON.stringify(RECORD)}\n` };
  server = await TestServer.start({ files, address: '0.0.0.0', chosen: 'strict' });
});
afterAll(() => server.stop());

it.each([
  '/v1/sessions',
  `/v1/sessions/${SESSION}`,
  '/v1/search?q=write',
  `/v1/sessions/${SESSION}/events?include_raw=1`,
  `/v1/transcripts/${SESSION}/events`,
  `/v1/transcripts/${SESSION}/events/${RECORD.uuid}?raw=1`,
])('%s tells nothing of the branch', async (path) => {
  const answer = await (await server.fetch(path)).text();
  expect(answer).toMatch(/Write to/);
  expect(answer).not.toMatch(/harpsichord|bassoon/);
});

it('exports by the profile that it was started with, and by no other', async () => {
  const exported = (profile: string) => server.fetch(`/v1/sessions/${SESSION}/export?to=transcript${profile}`);
  expect((await exported('')).status).toBe(200);
  expect((await exported('&profile=strict')).status).toBe(200);
  for (const profile of ['raw-min', 'team', 'research', 'none']) {
    const response = await exported(`&profile=${profile}`);
    expect([profile, response.status]).toEqual([profile, 403]);
  }
  const { profiles } = await server.json('/v1/profiles');
  const allowed = profiles.filter((profile: { allowed: boolean }) => profile.allowed);
  expect(allowed.map(({ name }: { name: string }) => name)).toEqual(['strict']);
});
