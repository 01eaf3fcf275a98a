/**
 * Which characters can stand at the first places of a match, as bits: enough to dismiss nearly every place where a
 * keyword stands by chance, for a small part of what asking the regular expression costs. What it lets through may
 * still not match; what it dismisses never does.
 */
import type { Characters, Node } from './pattern.ts';

/** Places that are looked at: one bit each. */
export const PLACES = 8;
const ANYTHING = (1 << PLACES) - 1;
/** All units above ASCII share the last entry. */
const OTHERS = 128;

/** The ends of lines, the backslash of escaped ones, and the quotes of strings that are put together. */
const BREAKS: ReadonlySet<number> = new Set([...'\n\r\\"\'`'].map((character) => character.charCodeAt(0)));
export const isBreak = (unit: number): boolean => BREAKS.has(unit);

/** For each unit the places where it can stand. */
export type Opening = Uint8Array;

export function openingOf(pattern: Node): Opening {
  const opening = new Uint8Array(OTHERS + 1);
  const ends = spread(pattern, 1, opening);
  // Behind the end of a match stands anything.
  for (let place = 0; place < PLACES; place++) {
    if (!(ends & (1 << place))) continue;
    const behind = ANYTHING & ~((1 << place) - 1);
    for (let unit = 0; unit <= OTHERS; unit++) opening[unit]! |= behind;
    break;
  }
  // Behind a break the match may go on with something else: nothing is certain from there on.
  for (const unit of BREAKS) opening[unit] = 0;
  return opening;
}

/**
 * Notes the characters of a node that can begin at the places `starts`, a bit each, and says at which places it can
 * end. Places beyond the last are forgotten.
 */
function spread(node: Node, starts: number, opening: Opening): number {
  switch (node.kind) {
    case 'characters':
      note(node.set, starts, opening);
      return (starts << 1) & ANYTHING;
    case 'edge':
    case 'look':
      return starts;
    case 'group':
      return spread(node.item, starts, opening);
    case 'sequence':
      return node.items.reduce((places, item) => spread(item, places, opening), starts);
    case 'choice':
      return node.options.reduce((ends, option) => ends | spread(option, starts, opening), 0);
    case 'repeat':
      return spreadRepeat(node, starts, opening);
  }
}

/** A repetition takes a character or may be empty: after as many as there are places nothing changes any more. */
function spreadRepeat(node: Node & { kind: 'repeat' }, starts: number, opening: Opening): number {
  const fewest = Math.min(node.min, PLACES);
  const most = Math.min(node.max, PLACES);
  let places = starts;
  let ends = fewest === 0 ? starts : 0;
  for (let times = 1; times <= most && places !== 0; times++) {
    places = spread(node.item, places, opening);
    if (times >= fewest) ends |= places;
  }
  return ends;
}

function note(set: Characters, places: number, opening: Opening): void {
  for (let unit = 0; unit < OTHERS; unit++) if (set.ascii[unit]) opening[unit]! |= places;
  if (set.others) opening[OTHERS]! |= places;
}

/** False when no match begins at a place, not even one that goes on behind a break of lines or an escape. */
export function canOpen(opening: Opening, text: string, at: number): boolean {
  const end = Math.min(at + PLACES, text.length);
  for (let i = at, place = 1; i < end; i++, place <<= 1) {
    const unit = text.charCodeAt(i);
    if (!(opening[unit < OTHERS ? unit : OTHERS]! & place)) return isBreak(unit);
  }
  return true;
}
