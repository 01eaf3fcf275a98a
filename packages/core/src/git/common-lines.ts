/**
 * How much a line says about who wrote it. Braces, blank lines, imports and the statements of everyday code are in every
 * file of the world: they never decide alone.
 */

/** Letters and digits from which on one line is enough, as in the original's rule for hunks. */
const STRONG = 30;
/** Letters of names of its own that a line must have at least. */
const OWN = 6;

/** Words that name nothing: of languages, and the names that everybody gives. */
const EVERYDAY = new Set(
  `abstract and any args array as assert async await bool boolean break byte case catch char class cls const constructor
  continue count data debugger def default defer del delete do double elif else elsif end endif ensure enum err error esac
  except exports export extends extern fallthrough false fi final finally float fn for foreach from func function global go
  goto i id if impl implements import in include index init instanceof int interface is item items j k key keys lambda len
  length let list long loop map match mod module mut name namespace new nil no none nonlocal not null number object ok old
  options or override package params pass path print private prop props protected pub public raise range ref require rescue
  res result results return returns self set short sizeof size state static str string struct super switch template test text
  that then this throw throws true try type typeof undefined union unit unknown unless unsafe unsigned until use using val
  value values var virtual void volatile when where while with x y yes yield e n s t v f r p a b c d todo fixme __name__ __main__`.split(
    /\s+/,
  ),
);

const IMPORTS =
  /^\s*(import\b|from\s+\S+\s+import\b|export\s+(\*|\{[^}]*\})\s+from\b|(const|let|var)\s+[\w{}\s,:]+=\s*require\(|#\s*include\b|using\s+[\w.]+;|use\s+[\w:]+|package\s+[\w.]+;?$|require(_relative)?\s)/;
const WORD = /[\p{L}\p{N}_$]+/gu;

export type LineWeight = 'common' | 'weak' | 'strong';

export function weightOf(text: string): LineWeight {
  if (IMPORTS.test(text)) return 'common';
  let own = 0;
  let all = 0;
  // Of a very long line the beginning is enough.
  for (const [word] of text.slice(0, 400).matchAll(WORD)) {
    all += word.length;
    if (!EVERYDAY.has(word.toLowerCase()) && !/^\d{1,3}$/.test(word)) own += word.length;
  }
  if (own < OWN) return 'common';
  return all >= STRONG || own >= 20 ? 'strong' : 'weak';
}

/** Words of a line, for telling how alike two lines are. */
export function wordsOfLine(text: string): string[] {
  return Array.from(text.slice(0, 2000).matchAll(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu), ([word]) => word);
}

/** The share of words that two lines have in common, from 0 to 1. Punctuation and everyday words count a third. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  let total = 0;
  for (const word of one) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    total += worth(word);
  }
  let shared = 0;
  for (const word of other) {
    total += worth(word);
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += 2 * worth(word);
  }
  return total === 0 ? 0 : shared / total;
}

const WORD_LIKE = /^[\p{L}\p{N}_$]/u;

/** What a word says of a line: signs and the words that everybody uses say a third. */
export function worth(word: string): number {
  let known = WORTHS.get(word);
  if (known === undefined) {
    known = !EVERYDAY.has(word) && WORD_LIKE.test(word) ? 1 : 1 / 3;
    if (WORTHS.size < MOST_WORTHS) WORTHS.set(word, known);
  }
  return known;
}

const WORTHS = new Map<string, number>();
const MOST_WORTHS = 50_000;
