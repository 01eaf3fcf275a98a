/**
 * The two commonest shapes of a rule, so that a catalogue says only what differs: a key with a prefix of its own, and
 * a value that only the name before it gives away.
 */
import type { Rule } from '../rule.ts';
import { isNotMadeUp } from '../validation/made-up.ts';

type Given = Pick<Rule, 'id' | 'label' | 'keywords' | 'pattern' | 'examples'> & Partial<Rule>;

/** A key that begins with its keyword. Its shape alone gives it away. */
export function key(given: Given): Rule {
  return secret({ confidence: 'high', anchor: { at: 'start' }, ...given });
}

/** A value without a shape of its own, behind a name with the keyword in it. */
export function named(given: Given): Rule {
  return secret({ confidence: 'medium', anchor: { at: 'assignment' }, ...given });
}

function secret(given: Given & Pick<Rule, 'confidence' | 'anchor'>): Rule {
  return {
    group: 'api-keys',
    type: 'secret',
    placeholder: `[REDACTED:${given.id}]`,
    ...given,
    validate: given.validate ?? [isNotMadeUp],
  };
}

/** Joins an example that is written in two halves, so that no forge takes this repository for leaking keys. */
export function fake(text: string): string {
  return text.replaceAll('{{}}', '');
}
