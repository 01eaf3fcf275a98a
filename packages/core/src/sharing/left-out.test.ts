import { describe, expect, it } from 'vitest';
import { resolveProfile } from '../privacy/index.ts';
import type { Transcript } from '../transcript.ts';
import { contentLeftOut, leftOutOf, listed } from './left-out.ts';

const profile = (name: string) => {
  const found = resolveProfile(name, {});
  if (!found) throw new Error(`there is a profile ${name}`);
  return found;
};
const content = (kind: string) => ({
  field: 'x',
  ruleId: 'content-policy',
  type: 'content',
  placeholder: `[REDACTED:${kind} 1 line]`,
});
const secret = { field: 'text', ruleId: 'r', type: 'secret', placeholder: '[REDACTED:r]' };
const document = (events: object[]) => ({ events, privacy: { redactions: [] } }) as unknown as Transcript;

describe('what is left out', () => {
  it('is said of a profile without a session', () => {
    expect(listed(contentLeftOut(profile('strict')))).toBe('tool output, file contents, reasoning and images');
    expect(listed(contentLeftOut(profile('research')))).toBe(
      'the middle of long tool output, file contents and images',
    );
    expect(contentLeftOut(profile('team'))).toEqual([]);
  });

  it('is counted by events, however many fields of one it was in', () => {
    const told = leftOutOf(
      document([
        { type: 'tool_result', redactions: [content('tool-output'), content('tool-output'), content('image')] },
        { type: 'tool_result', redactions: [content('tool-output'), secret, secret] },
        { type: 'meta', text: '[REDACTED:event]', extra: { dropped: 'reasoning' } },
        { type: 'meta', text: '[REDACTED:event]', extra: { dropped: 'system' } },
      ]),
      profile('strict'),
    );
    expect(told.content).toEqual(['tool output (2)', 'reasoning (1)', 'images (1)', 'whole events (1)']);
    expect(told.replaced).toEqual(['2 secrets']);
  });

  it('is nothing where nothing was taken out', () => {
    expect(leftOutOf(document([{ type: 'user_message', text: 'hello' }]), profile('team'))).toEqual({
      content: [],
      replaced: [],
    });
  });
});
