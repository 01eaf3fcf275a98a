/**
 * Finds secrets that were cut into pieces, with what stands between the pieces taken out; also where the whole text was put
 * into a string, and line ends and quotes are escaped.
 */
import { type CompiledRule, matchAt } from './compiled-rule.ts';
import type { Finding } from './finding.ts';
import { type Joined, joinLines } from './joined-lines.ts';
import { firstPiece } from './joints.ts';
import { isWordStart } from './word-start.ts';

/** Ends of pieces at which a match may end before the last. */
const MOST_ENDS = 6;
/** What may stand before a piece that is not the first. */
const BEFORE_PIECE = new Set([...'"\'`\n \t+->→'].map((character) => character.charCodeAt(0)));

export class JoinedMatches {
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** What a rule matches from a place on, over at least one joint and beyond another place. */
  from(compiled: CompiledRule, start: number, onlyContinued: boolean, beyond: number): Finding | undefined {
    if (!compiled.isSecret || (compiled.needsWordStart && !isWordStart(this.text, start))) return undefined;
    const joined = joinLines(this.text, start, compiled.longest);
    return joined && (!onlyContinued || joined.continued) ? matchIn(compiled, joined, 0, beyond) : undefined;
  }

  /** What a rule matches around a keyword, when pieces stand before or behind the one that holds it. */
  around(compiled: CompiledRule, pieceStart: number, keywordEnd: number): Finding | undefined {
    const { back } = compiled;
    if (!compiled.isSecret) return undefined;
    const own = this.aroundFrom(compiled, pieceStart, keywordEnd);
    if (own || !BEFORE_PIECE.has(this.text.charCodeAt(pieceStart - 1))) return own;
    const from = firstPiece(this.text, pieceStart, (unit) => (unit < 128 ? back!.ascii[unit] === 1 : back!.others));
    return from < pieceStart ? this.aroundFrom(compiled, from, keywordEnd) : undefined;
  }

  private aroundFrom(compiled: CompiledRule, from: number, keywordEnd: number): Finding | undefined {
    const joined = joinLines(this.text, from, compiled.longest);
    if (!joined) return undefined;
    for (let at = 0; at < joined.text.length && joined.place(at) < keywordEnd; at++) {
      const match = matchIn(compiled, joined, at, keywordEnd - 1);
      if (match) return match;
    }
    return undefined;
  }
}

function matchIn(compiled: CompiledRule, joined: Joined, at: number, beyond: number): Finding | undefined {
  const { text, ends, firstBreak } = joined;
  if (text.length - at < compiled.shortest) return undefined;
  let match = matchAt(compiled, text, at);
  // The last lines may no longer belong to it.
  for (let i = 0; !match && i < ends.length && i < MOST_ENDS; i++) {
    if (ends[i]! - at >= compiled.shortest) match = matchAt(compiled, text.slice(0, ends[i]), at);
  }
  if (!match || match.matchEnd <= firstBreak || joined.place(match.matchEnd) <= beyond) return undefined;
  return {
    start: joined.place(match.start),
    end: joined.place(match.end),
    value: text.slice(match.start, match.end),
    rule: compiled.rule,
  };
}
