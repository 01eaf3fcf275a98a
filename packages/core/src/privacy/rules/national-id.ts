/**
 * The shape of rules for numbers that states give to people. Those with a form or checksum of their own are found
 * anywhere; those that are mere digits only behind a name for them, because one number in ten passes their checksum.
 */
import type { Check, Rule } from '../rule.ts';

interface NationalId extends Pick<Rule, 'id' | 'label' | 'pattern' | 'examples'> {
  readonly check: (value: string) => boolean;
  /** Names for it; without them it is found anywhere. */
  readonly keywords?: readonly string[];
  /** Without names: how many digits there must be. */
  readonly digits?: number;
}

export function nationalId({ id, label, pattern, check, examples, keywords, digits = 9 }: NationalId): Rule {
  const shape = { id, label, pattern, examples, placeholder: `[REDACTED:${id.replace(/-named$/, '')}]` };
  const kind = { group: 'national-ids', type: 'pii' } as const;
  if (!keywords) {
    return {
      ...shape,
      ...kind,
      confidence: 'high',
      anchor: { at: 'digits', min: digits },
      keywords: [],
      validate: [check],
    };
  }
  const validate = [isCalled(keywords), check];
  return { ...shape, ...kind, confidence: 'medium', anchor: { at: 'assignment' }, keywords, validate };
}

/** The name is a word of its own: `SIN:` and `tax_sin =`, not `using:`. */
function isCalled(keywords: readonly string[]): Check {
  const name = new RegExp(
    `(?<![A-Za-z])(?:${keywords.join('|')})(?:[_ .-]?[A-Za-z]{0,10})?(?:[. ]{1,2}(?:is|was|ist|lautet))?[^A-Za-z]{0,12}$`,
    'i',
  );
  const column = new RegExp(`(?<![A-Za-z])(?:${keywords.join('|')})(?![A-Za-z]{3})`, 'i');
  return (_value, text, start, place) =>
    place?.kind === 'cell' ? column.test(place.name) : name.test(text.slice(Math.max(0, start - 80), start));
}
