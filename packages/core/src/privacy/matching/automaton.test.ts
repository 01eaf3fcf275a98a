/**
 * The automaton walks long texts in several places at once, by its kernel or where there is none by a script: both must
 * report what a plain search finds, and in the same order.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { kernels, kernelsModule } from '../../../../../scripts/lib/kernels.mjs';
import { randomFrom } from '../../testing/damage.ts';
import { ENGINES, loadedIn } from '../../testing/engines.ts';
import { LONGEST_OVERLAP, PIECE } from '../kernels/scan-layout.ts';
import type { Automaton as AnyAutomaton } from './automaton.ts';

const KEYWORDS = ['token', 'to', 'ken_', 'ghp_', '@', '-----begin', 'a.b'];
const PIECES = [...KEYWORDS, 'TOK', 'tok\nen', 'gh\n  p_', 'g', '\n', '\\n', ' ', '한', 'é', 'Ĵ', 'x'.repeat(70)];

/** Texts of all lengths, with and without ends of lines. */
function* texts(): Generator<string> {
  const random = randomFrom(5);
  const made = (length: number, pieces: readonly string[]) => {
    let text = '';
    while (text.length < length) text += pieces[random(pieces.length)];
    return text;
  };
  for (const length of [
    0,
    1,
    10,
    24,
    25,
    100,
    255,
    256,
    257,
    300,
    511,
    512,
    515,
    1_000,
    PIECE - 1,
    PIECE,
    PIECE + 3,
    2 * PIECE + 9,
  ]) {
    yield made(length, PIECES);
    yield made(
      length,
      PIECES.filter((piece) => !piece.includes('\n')),
    );
  }
}

interface Report {
  readonly hits: string[];
  readonly breaks: string[];
}

function reportOf(automaton: AnyAutomaton, text: string): Report {
  const hits: string[] = [];
  const breaks: string[] = [];
  automaton.walk(
    text,
    (keywords, end) => {
      for (const keyword of keywords) if (keyword < KEYWORDS.length) hits.push(`${end} ${KEYWORDS[keyword]}`);
    },
    (state, at) => automaton.resume(state, text, at + 1, (_keywords, end) => breaks.push(`${at} ${end}`)),
  );
  return { hits, breaks };
}

/** Upper halves of characters are not looked at. */
const folded = (text: string): string =>
  Array.from(text, (character) => String.fromCharCode(character.charCodeAt(0) & 255))
    .join('')
    .toLowerCase();

function searched(text: string): string[] {
  const low = folded(text);
  const found: [number, number][] = [];
  KEYWORDS.forEach((keyword, number) => {
    for (let at = low.indexOf(keyword); at >= 0; at = low.indexOf(keyword, at + 1)) {
      found.push([at + keyword.length, number]);
    }
  });
  const byEnd = (a: readonly number[], b: readonly number[]) =>
    a[0]! - b[0]! || KEYWORDS[b[1]!]!.length - KEYWORDS[a[1]!]!.length;
  return found.sort(byEnd).map(([end, number]) => `${end} ${KEYWORDS[number]}`);
}

describe.each(Object.keys(ENGINES))('the walk over a text by %s', (name) => {
  let Automaton: typeof AnyAutomaton;

  beforeAll(async () => {
    ({ Automaton } = await loadedIn(name, () => import('./automaton.ts')));
    const { kernels } = await import('../kernels/scan-memory.ts');
    expect(kernels !== undefined).toBe(name === 'the kernels');
  });

  it('reports every keyword, in order', () => {
    const automaton = new Automaton(KEYWORDS);
    let all = 0;
    for (const text of texts()) {
      const { hits } = reportOf(automaton, text);
      expect(hits.length).toBe(searched(text).length);
      expect(hits).toEqual(searched(text));
      all += hits.length;
    }
    expect(all).toBeGreaterThan(1_000);
  });

  it('reports the same, and the same breaks, as when it cannot be cut into lanes', () => {
    const automaton = new Automaton(KEYWORDS);
    const uncut = new Automaton([...KEYWORDS, 'z'.repeat(LONGEST_OVERLAP + 1)]);
    let breaks = 0;
    for (const text of texts()) {
      const report = reportOf(automaton, text);
      expect(report).toEqual(reportOf(uncut, text));
      breaks += report.breaks.length;
    }
    expect(breaks).toBeGreaterThan(100);
  });

  it('finds a keyword as long as the overlap of lanes at every place', () => {
    const keyword = `q${'k'.repeat(LONGEST_OVERLAP - 2)}q`;
    const automaton = new Automaton([keyword]);
    for (let at = 0; at + LONGEST_OVERLAP <= 900; at++) {
      const text = `${'k'.repeat(at)}${keyword}`.padEnd(900, 'k');
      const ends: number[] = [];
      automaton.walk(
        text,
        (_keywords, end) => ends.push(end),
        () => {},
      );
      expect(ends).toEqual([at + LONGEST_OVERLAP]);
    }
  });
});

describe('tables', () => {
  it('lie in the memory of the kernel, until it is full', async () => {
    const { newTable } = await loadedIn('the kernels', () => import('./scan-tables.ts'));
    const [first, second] = [newTable(1000), newTable(1000)];
    expect(second.buffer).toBe(first.buffer);
    expect(second.byteOffset - first.byteOffset).toBe(4000);
    const large = newTable(first.buffer.byteLength / 4);
    expect(large.buffer).not.toBe(first.buffer);
    expect(large.length).toBe(first.buffer.byteLength / 4);
  });

  it('do not fill it up: those that are gone leave their place to others', async () => {
    const { newTable } = await loadedIn('the kernels', () => import('./scan-tables.ts'));
    const length = 1024 * 1024;
    const room = newTable(1).buffer;
    const collect = collector();
    let elsewhere = 0;
    for (let i = 0; i < (3 * room.byteLength) / (4 * length); i++) {
      if (newTable(length).buffer !== room) elsewhere++;
      collect();
      // Places are given back between tasks.
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(elsewhere).toBe(0);
  });
});

/** Asks the engine to collect what is gone. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

it('the kernels are those of packages/core/kernels', async () => {
  const module = readFileSync(new URL(`../../../../../${kernelsModule}`, import.meta.url), 'utf8');
  expect(await kernels()).toBe(module);
});
