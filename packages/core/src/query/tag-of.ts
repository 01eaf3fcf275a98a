/** What can be a tag, and how it is written. */
import { Failure } from '../failure.ts';

const MAX_TAG = 64;

/** A tag is one word, in small letters, so that it can be typed in a search. */
export function tagOf(text: string): string {
  const tag = text.normalize('NFC').toLowerCase();
  if (tag === '' || tag.length > MAX_TAG || /[\s\p{Cc}\p{Cf}",]/u.test(tag)) {
    throw new Failure('bad-argument', `"${text.slice(0, MAX_TAG)}" cannot be a tag.`, {
      remedy: `A tag is one word of at most ${MAX_TAG} characters, without commas and quotes.`,
    });
  }
  return tag;
}
