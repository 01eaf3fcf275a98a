/**
 * Recorded streams beside the logs that the same runs left: what both have has the same id. Without the recordings the
 * suite says that it was skipped.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { adapters, readFolder } from '@hansard/core';
import { SHARED_TYPES, sharesOf, type WitnessPair, witnessPairs } from '@hansard/core/testing/witness-pairs.ts';
import { describe, expect, it } from 'vitest';
import { createNodeHost } from '../host/node-host.ts';
import { corpusFolder } from './corpus-files.ts';

const recorded = join(corpusFolder, 'recorded');
const host = createNodeHost({ home: '/nowhere', env: {} });
const isThere = existsSync(recorded);
if (!isThere) console.warn(`pairs: skipped, there is no ${recorded}`);

/** Streams whose events are named by their place: only what the agent gives an id in both can be in both. */
const BY_PLACE = new Set(['exec-json']);
const ONLY_CALLS = new Set(['gemini-cli']);
/** The stream names a thought before the log's message is known. */
const NO_THOUGHTS = new Set(['copilot-cli']);
const APART = new Set(['qwen-code', 'amp', 'cline', 'acp', 'kimi']);

const folders = isThere
  ? readdirSync(recorded).flatMap((agent) =>
      readdirSync(join(recorded, agent)).map((name) => ({
        name: `${agent}/${name}`,
        folder: join(recorded, agent, name),
      })),
    )
  : [];

const isHeld = ({ live }: WitnessPair) => !BY_PLACE.has(live.source.dialect ?? '') && !APART.has(live.source.agent);

describe.skipIf(!isThere)('a recorded stream and its log', () => {
  it.each(folders)('$name', async ({ folder }) => {
    const { reads } = await readFolder(adapters, host, folder);
    for (const pair of witnessPairs(reads).filter(isHeld)) {
      expect(pair.joined.metrics.tokens).toEqual(pair.log.metrics.tokens);
      const { agent } = pair.live.source;
      const spoken = ONLY_CALLS.has(agent) ? (['tool_call', 'tool_result'] as const) : SHARED_TYPES;
      const types = spoken.filter((type) => type !== 'reasoning' || !NO_THOUGHTS.has(agent));
      const cut = new Set(pair.live.events.filter(({ extra }) => extra?.['incomplete']).map(({ id }) => id));
      for (const type of types) {
        const { liveOnly, differing } = sharesOf(pair, type);
        const unknown = liveOnly.filter((shown) => !cut.has(shown.split(' ')[0] as string));
        expect({ type, unknown, differing }).toEqual({ type, unknown: [], differing: [] });
      }
    }
  });

  it('covers the agents that give the same ids', async () => {
    const agents = new Set<string>();
    for (const { folder } of folders) {
      const { reads } = await readFolder(adapters, host, folder);
      for (const pair of witnessPairs(reads).filter(isHeld)) agents.add(pair.live.source.agent);
    }
    const expected = ['claude-code', 'codex', 'copilot-cli', 'factory-droid', 'kilo', 'opencode', 'pi'];
    expect([...agents]).toEqual(expect.arrayContaining(expected));
  });
});
