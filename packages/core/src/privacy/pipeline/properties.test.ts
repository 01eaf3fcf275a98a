/** What always holds, on transcripts that nobody wrote and on texts made to confuse. */

import { describe, expect, it } from 'vitest';
import { transcriptCheck } from '../../formats/transcript/validate.ts';
import { generatedTranscript } from '../../testing/generated-transcripts.ts';
import { fc } from '../../testing/property.ts';
import { receiptFaults } from '../../testing/receipt.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';
import type { Transcript } from '../../transcript.ts';
import { rules } from '../rules/index.ts';
import { placeholdersIn } from '../texts/placeholder.ts';

/** The same texts in every run; tens of thousands of others were tried when this was written. */
const SEED = 20_260_316;
const PROFILES = ['strict', 'research', 'team', 'raw-min'] as const;
const gates = Object.fromEntries(
  PROFILES.map((name) => [name, testGate(name, { machine: { users: ['zorblax'], hosts: ['krellhost'] } })]),
);

/** Pieces of what rules look for, of what they leave behind, and of encodings. */
const piece = fc.oneof(
  fc.constantFrom(...rules.flatMap((rule) => rule.examples)),
  fc.constantFrom(...rules.flatMap((rule) => rule.keywords)),
  fc.constantFrom(
    '[REDACTED:email]',
    '[REDACTED:',
    ']',
    'anon-user-0123456789ab',
    'anon-',
    '/home/zorblax/work/quuxproject',
    'zorblax@krellhost:~$ ',
    'Author: Zed Orblax <zed@orblax.dev>',
    'git show 0123456789abcdef',
    '\\n',
    '\\u002f',
    '%2F',
    '\\',
    '"',
    "'",
    '=',
    ': ',
    '\n',
    ' ',
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    'a1b2c3d4e5f6',
  ),
  fc.string({ maxLength: 8 }),
  fc.stringMatching(/^[A-Za-z0-9+/]{0,40}$/),
  fc.constantFrom(...rules.flatMap((rule) => rule.examples)).map((text) => Buffer.from(text).toString('base64')),
);
const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

/** A small transcript with hostile texts in fields of all kinds. */
const hostileTranscript: fc.Arbitrary<Transcript> = fc
  .record({ text: hostile, output: hostile, name: hostile, value: hostile, path: hostile, id: hostile })
  .map(({ text, output, name, value, path, id }) =>
    transcriptOf(
      [
        { id: id || 'a', type: 'user_message', text, chunks: [{ offset: Math.floor(text.length / 2) }] },
        { id: 'b', type: 'tool_result', parentId: id || 'a', tool: { name: 'Bash', kind: 'shell', output } },
        { id: 'c', type: 'tool_call', tool: { name: 'X', kind: 'edit', input: { [name]: [value, { path }] } } },
        { id: 'd', type: 'unparsed', raw: { [name]: output, deep: [[[text]]] }, extra: { cwd: path } },
      ],
      { title: value, environment: { cwd: '/home/zorblax/work/quuxproject' } },
    ),
  );

/** Placeholders that were in the input need no record. */
function isOurs(before: Transcript): (placeholder: string) => boolean {
  const given = JSON.stringify(before);
  const there = new Set(placeholdersIn(given).map(({ start, end }) => given.slice(start, end)));
  return (placeholder) => !there.has(placeholder) && !there.has(placeholder.replace(/#\d+$/, ''));
}

describe.each(PROFILES)('the profile %s', (profile) => {
  const gate = gates[profile]!;

  it.each([
    ['generated', generatedTranscript],
    ['hostile', hostileTranscript],
  ])('gives the same for the same, nothing more the second time, and a true receipt: %s', async (_, arbitrary) => {
    const check = await transcriptCheck();
    fc.assert(
      fc.property(arbitrary, (transcript) => {
        const once = gate.redactTranscript(transcript);
        expect(gate.redactTranscript(transcript)).toEqual(once);
        expect(gate.redactTranscript(once)).toEqual(once);
        expect(receiptFaults(once, isOurs(transcript))).toEqual([]);
        if (check(transcript).length === 0) expect(check(once)).toEqual([]);
      }),
      { numRuns: 60, seed: SEED },
    );
  });

  it('reads any JSON in the place of a transcript’s fields without failing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue(), (value, other) => {
        const events = [{ id: 'a', seq: 1, text: value, tool: other, parts: value, redactions: other, chunks: value }];
        const broken = { session: { environment: value }, attachments: other, privacy: value, metrics: value, events };
        const redacted = gate.redactTranscript(broken as unknown as Transcript);
        expect(redacted.events).toHaveLength(redacted.metrics.eventCount);
      }),
      { numRuns: 200, seed: SEED },
    );
  });
});
