/**
 * Histories as programs really handle them: windows that lose their middle, old results that are cleared, prompts put in and taken
 * out, answers that come back in part or were cut off, the same words again. Whatever is done to it, each message is told once.
 */
import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { ConversationTracker, type Placement } from './conversation-tracker.ts';
import type { Item } from './item.ts';

const text = (role: Item['role'], words: string): Item => ({ role, kind: 'text', text: words });

/** A program with one history that it changes as it likes. Items are told apart by what they are, not by their words. */
class Program {
  readonly tracker: ConversationTracker;
  readonly scope: string;
  readonly told = new Map<Item, number>();
  path: Item[] = [];
  #count = 0;

  constructor(tracker: ConversationTracker, scope: string) {
    this.tracker = tracker;
    this.scope = scope;
  }

  name(): string {
    return `${++this.#count} of ${this.scope}`;
  }

  answer(): Item {
    return text('assistant', `Answer ${this.name()}, which is long enough to be known again.`);
  }

  /** Sends the history, is answered by each of these, and goes on with the one of that number. */
  send(choices: readonly (readonly Item[])[], chosen = 0, comesBack = (items: readonly Item[]) => items): Placement {
    const { scope, path } = this;
    const placement = this.tracker.place({ scope, items: path });
    for (const [at, item] of path.entries()) if (placement.fresh[at]) this.#tell(item);
    this.tracker.answered(placement, { choices });
    for (const item of choices.flat()) this.#tell(item);
    this.path = [...path, ...comesBack(choices[chosen] ?? [])];
    return placement;
  }

  ask(words = `Question ${this.name()}`): Placement {
    this.path = [...this.path, text('user', words)];
    return this.send([[this.answer()]]);
  }

  #tell(item: Item): void {
    this.told.set(item, (this.told.get(item) ?? 0) + 1);
  }
}

type Step = (program: Program, at: number) => void;

const STEPS: Record<string, Step> = {
  ask: (program) => void program.ask(),
  sameWords: (program) => void program.ask('Go on.'),
  tools(program) {
    const ids = [program.name(), program.name()];
    const calls = ids.map(
      (callId): Item => ({ role: 'assistant', kind: 'call', text: '', callId, name: 'look', input: {} }),
    );
    program.path = [...program.path, text('user', `Look ${program.name()}`)];
    // Some programs leave out the words beside the calls, and give the calls back in another order.
    const back = [
      (items: readonly Item[]) => items,
      (items: readonly Item[]) => items.slice(1),
      (items: readonly Item[]) => items.toReversed(),
    ];
    program.send([[program.answer(), ...calls]], 0, back[program.path.length % 3]);
    const results = ids.map((callId): Item => ({ role: 'tool', kind: 'result', text: `result ${callId}`, callId }));
    program.path = [...program.path, ...results];
    program.send([[program.answer()]]);
  },
  choices(program, at) {
    program.path = [...program.path, text('user', `Choose ${program.name()}`)];
    program.send([[program.answer()], [program.answer()], [program.answer()]], at % 3);
  },
  breaksOff(program) {
    program.path = [...program.path, text('user', `Long ${program.name()}`)];
    program.send([[program.answer()]], 0, () => []);
    program.ask();
  },
  losesItsMiddle(program, at) {
    const { path } = program;
    const answers = path.flatMap(({ role, kind }, index) =>
      role === 'assistant' && kind === 'text' && index > 2 ? [index] : [],
    );
    const from = answers[at % Math.max(1, answers.length)];
    if (from === undefined) return;
    const keep = 1 + (at % (from - 1));
    program.path = [...path.slice(0, keep), ...path.slice(from)];
    expect(['rewritten', 'next']).toContain(program.ask().kind);
  },
  losesItsBeginning(program, at) {
    const { path } = program;
    const answers = path.flatMap(({ role, kind }, index) =>
      role === 'assistant' && kind === 'text' && index > 0 ? [index] : [],
    );
    const from = answers[at % Math.max(1, answers.length)];
    if (from === undefined) return;
    program.path = path.slice(from);
    expect(program.ask().kind).toBe('rewritten');
  },
  clearsAnOldResult(program, at) {
    const results = program.path.flatMap(({ kind }, index) => (kind === 'result' ? [index] : []));
    const place = results[at % Math.max(1, results.length)];
    if (place === undefined) return;
    const cleared = { ...(program.path[place] as Item), text: `[cleared ${program.name()}]` };
    program.path = program.path.with(place, cleared);
    expect(program.ask().kind).toBe('rewritten');
  },
  putsInAPrompt(program, at) {
    if (!program.path.some(({ role, kind }) => role === 'assistant' && kind === 'text')) return;
    program.path = program.path.toSpliced(at % program.path.length, 0, text('system', `Rule ${program.name()}`));
    program.ask();
  },
  takesOutPrompts(program) {
    program.path = program.path.filter(({ role }) => role !== 'system');
    program.ask();
  },
  triesAgain(program) {
    program.path = [...program.path, text('user', `Again ${program.name()}`)];
    const { path } = program;
    program.send([[]]);
    program.path = path;
    expect(program.send([[program.answer()]]).kind).toBe('repeat');
  },
};

const step = fc.record({
  what: fc.constantFrom(...Object.keys(STEPS), 'ask', 'tools'),
  who: fc.nat(2),
  at: fc.nat(40),
});

describe('histories that are changed', () => {
  it('are told message by message, each once, also side by side', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const tracker = new ConversationTracker();
        const programs = [0, 1, 2].map((who) => new Program(tracker, `program ${who}`));
        for (const { what, who, at } of steps) STEPS[what]?.(programs[who] as Program, at);
        for (const { told, path } of programs) {
          for (const [item, times] of told) expect([item, times]).toEqual([item, 1]);
          for (const item of path) expect([item, told.get(item)]).toEqual([item, 1]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
