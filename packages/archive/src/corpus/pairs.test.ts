/**
 * Recorded streams beside the logs that the same runs left: both are one session, in which nothing stands twice, whichever of
 * them the archive meets first. Without the recordings the suite says that it was skipped.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, type Event, type InputRead, readFolder } from '@hansard/core';
import { inputsAround } from '@hansard/core/reading/read-session.ts';
import { SHARED_TYPES, sharesOf, type WitnessPair, witnessPairs } from '@hansard/core/testing/witness-pairs.ts';
import { describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { rebuild } from '../maintenance/rebuild.ts';
import { archivedSource, archivedTranscript } from '../streaming/archived-source.ts';
import { syncInputs } from '../sync/sync.ts';
import { corpusFolder } from './corpus-files.ts';

const NOW = '2026-12-01T00:00:00.000Z';
const recorded = join(corpusFolder, 'recorded');
const isThere = existsSync(recorded);
if (!isThere) console.warn(`pairs: skipped, there is no ${recorded}`);

/** The stream names a thought before the log's message is known. */
const NO_THOUGHTS = new Set(['copilot-cli']);

const folders = isThere
  ? readdirSync(recorded).flatMap((agent) =>
      readdirSync(join(recorded, agent)).map((name) => ({
        name: `${agent}/${name}`,
        folder: join(recorded, agent, name),
      })),
    )
  : [];
const plainHost = createNodeHost({ home: '/nowhere', env: {} });
const readsIn = async (folder: string) => (await readFolder(adapters, plainHost, folder)).reads;

/** What a stream says that its log has not: a run that was cut off or failed, or that the log was copied before. */
const ONLY_LIVE = new Set([
  // The log was taken before the second turn.
  'And a second turn',
  'Second turn answer.',
]);
const isCut = ({ text = '', extra }: Event) =>
  extra?.['incomplete'] === true || ONLY_LIVE.has(text) || text.startsWith('Interrupt me please');

describe.skipIf(!isThere)('a recorded stream and its log', () => {
  it.each(folders)('have one id for what both tell of: $name', async ({ folder }) => {
    for (const pair of witnessPairs(await readsIn(folder))) {
      expect(pair.joined.metrics.tokens).toEqual(pair.log.metrics.tokens);
      const types = SHARED_TYPES.filter((type) => type !== 'reasoning' || !NO_THOUGHTS.has(pair.log.source.agent));
      const inLog = new Set(pair.log.events.map(({ id }) => id));
      const added = pair.joined.events.filter((event) => !inLog.has(event.id) && !isCut(event));
      expect(added.filter(({ type }) => types.some((one) => one === type)).map(shown)).toEqual([]);
      for (const type of types) expect(sharesOf(pair, type).differing).toEqual([]);
    }
  });

  it('cover every agent that leaves both', async () => {
    const found = new Set<string>();
    for (const { folder } of folders) {
      for (const { live } of witnessPairs(await readsIn(folder)))
        found.add(`${live.source.agent} ${live.source.dialect}`);
    }
    expect([...found].sort()).toEqual([
      'amp stream-json',
      'claude-code control',
      'claude-code stream-json',
      'claude-code wire',
      'codex app-server',
      'codex exec-json',
      'copilot-cli json-output',
      'factory-droid stream-json',
      'gemini-cli stream-json',
      'gemini-cli wire',
      'kilo run-stream',
      'kimi stream-json',
      'opencode event-stream',
      'opencode run-stream',
      'pi event-stream',
      'qwen-code stream-json',
    ]);
  });
});

const shown = ({ id, type, text, tool }: Event) => `${type} ${id} ${text ?? tool?.name ?? ''}`.slice(0, 120);
const said = ({ type, text, tool, phase }: Event) =>
  JSON.stringify([type, text ?? '', tool?.callId ?? '', phase ?? '']);

describe.skipIf(!isThere)('in the archive', () => {
  const isLive = ({ dialect }: InputRead) => dialect.live;
  const orders = [
    ['the log first', (a: InputRead, b: InputRead) => Number(isLive(a)) - Number(isLive(b))],
    ['the stream first', (a: InputRead, b: InputRead) => Number(isLive(b)) - Number(isLive(a))],
  ] as const;
  const cases = orders.flatMap(([order, compare]) => folders.map((one) => ({ ...one, order, compare })));

  it.each(cases)('they are one session, $order: $name', async ({ folder, compare }) => {
    const reads = await readsIn(folder);
    const pairs = witnessPairs(reads);
    if (pairs.length === 0) return;
    const home = mkdtempSync(join(tmpdir(), 'hansard-pairs-'));
    const host = createNodeHost({ home: '/nowhere', env: { HANSARD_HOME: home } });
    const archive = await Archive.open(host, adapters);
    try {
      for (const { adapter, dialect, path } of reads.toSorted(compare)) {
        const around = await inputsAround({ adapter, dialect, confidence: 1 }, host, path as string);
        const inputs = around.map((input) => ({ adapter, input }));
        await syncInputs({ archive, adapters, host, now: NOW }, inputs);
      }
      for (const pair of pairs) {
        const ids = await holds(archive, host, pair);
        await rebuild(archive, { host, adapters, now: NOW });
        expect(await holds(archive, host, pair)).toEqual(ids);
      }
    } finally {
      archive.close();
      rmSync(home, { recursive: true, force: true });
    }
  });

  /** The session is what both tell together, wherever it is read; gives the ids of its events. */
  async function holds(archive: Archive, host: ReturnType<typeof createNodeHost>, { log, joined }: WitnessPair) {
    const [id, ...others] = await archive.store.sessions.find(joined.session.nativeId as string);
    expect(others).toEqual([]);
    const page = await archive.store.events.page(id as never, 0, 100_000);
    const expected = joined.events.map(said).sort();
    expect(page.map(said).sort()).toEqual(expected);
    const number = archive.sql.get('SELECT id FROM session WHERE uuid = ?', id as string)?.['id'] as number;
    const whole = await archivedTranscript(archive, host, number, { now: NOW });
    expect(whole.events.map(said).sort()).toEqual(expected);
    expect(whole.metrics.tokens).toEqual(log.metrics.tokens);
    const ids = page.map((event) => event.id).sort();
    expect(whole.events.map((event) => event.id).sort()).toEqual(ids);
    const known = new Set(ids);
    const lost = (event: Event) => event.parentId !== undefined && !known.has(event.parentId);
    expect(page.filter(lost).map(shown)).toEqual(
      joined.events.filter(({ parentId }) => parentId && !joined.events.some((one) => one.id === parentId)).map(shown),
    );
    const source = await archivedSource(archive, host, number, { now: NOW, long: 0 });
    if (source) {
      expect([...source.events()].map((event) => event.id).sort()).toEqual(ids);
      source.close();
    }
    return ids;
  }
});
