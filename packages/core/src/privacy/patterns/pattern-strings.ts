/**
 * Texts that match a pattern, made from the pattern itself. They prove that the fast path finds what the pattern says:
 * a keyword that is missing, or an anchor that stands wrong, shows at once. Lookarounds are not followed; whoever
 * asks checks the text against the pattern.
 */
import { parsePattern } from './parse-pattern.ts';
import type { Characters, Node } from './pattern.ts';

/** A whole number from 0 to `below` − 1, such as `randomFrom` gives. */
export type Pick = (below: number) => number;

export function patternString(source: string, pick: Pick, caseless = false): string {
  return textOf(parsePattern(source, caseless), pick);
}

function textOf(node: Node, pick: Pick): string {
  switch (node.kind) {
    case 'characters':
      return characterOf(node.set, pick);
    case 'edge':
    case 'look':
      return '';
    case 'group':
      return textOf(node.item, pick);
    case 'sequence':
      return node.items.map((item) => textOf(item, pick)).join('');
    case 'choice':
      return textOf(node.options[pick(node.options.length)]!, pick);
    case 'repeat': {
      let text = '';
      for (let times = timesOf(node.min, node.max, pick); times > 0; times--) text += textOf(node.item, pick);
      return text;
    }
  }
}

/** Mostly near one of the ends, where mistakes are. */
function timesOf(min: number, max: number, pick: Pick): number {
  const spread = Math.min(max - min, [0, 1, 3, 20, 400][pick(5)]!);
  const extra = spread === 0 ? 0 : pick(spread + 1);
  return pick(8) === 0 ? Math.min(max, min + 4000) - Math.min(extra, Math.min(max, min + 4000) - min) : min + extra;
}

function characterOf(set: Characters, pick: Pick): string {
  const printable: number[] = [];
  const rest: number[] = [];
  for (let i = 0; i < 128; i++) if (set.ascii[i]) (i >= 32 && i < 127 ? printable : rest).push(i);
  const from = printable.length > 0 ? printable : rest;
  return from.length > 0 ? String.fromCharCode(from[pick(from.length)]!) : 'é';
}
