/** Every golden transcript through every profile: the result is valid, its receipt is true, and twice is once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transcriptCheck } from '../../formats/transcript/validate.ts';
import { goldenCases } from '../../testing/fixtures.ts';
import { receiptFaults } from '../../testing/receipt.ts';
import { testGate } from '../../testing/test-gate.ts';
import type { Transcript } from '../../transcript.ts';
import { BUILT_IN } from '../profiles/built-in.ts';
import { isRedacted } from './redacted.ts';

const profiles = Object.entries(BUILT_IN).flatMap(([name, { local }]) => (local ? [] : [name]));
const transcripts = goldenCases().flatMap(({ agent, name, folder }) =>
  (JSON.parse(readFileSync(join(folder, 'transcripts.json'), 'utf8')) as Transcript[]).map(
    (transcript, i) => [`${agent}: ${name} ${i}`, transcript] as const,
  ),
);

describe.each(profiles)('the profile %s', (profile) => {
  const gate = testGate(profile);
  // By a gate with another past: nothing of a transcript may depend on those before it.
  let backwards: ReadonlyMap<string, Transcript> | undefined;
  const redactedBackwards = () => {
    const another = testGate(profile);
    return new Map(transcripts.toReversed().map(([name, one]) => [name, another.redactTranscript(one)]));
  };

  it.each(transcripts)('%s', async (name, transcript) => {
    const before = JSON.stringify(transcript);
    const once = gate.redactTranscript(transcript);
    expect(JSON.stringify(transcript)).toBe(before);
    expect(isRedacted(once)).toBe(true);
    expect((await transcriptCheck())(once)).toEqual([]);
    expect(receiptFaults(once)).toEqual([]);
    expect(
      once.events.slice(0, transcript.events.length).map(({ id, seq, parentId }) => ({ id, seq, parentId })),
    ).toEqual(transcript.events.map(({ id, seq, parentId }) => ({ id, seq, parentId })));
    expect(gate.redactTranscript(once)).toEqual(once);
    backwards ??= redactedBackwards();
    expect(backwards.get(name)).toEqual(once);
  });
});
