/** Generated conversations: each message is told once, and in the branch that it was said in. */
import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { ConversationTracker, type Placement } from './conversation-tracker.ts';
import type { Item } from './item.ts';

const user = (text: string): Item => ({ role: 'user', kind: 'text', text });
const said = (text: string): Item => ({
  role: 'assistant',
  kind: 'text',
  text: `${text}, the model answers at length.`,
});
const call = (callId: string, input: unknown = {}): Item => ({
  role: 'assistant',
  kind: 'call',
  text: '',
  callId,
  name: 'look',
  input,
});
const result = (callId: string, text: string): Item => ({ role: 'tool', kind: 'result', text, callId });

/** A program that keeps its history itself, as programs do, and one that watches it. */
class Watched {
  readonly tracker = new ConversationTracker();
  /** How often each text was told, and in which thread. */
  readonly told = new Map<string, string[]>();
  path: Item[] = [];
  placement!: Placement;
  readonly scope: string;
  readonly #begun = new Set<string>();
  #count = 0;

  constructor(scope = 'primary') {
    this.scope = scope;
  }

  text(): string {
    return `message ${++this.#count} of ${this.scope}`;
  }

  send(...answer: Item[]): Placement {
    const { scope, path } = this;
    this.placement = this.tracker.place({ scope, items: path });
    for (const [at, item] of path.entries()) if (this.placement.fresh[at]) this.#tell(item, this.placement.thread);
    const [thread = ''] = this.tracker.answered(this.placement, { choices: [answer] });
    for (const item of answer) this.#tell(item, thread);
    this.path = [...path, ...answer];
    for (let end = 1; end <= this.path.length; end++) this.#begun.add(this.#beginning(end));
    return this.placement;
  }

  ask(): Placement {
    this.path = [...this.path, user(this.text())];
    return this.send(said(this.text()));
  }

  /** Whether some history began as this one does. */
  get wasBegun(): boolean {
    return this.#begun.has(this.#beginning(this.path.length));
  }

  #beginning(end: number): string {
    return this.path.slice(0, end).map(keyOf).join('\n');
  }

  threadOf(item: Item | undefined): string | undefined {
    return item && this.told.get(keyOf(item))?.[0];
  }

  #tell(item: Item, thread: string): void {
    this.told.set(keyOf(item), [...(this.told.get(keyOf(item)) ?? []), thread]);
  }
}

const keyOf = ({ kind, text, callId }: Item) => `${kind} ${callId ?? text}`;

type Step = { do: 'ask' | 'tools' | 'regenerate' | 'retry' | 'return' } | { do: 'edit' | 'cut'; at: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'ask' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'tools' }) },
  fc.constantFrom<Step>({ do: 'regenerate' }, { do: 'retry' }, { do: 'return' }),
  fc.record({ do: fc.constantFrom('edit' as const, 'cut' as const), at: fc.nat(20) }),
);

/** Whether the path ends where its thread does. */
function atHead(watched: Watched, heads: Map<string, Item>): boolean {
  const last = watched.path.at(-1);
  return last !== undefined && heads.get(watched.threadOf(last) ?? '') === last;
}

const STEPS: Record<Step['do'], (watched: Watched, at: number, paths: Item[][]) => void> = {
  ask: (watched) => void watched.ask(),
  tools(watched) {
    const ids = [watched.text(), watched.text()];
    watched.path = [...watched.path, user(watched.text())];
    watched.send(said(watched.text()), ...ids.map((id) => call(id)));
    watched.path = [...watched.path, ...ids.map((id) => result(id, `result of ${id}`))];
    watched.send(said(watched.text()));
  },
  regenerate(watched) {
    const last = watched.path.findLastIndex(({ role }) => role !== 'assistant');
    if (last < 0) return;
    watched.path = watched.path.slice(0, last + 1);
    expect(watched.send(said(watched.text())).kind).toBe('repeat');
  },
  retry(watched) {
    watched.path = [...watched.path, user(watched.text())];
    const [asked] = [watched.path];
    watched.send();
    watched.path = asked;
    expect(watched.send(said(watched.text())).kind).toBe('repeat');
  },
  edit(watched, at) {
    const places = watched.path.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
    if (places.length === 0) return;
    const place = places[at % places.length] as number;
    watched.path = [...watched.path.slice(0, place), user(watched.text())];
    const { kind } = watched.send(said(watched.text()));
    expect(kind).toBe(place === 0 ? 'new' : 'fork');
  },
  cut(watched, at) {
    const answers = watched.path.flatMap(({ role, kind }, i) => (role === 'assistant' && kind === 'text' ? [i] : []));
    if (answers.length === 0 || watched.path.length < 3) return;
    const from = Math.max(1, answers[at % answers.length] as number);
    if (!watched.path.slice(from).some((item) => item.role === 'assistant' && item.kind === 'text')) return;
    watched.path = watched.path.slice(from);
    // The same window again, and then something else: that is a branch of what followed it before.
    const expected = watched.wasBegun ? 'fork' : 'rewritten';
    watched.path = [...watched.path, user(watched.text())];
    expect(watched.send(said(watched.text())).kind).toBe(expected);
  },
  return(watched, at, paths) {
    const path = paths[at % Math.max(1, paths.length)];
    if (path) watched.path = path;
  },
};

describe('generated conversations', () => {
  it('are told message by message, each once, each in its branch', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const watched = new Watched();
        const heads = new Map<string, Item>();
        const paths: Item[][] = [];
        for (const { do: what, ...rest } of steps) {
          const goesOn = what === 'ask' && atHead(watched, heads);
          const before = watched.threadOf(watched.path.at(-1));
          const placed = watched.placement;
          STEPS[what](watched, 'at' in rest ? rest.at : 0, paths);
          if (goesOn) expect([watched.placement.kind, watched.placement.thread]).toEqual(['next', before]);
          const last = watched.path.at(-1);
          if (last && watched.placement !== placed) heads.set(watched.threadOf(last) ?? '', last);
          paths.push(watched.path);
        }
        for (const [text, threads] of watched.told) expect([text, threads.length]).toEqual([text, 1]);
        for (const item of watched.path) expect(watched.told.has(keyOf(item))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('that go on side by side in one scope never mix', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 60 }), (turns) => {
        const tracker = new ConversationTracker();
        const paths = new Map<number, Item[]>();
        const threads = new Map<number, string>();
        for (const [n, who] of turns.entries()) {
          const path = [...(paths.get(who) ?? []), user(`turn ${n} of ${who}`)];
          const placement = tracker.place({ scope: 'one', items: path });
          expect(placement.thread).toBe(threads.get(who) ?? placement.thread);
          expect(placement.fresh).toEqual(path.map((_, i) => i === path.length - 1));
          threads.set(who, placement.thread);
          const answer = said(`answer ${n}`);
          tracker.answered(placement, { choices: [[answer]] });
          paths.set(who, [...path, answer]);
        }
        expect(new Set(threads.values()).size).toBe(threads.size);
      }),
    );
  });
});

describe('answers that come back', () => {
  const open = () => {
    const tracker = new ConversationTracker();
    const first = tracker.place({ scope: 's', items: [user('Look')] });
    return { tracker, first };
  };

  it('without a part of them are not told again', () => {
    const { tracker, first } = open();
    tracker.answered(first, { choices: [[said('Looking'), call('a'), call('b')]] });
    const items = [user('Look'), call('b'), call('a'), result('a', '1'), result('b', '2')];
    const placement = tracker.place({ scope: 's', items });
    expect(placement).toMatchObject({ kind: 'next', thread: first.thread, fresh: [false, false, false, true, true] });
  });

  it('with other keys, nulls and reasoning are the same', () => {
    const { tracker, first } = open();
    tracker.answered(first, { choices: [[call('a', { x: 1, y: null, z: { b: 1, a: 2 } })]] });
    const reasoning: Item = { role: 'assistant', kind: 'reasoning', text: 'Hm.' };
    const items = [user('Look'), reasoning, call('a', { z: { a: 2, b: 1 }, x: 1 }), result('a', '1')];
    expect(tracker.place({ scope: 's', items })).toMatchObject({ kind: 'next', fresh: [false, false, false, true] });
  });

  it('are known by the id of the response, of the conversation or of the item', () => {
    const { tracker, first } = open();
    const answer = { ...call('a'), id: 'item-1' };
    tracker.answered(first, { choices: [[answer]], responseId: 'resp-1', conversation: 'conv-1' });
    const reference: Item = { role: 'assistant', kind: 'reference', text: '', id: 'item-1' };
    const second = tracker.place({ scope: 's', items: [user('Look'), reference, result('a', '1')] });
    expect(second).toMatchObject({ kind: 'next', thread: first.thread, fresh: [false, false, true] });
    const third = tracker.place({ scope: 's', items: [result('a', '1')], previous: 'resp-1' });
    expect(third).toMatchObject({ kind: 'repeat', thread: first.thread });
    tracker.answered(third, { choices: [[said('Done')]], conversation: 'conv-1' });
    const fourth = tracker.place({ scope: 's', items: [user('More')], conversation: 'conv-1' });
    expect(fourth).toMatchObject({ kind: 'next', thread: first.thread, fresh: [true] });
  });

  it('have a thread each where there are several', () => {
    const { tracker, first } = open();
    const threads = tracker.answered(first, { choices: [[said('One')], [said('Two')]] });
    expect(new Set(threads).size).toBe(2);
    const next = tracker.place({ scope: 's', items: [user('Look'), said('Two'), user('Go on')] });
    expect(next).toMatchObject({ kind: 'next', thread: threads[1], fresh: [false, false, true] });
  });
});

it('short answers tell nothing about where they are from', () => {
  const tracker = new ConversationTracker();
  const yes: Item = { role: 'assistant', kind: 'text', text: 'Yes.' };
  tracker.answered(tracker.place({ scope: 's', items: [user('Is it?')] }), { choices: [[yes]] });
  const other = tracker.place({ scope: 's', items: [user('Something else?'), yes, user('Really?')] });
  expect(other).toMatchObject({ kind: 'new', fresh: [true, true, true] });
});

it('scopes never meet, whatever is said in them', () => {
  const tracker = new ConversationTracker();
  const [a, b] = ['a', 'b'].map((scope) => tracker.place({ scope, items: [user('Same')] }));
  expect(a?.thread).not.toBe(b?.thread);
});

it('forgets what was not used for longest, and stays small', () => {
  const tracker = new ConversationTracker({ mostLinks: 100 });
  for (let n = 0; n < 1000; n++) {
    const placement = tracker.place({ scope: 's', items: [user(`${n}`)] });
    tracker.answered(placement, { choices: [[said(`${n}`)]] });
  }
  expect(tracker.size).toBeLessThanOrEqual(100);
  const items = [user('999'), said('999'), user('more')];
  expect(tracker.place({ scope: 's', items })).toMatchObject({ kind: 'next', fresh: [false, false, true] });
});
