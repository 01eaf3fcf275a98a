/**
 * A YAML text as a plain value, with the place of everything in it. Flows need little of YAML, and what else it has is for
 * attacks and surprises: anchors, aliases, tags and merge keys are refused, as are texts that are too long.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** Far more than any flow: the time that parsing takes grows with it. */
export const MAX_LENGTH = 128 * 1024;
const MAX_PROBLEMS = 20;
const MAX_DEPTH = 20;

export interface FlowProblem {
  readonly message: string;
  /** JSON pointer to what is wrong. */
  readonly pointer: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

export interface ReadYaml {
  readonly value: unknown;
  readonly problems: readonly FlowProblem[];
  /** The problem at what a pointer leads to, or at the nearest that is there above it. */
  at(pointer: string, message: string): FlowProblem;
  /** The problem at the name of a field. */
  atName(pointer: string, message: string): FlowProblem;
}

export function readYaml(text: string): ReadYaml {
  const places = new Places();
  if (text.length > MAX_LENGTH) {
    places.add(0, '', `The file is longer than the ${MAX_LENGTH / 1024} KiB that a flow may have`);
    return { value: undefined, problems: places.problems, at: places.at, atName: places.atName };
  }
  // Keys are compared below: the parser compares each with all others.
  const options = { lineCounter: places.lines, prettyErrors: false, uniqueKeys: false, merge: false } as const;
  const document = parseDocument(text, { ...options, logLevel: 'error' });
  for (const { pos, message } of [...document.errors, ...document.warnings]) places.add(pos[0], '', message);
  const value = places.problems.length > 0 ? undefined : places.valueOf(document.contents, '', 0);
  return { value, problems: places.problems, at: places.at, atName: places.atName };
}

class Places {
  readonly lines = new LineCounter();
  readonly problems: FlowProblem[] = [];
  readonly #offsets = new Map<string, number>();
  readonly #names = new Map<string, number>();

  add(offset: number, pointer: string, message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(this.#problem(offset, pointer, message));
  }

  #problem(offset: number, pointer: string, message: string): FlowProblem {
    const { line, col } = this.lines.linePos(offset);
    return { message, pointer, line: Math.max(1, line), column: Math.max(1, col) };
  }

  readonly at = (pointer: string, message: string): FlowProblem => {
    for (let above = pointer; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/')))) {
      const offset = this.#offsets.get(above);
      if (offset !== undefined || above === '') return this.#problem(offset ?? 0, pointer, message);
    }
  };

  readonly atName = (pointer: string, message: string): FlowProblem =>
    this.#problem(this.#names.get(pointer) ?? 0, pointer, message);

  valueOf(node: Node | null, pointer: string, depth: number): unknown {
    const offset = node?.range?.[0] ?? this.#offsets.get(pointer) ?? 0;
    this.#offsets.set(pointer, offset);
    if (node === null) return null;
    if (depth > MAX_DEPTH) return this.add(offset, pointer, `Expected at most ${MAX_DEPTH} levels of nesting`);
    if (isAlias(node)) return this.add(offset, pointer, 'Aliases (*name) are not taken in a flow');
    if ('anchor' in node && node.anchor) this.add(offset, pointer, 'Anchors (&name) are not taken in a flow');
    if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:'))
      this.add(offset, pointer, `The tag ${node.tag.slice(0, 60)} is not known`);
    if (isSeq(node)) return node.items.map((item, i) => this.valueOf(item as Node, `${pointer}/${i}`, depth + 1));
    if (isMap(node)) return this.#mapOf(node.items, pointer, depth);
    return isScalar(node) ? node.value : undefined;
  }

  /** Without a prototype: `__proto__` is a key like any other. */
  #mapOf(pairs: readonly { key: unknown; value: unknown }[], pointer: string, depth: number): unknown {
    const map: Record<string, unknown> = Object.create(null);
    for (const { key, value } of pairs) {
      const offset = (key as Node | null)?.range?.[0] ?? 0;
      if (!isScalar(key) || typeof key.value !== 'string') {
        this.add(offset, pointer, 'Expected a name before the colon');
        continue;
      }
      const name = key.value;
      const below = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (name in map) this.add(offset, below, `The name ${JSON.stringify(name.slice(0, 60))} is there twice`);
      this.#offsets.set(below, offset);
      this.#names.set(below, offset);
      map[name] = this.valueOf(value as Node | null, below, depth + 1);
    }
    return map;
  }
}
