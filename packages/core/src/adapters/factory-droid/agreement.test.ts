/** The stream of a run says the same as the log, under the same ids. */
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../reading/read-session.ts';
import { assemble } from '../../reading/transcripts.ts';
import { goldenCases, HOME, hostOf, sha256 } from '../../testing/fixtures.ts';
import type { Event } from '../../transcript.ts';
import { unifiedDiff } from './diff-lines.ts';
import { factoryDroid } from './index.ts';

const SESSION = 'af62d43f-ed27-46ec-832d-7cf95d8c1689';

async function eventsOf(name: string): Promise<Event[]> {
  const golden = goldenCases().find((item) => item.agent === factoryDroid.id && item.name === name);
  if (!golden) throw new Error(`there is no case ${name}`);
  const { reads } = await readFolder([factoryDroid], hostOf(golden), HOME);
  const transcripts = assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 });
  return transcripts.find(({ session }) => session.nativeId === SESSION)?.events ?? [];
}

/** Reminders, the turn's end and the settings are only in the log; images only there too. */
const isSpoken = ({ type }: Event) => !['session', 'turn', 'system', 'error'].includes(type);
const said = ({ id, type, text, tool, permission }: Event) =>
  tool?.output?.startsWith('[object') || tool?.output?.startsWith('Image file')
    ? { id, type }
    : { id, type, text, tool, permission };

describe('factory-droid: the stream', () => {
  it('agrees with the log of the same run', async () => {
    const log = (await eventsOf('basic')).filter(isSpoken).map(said);
    expect(log.length).toBeGreaterThan(20);
    expect((await eventsOf('stream-json')).filter(isSpoken).map(said)).toEqual(log);
  });
});

describe('factory-droid: an edit’s lines', () => {
  it('are nothing when they are no such list', () => {
    for (const odd of [undefined, 'text', [1], [{ type: 'odd' }]]) expect(unifiedDiff('f', odd)).toBeUndefined();
  });
});
