/**
 * Whether a rule of the user's own can find all that its pattern matches. A rule is only tried where one of its keywords
 * stands, so that a keyword with a mistake in it makes a rule that never finds anything, and says nothing.
 */

import type { Rule } from '@hansard/core/privacy/index.ts';
import { type Pick, patternString } from '@hansard/core/privacy/patterns/pattern-strings.ts';

/** Enough for a pattern of several forms; each is a few microseconds. */
const TRIES = 200;
/** What is longer is no example to show. */
const LONGEST = 80;

/** A text that the pattern matches and none of the keywords leads to; the shortest of those that were tried. */
export function unreachedMatch({ anchor, keywords, pattern, caseless, examples }: Rule): string | undefined {
  // Behind a name, the keyword is no part of the match; elsewhere in the text it need not be, as examples show.
  if (anchor.at !== 'start' && (anchor.at !== 'whole' || examples.length > 0)) return undefined;
  const expression = new RegExp(`^(?:${pattern})$`, caseless ? 'i' : '');
  const pick = pickFrom(1);
  let shortest: string | undefined;
  for (let i = 0; i < TRIES; i++) {
    const text = patternString(pattern, pick, caseless);
    if (text.length >= (shortest?.length ?? LONGEST) || !expression.test(text)) continue;
    const folded = text.toLowerCase();
    const isReached = keywords.some((word) =>
      anchor.at === 'start' ? folded.startsWith(word) : folded.includes(word),
    );
    if (!isReached) shortest = text;
  }
  return shortest;
}

/** The same numbers every time. */
function pickFrom(seed: number): Pick {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
