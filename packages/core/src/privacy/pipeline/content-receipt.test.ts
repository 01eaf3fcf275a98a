/** What the receipt says of content that a policy left out, also when a document is shared again. */
import { describe, expect, it } from 'vitest';
import { receiptFaults } from '../../testing/receipt.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';
import type { Event } from '../../transcript.ts';
import { resolveProfile } from '../profiles/resolve-profile.ts';

const event: Partial<Event> = {
  type: 'tool_result',
  tool: { name: 'Bash', kind: 'shell', status: 'ok', output: 'out', result: { stdout: 'out' } },
  extra: { copy: 'out' },
};
const shown = (toolOutput: 'full' | 'none', given = event) => {
  const profile = resolveProfile('mine', { mine: { extends: 'team', content: { toolOutput } } })!;
  return testGate(profile).redactTranscript(transcriptOf([given]));
};

describe('a document that was shared before', () => {
  it('claims no more than the stricter of both policies let through', () => {
    const given = transcriptOf([{ type: 'user_message', text: 'Hi.' }]);
    const once = testGate('strict').redactTranscript(given);
    const twice = testGate('team').redactTranscript(once);
    expect(twice.privacy).toMatchObject({ profile: 'team', contentPolicy: once.privacy.contentPolicy });
    expect(testGate('strict').redactTranscript(testGate('team').redactTranscript(given)).privacy.contentPolicy).toEqual(
      once.privacy.contentPolicy,
    );
    const later = { ...once, privacy: { ...once.privacy, contentPolicy: { toolOutput: 'hologram' } } };
    expect(testGate('team').redactTranscript(later).privacy.contentPolicy).toEqual({
      includeFileContents: true,
      toolOutput: 'hologram',
      reasoning: true,
      images: true,
    });
  });
});

describe('output', () => {
  it('none is told in the receipt, and still is when it is done again', () => {
    const once = shown('none');
    expect(once.privacy.redactionCount).toBe(3);
    expect(receiptFaults(once)).toEqual([]);
    const again = testGate('team').redactTranscript(once);
    expect(again.events).toEqual(once.events);
    expect(again.privacy.redactionCount).toBe(3);
  });

  it('that is said to be gone and is not has no record', () => {
    const gone = { ruleId: 'content-policy', type: 'content', placeholder: '' };
    const forged = {
      ...event,
      redactions: [
        { field: 'tool.output', ...gone },
        { field: 'tool.name', ...gone },
      ],
    };
    expect(shown('full', forged).events[0]?.redactions).toBeUndefined();
  });
});
