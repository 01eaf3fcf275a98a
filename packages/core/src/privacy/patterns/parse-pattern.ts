/** Reads the source of a regular expression into its tree. Throws a PatternError for what rules may not use. */
import { parseClass, readEscape } from './parse-class.ts';
import { charactersIn, inverse, type Node, PatternError, union } from './pattern.ts';

export function parsePattern(source: string, caseless = false): Node {
  const parser = new PatternParser(source, caseless);
  const node = parser.choice();
  if (parser.at < source.length) throw new PatternError(parser.at, 'a closing bracket without an opening one');
  return node;
}

/** Nothing that rules need is nested deeper; a bound keeps hostile patterns from exhausting the stack. */
const DEEPEST = 60;

class PatternParser {
  at = 0;
  private depth = 0;
  private readonly source: string;
  private readonly caseless: boolean;
  constructor(source: string, caseless: boolean) {
    this.source = source;
    this.caseless = caseless;
  }

  choice(): Node {
    const at = this.at;
    if (++this.depth > DEEPEST) throw new PatternError(at, 'groups are nested too deeply');
    const options = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at++;
      options.push(this.sequence());
    }
    this.depth--;
    return options.length === 1 ? options[0]! : { kind: 'choice', options, at };
  }

  private sequence(): Node {
    const at = this.at;
    const items: Node[] = [];
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      items.push(this.repeated());
    }
    return items.length === 1 ? items[0]! : { kind: 'sequence', items, at };
  }

  private repeated(): Node {
    const at = this.at;
    const item = this.atom();
    const times = this.quantifier();
    if (!times) return item;
    if (item.kind === 'edge' || item.kind === 'look') throw new PatternError(at, 'an assertion cannot be repeated');
    return { kind: 'repeat', item, ...times, at };
  }

  private quantifier(): { min: number; max: number } | undefined {
    const at = this.at;
    const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(at, at + 24));
    if (!found) return undefined;
    this.at += found[0].length;
    const sign = found[0][0];
    if (sign === '*') return { min: 0, max: Number.POSITIVE_INFINITY };
    if (sign === '+') return { min: 1, max: Number.POSITIVE_INFINITY };
    if (sign === '?') return { min: 0, max: 1 };
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
    if (max < min) throw new PatternError(at, 'the numbers of the repetition are out of order');
    return { min, max };
  }

  private atom(): Node {
    const at = this.at;
    const character = this.source[at]!;
    if (character === '(') return this.group();
    if (character === '[') {
      const { set, end } = parseClass(this.source, at, this.caseless);
      this.at = end;
      return { kind: 'characters', set, at };
    }
    if (character === '^' || character === '$') {
      this.at++;
      return { kind: 'edge', edge: character === '^' ? 'start' : 'end', at };
    }
    if (character === '.') {
      this.at++;
      return { kind: 'characters', set: inverse(union([charactersIn(10, 10), charactersIn(13, 13)])), at };
    }
    if ('*+?'.includes(character)) throw new PatternError(at, 'nothing to repeat');
    if (character === '\\' && 'bB'.includes(this.source[at + 1] ?? ' ')) {
      this.at += 2;
      return { kind: 'edge', edge: this.source[at + 1] === 'b' ? 'word' : 'inside-word', at };
    }
    const { set, end } = readEscape(this.source, at, this.caseless);
    this.at = end;
    return { kind: 'characters', set, at };
  }

  private group(): Node {
    const at = this.at;
    const opening = /^\((?:\?(?::|=|!|<=|<!|<([A-Za-z]\w{0,30})>))?/.exec(this.source.slice(at, at + 40))![0];
    if (opening === '(' && this.source[at + 1] === '?')
      throw new PatternError(at, 'this kind of group is not supported');
    this.at += opening.length;
    const item = this.choice();
    if (this.source[this.at] !== ')') throw new PatternError(at, 'the group is not closed');
    this.at++;
    const look = /[=!]/.test(opening);
    if (look) return { kind: 'look', item, behind: opening.includes('<'), not: opening.includes('!'), at };
    return { kind: 'group', item, name: /<(\w+)>/.exec(opening)?.[1], at };
  }
}
