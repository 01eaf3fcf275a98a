/**
 * Finds the conversations in a program's requests. Each request repeats the history before it: the tracker says which of its
 * items are new, and in which thread. It compares by meaning, link by link, as a chain of keys. The system prompt is no
 * link but a slot of the thread: programs drop and change it within one conversation.
 */
import { hash } from './hash.ts';
import { type Item, meaningOf } from './item.ts';

export type PlacementKind =
  /** A conversation begins. */
  | 'new'
  /** It goes on at its end. */
  | 'next'
  /** It goes on from an earlier point: an edit, or another try from there. */
  | 'fork'
  /** The same request again: a retry, or one more sample. */
  | 'repeat'
  /** Its beginning is gone or changed, but it holds an answer of the thread: a window that was cut, a summary. */
  | 'rewritten';

export interface Placement {
  readonly kind: PlacementKind;
  readonly thread: string;
  /** The thread that it leaves, for a fork. */
  readonly forkedFrom?: string;
  /** For each item of the request whether it is new. */
  readonly fresh: readonly boolean[];
  /** The link at its end, to which its answer is added. */
  readonly tip: string;
}

export interface PlacedRequest {
  /** Conversations of different scopes never meet. */
  readonly scope: string;
  readonly items: readonly Item[];
  readonly previous?: string;
  readonly conversation?: string;
}

export interface Answered {
  readonly choices: readonly (readonly Item[])[];
  readonly responseId?: string;
  readonly conversation?: string;
}

interface Thread {
  readonly id: string;
  readonly scope: string;
  /** The link at its end. */
  head: string;
  /** The last answer: where it was added, and what it said. */
  answer?: { readonly from: string; readonly links: readonly string[]; readonly meanings: readonly string[] };
  /** What was said in it, for windows that were cut; what was said before a fork is in the thread that it left. */
  readonly said: Set<string>;
  readonly left?: Thread;
}

const MOST_LINKS = 100_000;
/** A short answer (“Yes.”) says nothing about which conversation it is from. */
const TELLING_LENGTH = 24;

export class ConversationTracker {
  readonly #threads = new Map<string, Thread>();
  /** Oldest first: a link that is used again moves to the end. */
  readonly #links = new Map<string, string>();
  /** Answers that give a thread away. */
  readonly #answers = new Map<string, string>();
  /** Responses and stored conversations by id. */
  readonly #ends = new Map<string, { readonly link: string; readonly thread: string }>();
  /** Items of answers by the provider's id; empty for those that have no meaning of their own. */
  readonly #items = new Map<string, string>();
  readonly #mostLinks: number;
  #count = 0;

  constructor({ mostLinks = MOST_LINKS }: { readonly mostLinks?: number } = {}) {
    this.#mostLinks = mostLinks;
  }

  /** How much is remembered. */
  get size(): number {
    return this.#links.size;
  }

  place(request: PlacedRequest): Placement {
    const { scope, items } = request;
    const meanings = items.map((item) => this.#meaningOf(item));
    const base = this.#baseOf(request);
    const chain = chainOf(base.link, meanings);
    const known = this.#knownPrefix(chain, meanings);
    const tip = chain.at(-1) ?? base.link;
    const from = known > 0 ? (chain[known - 1] as string) : base.link;
    const thread = this.#threads.get(known > 0 ? (this.#links.get(from) ?? '') : (base.thread ?? ''));
    const fresh = meanings.map((meaning, index) => meaning !== undefined && index >= known);
    if (!thread) {
      const rewritten = this.#rewritten(scope, meanings, 0, chain, fresh, items);
      if (rewritten) return rewritten;
      const opened = this.#open(scope);
      this.#extend(opened, chain, meanings, tip);
      return { kind: 'new', thread: opened.id, fresh: withReasoning(items, fresh), tip };
    }
    if (!fresh.some(Boolean)) return { kind: 'repeat', thread: thread.id, fresh, tip };
    if (thread.head === from || this.#continuesAnswer(thread, from, meanings, known, fresh)) {
      this.#extend(thread, chain, meanings, tip);
      return { kind: 'next', thread: thread.id, fresh: withReasoning(items, fresh), tip };
    }
    const rewritten = this.#rewritten(scope, meanings, known, chain, fresh, items);
    if (rewritten) return rewritten;
    const fork = this.#open(scope, thread);
    this.#extend(fork, chain.slice(known), meanings.slice(known), tip);
    return { kind: 'fork', thread: fork.id, forkedFrom: thread.id, fresh: withReasoning(items, fresh), tip };
  }

  /**
   * Adds what the model answered. Gives the thread of each choice: the request's own where nothing was answered there
   * yet, else a new one.
   */
  answered(placement: Placement, { choices, responseId, conversation }: Answered): string[] {
    return choices.map((items, index) => {
      const own = this.#threads.get(placement.thread);
      const open = own?.head === placement.tip ? own : this.#open(own?.scope ?? '', own);
      const meanings = items.map((item) => this.#meaningOf(item));
      const chain = chainOf(placement.tip, meanings);
      const end = chain.at(-1) ?? placement.tip;
      this.#extend(open, chain, meanings, end);
      if (end !== placement.tip) {
        const said = meanings.filter((meaning) => meaning !== undefined);
        open.answer = { from: placement.tip, links: chain, meanings: said };
      }
      for (const [at, item] of items.entries()) this.#learn(item, meanings[at], open.id);
      if (index === 0 && responseId) this.#ends.set(responseId, { link: end, thread: open.id });
      if (index === 0 && conversation) this.#ends.set(conversation, { link: end, thread: open.id });
      return open.id;
    });
  }

  #meaningOf(item: Item): string | undefined {
    if (item.kind !== 'reference') return meaningOf(item);
    return (item.id && this.#items.get(item.id)) || undefined;
  }

  #baseOf({ scope, previous, conversation }: PlacedRequest): { link: string; thread?: string } {
    const id = previous ?? conversation;
    if (id === undefined) return { link: hash(`scope\n${scope}`) };
    return this.#ends.get(id) ?? { link: hash(`scope\n${scope}\n${id}`) };
  }

  /** How many of the items, from the first, are known as a chain. */
  #knownPrefix(chain: readonly string[], meanings: readonly (string | undefined)[]): number {
    for (let at = chain.length; at > 0; at--) {
      const link = chain[at - 1] as string;
      const thread = meanings[at - 1] === undefined ? undefined : this.#links.get(link);
      if (thread === undefined) continue;
      this.#links.delete(link);
      this.#links.set(link, thread);
      return at;
    }
    return 0;
  }

  /** Some SDKs send only a part of the answer back, or its calls in another order: what is of the answer is not new. */
  #continuesAnswer(
    thread: Thread,
    from: string,
    meanings: readonly (string | undefined)[],
    known: number,
    fresh: boolean[],
  ): boolean {
    const { answer } = thread;
    if (!answer || (answer.from !== from && !answer.links.includes(from))) return false;
    let at = known;
    while (at < meanings.length && (meanings[at] === undefined || answer.meanings.includes(meanings[at] as string)))
      at++;
    const came = meanings.slice(known, at).some((meaning) => meaning !== undefined);
    if (!came && !answer.links.includes(from)) return false;
    for (let i = known; i < at; i++) fresh[i] = false;
    return true;
  }

  /** It goes another way than any thread, and yet holds an answer of one: what was said there is not new. */
  #rewritten(
    scope: string,
    meanings: readonly (string | undefined)[],
    known: number,
    chain: readonly string[],
    fresh: readonly boolean[],
    items: readonly Item[],
  ): Placement | undefined {
    const last = meanings.findLastIndex((meaning) => meaning !== undefined && this.#threadOfAnswer(meaning, scope));
    if (last < known) return undefined;
    const thread = this.#threadOfAnswer(meanings[last] as string, scope);
    if (!thread) return undefined;
    const tip = chain.at(-1) as string;
    const left = fresh.map((is, at) => is && (at > last || !wasSaid(thread, meanings[at] as string)));
    this.#extend(thread, chain, meanings, tip);
    return { kind: 'rewritten', thread: thread.id, fresh: withReasoning(items, left), tip };
  }

  #threadOfAnswer(meaning: string, scope: string): Thread | undefined {
    const thread = this.#threads.get(this.#answers.get(meaning) ?? '');
    return thread?.scope === scope ? thread : undefined;
  }

  #open(scope: string, left?: Thread): Thread {
    const thread: Thread = { id: `t${++this.#count}`, scope, head: '', said: new Set(), left };
    this.#threads.set(thread.id, thread);
    return thread;
  }

  #extend(thread: Thread, chain: readonly string[], meanings: readonly (string | undefined)[], tip: string): void {
    for (const link of chain) if (!this.#links.has(link)) this.#links.set(link, thread.id);
    for (const meaning of meanings) if (meaning !== undefined) thread.said.add(meaning);
    thread.head = tip;
    thread.answer = undefined;
    this.#forgetOldest();
  }

  #learn(item: Item, meaning: string | undefined, thread: string): void {
    if (item.id) this.#items.set(item.id, meaning ?? '');
    const tells = item.kind === 'call' ? item.callId !== undefined : item.text.length >= TELLING_LENGTH;
    if (meaning !== undefined && tells) this.#answers.set(meaning, thread);
  }

  /** What was not used for longest goes first; a conversation that comes back later is then a new one. */
  #forgetOldest(): void {
    drop(this.#links, this.#mostLinks);
    drop(this.#answers, this.#mostLinks);
    drop(this.#items, this.#mostLinks);
    drop(this.#ends, this.#mostLinks);
    drop(this.#threads, this.#mostLinks / 4);
  }
}

function wasSaid(thread: Thread, meaning: string): boolean {
  for (let at: Thread | undefined = thread; at; at = at.left) if (at.said.has(meaning)) return true;
  return false;
}

/** A tenth at a time: to look for the oldest again and again would take long. */
function drop(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  let left = map.size - Math.floor(most * 0.9);
  for (const key of map.keys()) {
    if (left-- <= 0) break;
    map.delete(key);
  }
}

/** Items without a meaning of their own leave the link as it is. */
function chainOf(base: string, meanings: readonly (string | undefined)[]): string[] {
  let link = base;
  return meanings.map((meaning) => {
    if (meaning !== undefined) link = hash(`${link}\n${meaning}`);
    return link;
  });
}

/** Reasoning is told with the item that it led to. */
function withReasoning(items: readonly Item[], fresh: readonly boolean[]): boolean[] {
  const told = [...fresh];
  for (let at = items.length - 2; at >= 0; at--) {
    if (items[at]?.kind === 'reasoning' && told[at + 1] && items[at + 1]?.role === 'assistant') told[at] = true;
  }
  return told;
}
