/** An agent's own file without event ids counts only while nothing else tells of its session, in whichever order they come. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '@hansard/core';
import { goldenCases, HOME, hostOf, inputFiles } from '@hansard/core/testing/fixtures.ts';
import type { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { sync } from '../sync/sync.ts';

const SESSION = 'a1b2c3d4-e5f6-7890-abcd-ef1234567890';
const golden = goldenCases().find(({ agent, name }) => agent === 'cursor' && name === 'command-line');
const transcript = `${HOME}/.cursor/projects/home-dev-tiny/agent-transcripts/${SESSION}/${SESSION}.jsonl`;
const said = (text: string) =>
  Buffer.from(`${JSON.stringify({ role: 'user', message: { content: [{ type: 'text', text }] } })}\n`);

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-unnamed-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The words of the prompts in the one session that there is. */
async function prompts(archive: Archive, host: MemoryHost): Promise<string[]> {
  await sync({ archive, adapters, host, now: '2027-01-01T00:00:00.000Z' });
  const { sessions } = await archive.store.sessions.page({ order: 'newest', limit: 10 });
  expect(sessions).toHaveLength(1);
  const document = await archive.store.events.open(sessions[0]?.id ?? '', { now: '2027-01-01T00:00:00.000Z' });
  const texts: string[] = [];
  for (const { type, text } of document?.events() ?? []) if (type === 'user_message') texts.push(text ?? '');
  document?.close();
  return texts;
}

it('gives way to the store that comes later, and stays away as it grows', async () => {
  if (!golden) throw new Error('the golden case is gone');
  const host = hostOf(golden, { env: { HANSARD_HOME: home } });
  host.files.clear();
  host.files.set(transcript, said('Only the transcript says this.'));
  const archive = await Archive.open(host, adapters);
  try {
    expect(await prompts(archive, host)).toEqual(['Only the transcript says this.']);
    for (const [path, bytes] of Object.entries(inputFiles(golden))) host.files.set(path, bytes);
    expect(await prompts(archive, host)).toEqual(['The test fails. Please fix it.']);
    host.files.set(transcript, Buffer.concat([said('Only the transcript says this.'), said('And this.')]));
    expect(await prompts(archive, host)).toEqual(['The test fails. Please fix it.']);
  } finally {
    archive.close();
  }
});
