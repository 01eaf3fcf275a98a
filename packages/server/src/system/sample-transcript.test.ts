/** The sample is what its log becomes (`npm test -- -u sample-transcript` refreshes it), and shows what Hansard is for. */
import { fileURLToPath } from 'node:url';
import { createNodeHost } from '@hansard/archive';
import { adapters, assemble, type Event, type Host, readFolder, type Transcript } from '@hansard/core';
import { expect, it } from 'vitest';
import { sampleTranscript } from './sample-transcript.ts';

const folder = fileURLToPath(new URL('../../sample', import.meta.url));

async function fromLog(): Promise<Transcript[]> {
  const machine = createNodeHost({ home: folder, env: {}, platform: 'linux' });
  // The time of the file is that of the checkout.
  const stat: Host['stat'] = async (path) => {
    const file = await machine.stat(path);
    return file && { ...file, modifiedAt: '2026-10-06T09:00:00.000Z' };
  };
  const host = { ...machine, stat };
  const { reads } = await readFolder(adapters, host, folder);
  return assemble(reads, { now: '2026-10-06T09:17:00.000Z', digest: host.digest }) as Transcript[];
}

/** Without the agent, and without places in files that nobody has. */
function asSample({ session, events, ...rest }: Transcript): Transcript {
  const { inputs: _inputs, extra: _extra, ...told } = session;
  const withoutNative = ({ native: _native, extra: _more, ...event }: Event): Event => event;
  return {
    ...rest,
    source: { agent: 'sample', adapter: 'sample', adapterVersion: '1' },
    session: { ...told, nativeId: 'sample', title: `Sample: ${told.title}`, state: 'ended' },
    events: events.map(withoutNative),
  };
}

it('is what the log becomes, read without a problem', async () => {
  const [transcript, ...others] = await fromLog();
  expect(others).toEqual([]);
  expect(transcript?.metrics.unparsedCount).toBe(0);
  const text = `${JSON.stringify(asSample(transcript as Transcript), null, 1)}\n`;
  await expect(text).toMatchFileSnapshot('./sample-session.gen.json');
});

it('has something of everything that the page shows', () => {
  const { events, attachments } = sampleTranscript();
  const has = (test: (event: Event) => boolean) => events.some(test);
  expect(Object.keys(attachments ?? {})).toHaveLength(1);
  expect(has(({ source }) => source?.startsWith('subagent:') === true)).toBe(true);
  expect(has(({ type }) => type === 'question') && has(({ type }) => type === 'permission')).toBe(true);
  const runs = events.filter(({ type, tool }) => type === 'tool_result' && tool?.name === 'Bash');
  expect(runs.map(({ tool }) => tool?.status)).toEqual(['error', 'ok', 'denied', 'ok']);
  expect(JSON.stringify(runs)).toContain('\\u001b[');
});
