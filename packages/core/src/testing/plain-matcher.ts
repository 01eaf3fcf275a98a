/** Regular expressions without a limit of time: tests bring none that takes long. */
import { type MakeMatcher, matchAll } from '../search/matcher.ts';

export const plainMatcher: MakeMatcher = (patterns) => ({
  spent: 0,
  matches: (events) => events.map((texts) => matchAll(patterns, texts)),
});
