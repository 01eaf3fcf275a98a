/**
 * The order of what several witnesses tell of one agent. The best one's order holds. What only others have goes behind
 * what they have before it, and, up to the next event that both have, behind whatever was recorded earlier.
 */

/** An entry of a list. Ids are unique in a list. */
export interface Ordered {
  readonly id: string;
  /** Milliseconds since 1970; undefined when no time was recorded. */
  readonly time: number | undefined;
}

interface Node<T> {
  readonly entry: T;
  /** Its time, or the one of what stands before it where none was recorded. */
  readonly time: number | undefined;
  next: Node<T> | undefined;
}

/** The entries of all lists, the best list first, each id once: as the best list has it. */
export function joinOrder<T extends Ordered>(lists: readonly (readonly T[])[]): T[] {
  const [first = [], ...others] = lists.filter((list) => list.length > 0);
  if (others.length === 0) return [...first];
  const joined = new JoinedList<T>();
  for (const list of [first, ...others]) joined.add(list);
  return [...joined.entries()];
}

class JoinedList<T extends Ordered> {
  readonly #nodes = new Map<string, Node<T>>();
  /** Stands before the first. */
  readonly #head: Node<T> = { entry: undefined as never, time: undefined, next: undefined };
  #last = this.#head;

  add(list: readonly T[]): void {
    const shared = new Set(list.filter(({ id }) => this.#nodes.has(id)).map(({ id }) => id));
    // Without a time and without anything in common there is nothing to tell where the list begins: behind all.
    let at = shared.size === 0 && list[0]?.time === undefined ? this.#last : this.#head;
    for (const entry of list) {
      const known = shared.has(entry.id) ? this.#nodes.get(entry.id) : undefined;
      at = known ?? this.#insert(entry, this.#behindEarlier(at, entry, shared));
    }
  }

  *entries(): Generator<T> {
    for (let node = this.#head.next; node; node = node.next) yield node.entry;
  }

  #behindEarlier(at: Node<T>, { time }: T, shared: ReadonlySet<string>): Node<T> {
    if (time === undefined) return at;
    let node = at;
    while (node.next && !shared.has(node.next.entry.id)) {
      const { time: next } = node.next;
      if (next === undefined || next >= time) break;
      node = node.next;
    }
    return node;
  }

  #insert(entry: T, after: Node<T>): Node<T> {
    const node = { entry, time: entry.time ?? after.time, next: after.next };
    after.next = node;
    this.#nodes.set(entry.id, node);
    if (after === this.#last) this.#last = node;
    return node;
  }
}
