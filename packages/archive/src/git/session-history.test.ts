/** A session that led to commits, as it is written: final, with its links, its lines in the last commit, and its patch. */
import { createHash } from 'node:crypto';
import type { FileFormat } from '@hansard/core/formats/contract.ts';
import { formatOf } from '@hansard/core/formats/index.ts';
import { murmur3 } from '@hansard/core/formats/murmur3.ts';
import { contentHashOf } from '@hansard/core/formats/trace-record/content-hash.ts';
import { parseExact } from '@hansard/core/formats/trace-record/exact-json.ts';
import { resolveProfile } from '@hansard/core/privacy/index.ts';
import type { Way } from '@hansard/core/sharing/outgoing.ts';
import { testGate } from '@hansard/core/testing/test-gate.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Archive } from '../archive.ts';
import { archiveSharing } from '../sharing/archive-sharing.ts';
import { Ledger } from '../sqlite/journal/ledger.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { GitWorld } from '../testing/git-world.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000d1';
const WRITTEN = [
  'announceOpening(deskOpensAt, loudspeakers);',
  'collectTicketsFrom(everyPassenger, turnstileNorth);',
  'lightUpTheSigns(departureBoard, arrivalBoard);',
];
let world: GitWorld;
let archive: Archive;
let first: string;
let last: string;

beforeEach(async () => {
  world = new GitWorld();
  world.git('remote', 'add', 'origin', 'https://pat:hunter2@git.example/desk/station.git');
  world.person('src/desk.js', () => ['const deskOpensAt = readTimetable();']);
  world.commit('desk');
  world.agent(SESSION, 'src/desk.js', (lines) => [...lines, ...WRITTEN]);
  first = world.commit('announce');
  world.agent(SESSION, 'src/late.js', () => ['export const lateTrains = countTrainsBehind(timetableOfToday);']);
  world.person('src/desk.js', (lines) => [
    '// opened by the station master',
    ...lines.map((line) => line.replace('turnstileNorth', 'turnstileSouth')),
  ]);
  world.person('notes.txt', () => ['Nobody but the station master wrote this.']);
  last = world.commit('late');
  archive = await world.archive();
});
afterEach(() => {
  archive.close();
  world.remove();
});

const profile = (name: string) => resolveProfile(name) as Way['profile'];
const local: Way = { profile: profile('none'), gate: undefined };
const through = (name: string): Way => ({ profile: profile(name), gate: testGate(name) });
const digest = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

async function written(format: string, way: Way, now = '2027-01-01T00:00:00.000Z') {
  const session = findSession(archive, SESSION);
  const sharing = archiveSharing(archive, world.env);
  const leaving = await sharing.leave(session.uuid, way, { now, history: true });
  let text = '';
  for await (const piece of (formatOf(format) as FileFormat).write?.(leaving.source, { digest } as never) ?? [])
    text += piece;
  await sharing.begin({
    session: session.uuid,
    at: now,
    destination: '-',
    format,
    profile: way.profile.name,
    receipt: '{}',
  });
  leaving.close();
  return { text, record: JSON.parse(text) };
}

it('is final, and tells its commits', async () => {
  const { record, text } = await written('trace-record', local);
  expect(record.lifecycle).toBe('final');
  const link = {
    vcs_type: 'git',
    repo_url: 'https://git.example/desk/station',
    branch: 'main',
    commit_reachable: true,
  };
  expect(record.git_links).toEqual([
    { ...link, revision: first, tier: 'tool_emitted', content_alive: true },
    { ...link, revision: last, tier: 'tool_emitted', content_alive: true },
  ]);
  expect(record.outcome).toMatchObject({ committed: true, commit_sha: last });
  expect(record.content_hash).toBe(contentHashOf(parseExact(text)));
});

it('says which lines of the last commit it wrote, and which somebody changed', async () => {
  const { attribution, steps } = (await written('trace-record', local)).record;
  expect(attribution).toMatchObject({
    experimental: false,
    revision: { vcs_type: 'git', revision: last },
    unaccounted_files: ['notes.txt'],
  });
  expect(attribution.files.map(({ path }: { path: string }) => path)).toEqual(['src/desk.js', 'src/late.js']);
  const [{ url, ranges }] = attribution.files[0].conversations;
  expect(ranges).toMatchObject([
    {
      start_line: 3,
      end_line: 3,
      confidence: 'high',
      original: null,
      contributor: null,
      content_hash: `murmur3:${murmur3(WRITTEN[0] as string)}`,
    },
    {
      start_line: 4,
      end_line: 4,
      change_type: 'modification',
      contributor: { type: 'mixed', model_id: 'anthropic/claude-sonnet-4-5-20250929' },
      original: { start_line: 2, end_line: 4, content_hash: `murmur3:${murmur3(WRITTEN.join('\n'))}` },
    },
    { start_line: 5, end_line: 5, confidence: 'high', original: null },
  ]);
  const step = Number(/step_(\d+)$/.exec(url)?.[1]);
  expect(JSON.stringify(steps[step - 1].tool_calls)).toContain('announceOpening');
});

it('holds what its commits changed', async () => {
  const { outcome, environment } = (await written('trace-record', local)).record;
  expect(outcome.patch).toContain(`+${WRITTEN[0]}`);
  expect(outcome.patch).not.toContain('Nobody but');
  expect(environment.vcs.diff).toContain('+Nobody but the station master');
});

it('is another generation when its commits have changed, and only then', async () => {
  const generation = async (now: string) => (await written('trace-record', local, now)).record.generation_index;
  expect(await generation('2027-01-01T00:00:00.000Z')).toBe(1);
  expect(await generation('2027-01-02T00:00:00.000Z')).toBe(1);
  world.git('commit', '-q', '--amend', '-m', 'late, in other words');
  const { record, text } = await written('trace-record', local, '2027-01-03T00:00:00.000Z');
  expect(record.generation_index).toBe(2);
  expect(record.content_hash).toBe(contentHashOf(parseExact(text)));
  const links = record.git_links as { revision: string; commit_reachable: boolean }[];
  expect(links.find(({ revision }) => revision === last)?.commit_reachable).toBe(false);
  expect(record.outcome.commit_sha).toBe(world.git('rev-parse', 'HEAD').trim());
  expect(await generation('2027-01-04T00:00:00.000Z')).toBe(2);
  expect(new Ledger(archive.sql).entries(findSession(archive, SESSION).key).map((one) => one.generation)).toEqual([
    2, 2, 1, 1,
  ]);
});

it('tells no code, address or repository that a profile takes out', async () => {
  const research = await written('trace-record', through('research'));
  expect(research.record.lifecycle).toBe('final');
  expect(research.text).not.toMatch(/hunter2|git\.example|station master|announceOpening\(desk/);
  expect(research.record.outcome.patch).toBeNull();
  expect(research.record.attribution.files[0].conversations[0].ranges[0].content_hash).toBeNull();
  const strict = await written('trace-record', through('strict'));
  expect(strict.record).toMatchObject({ lifecycle: 'provisional', git_links: [], attribution: { revision: null } });
  const team = await written('trace-record', through('team'));
  expect(team.record.git_links[0]).toMatchObject({ revision: first, repo_url: 'https://git.example/desk/station' });
  expect(team.record.outcome.patch).toContain('announceOpening');
});

it('is an Agent Trace of the same lines', async () => {
  const { record } = await written('agent-trace', local);
  expect(record.vcs).toEqual({ type: 'git', revision: last });
  const [desk] = record.files;
  expect(desk.path).toBe('src/desk.js');
  expect(desk.conversations).toMatchObject([
    {
      contributor: { type: 'ai', model_id: 'anthropic/claude-sonnet-4-5-20250929' },
      ranges: [{ start_line: 3 }, { start_line: 5 }],
    },
    { contributor: { type: 'mixed' }, ranges: [{ start_line: 4, end_line: 4 }] },
  ]);
});

it('is told from the journal when the repository is gone', async () => {
  await written('trace-record', local);
  const repo = world.repo;
  world.repo = `${repo}-elsewhere`;
  (await import('node:fs')).renameSync(repo, world.repo);
  const { record } = await written('trace-record', local);
  expect(record.lifecycle).toBe('final');
  expect(record.git_links).toHaveLength(2);
  expect(record.attribution).toMatchObject({
    experimental: true,
    unaccounted_files: null,
    revision: { revision: last },
  });
  expect(record.outcome.patch).toBeNull();
});
