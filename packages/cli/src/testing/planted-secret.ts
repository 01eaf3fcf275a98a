/** A secret that belongs to nobody, for tests of what must not leave: an example of one of the rules. */
import { rules } from '@hansard/core/privacy/rules/index.ts';

export const PLANTED_RULE = 'github-token';

export const PLANTED_SECRET = rules.find(({ id }) => id === PLANTED_RULE)?.examples[0] as string;
