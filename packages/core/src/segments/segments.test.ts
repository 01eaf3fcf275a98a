import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapters/contract.ts';
import { parseQuery } from '../query/parse-query.ts';
import { sha256 } from '../testing/fixtures.ts';
import { fc } from '../testing/property.ts';
import { transcriptOf } from '../testing/small-transcript.ts';
import type { Event } from '../transcript.ts';
import { composed, fold } from '../words/fold.ts';
import { indexText } from '../words/index-text.ts';
import { wordsOf } from '../words/words.ts';
import { cutSegments, LEAST_BYTES, MOST_BYTES } from './cut-segments.ts';
import { LineReader } from './event-lines.ts';
import { rootOf } from './root.ts';
import { SegmentWords, wantedWords } from './segment-words.ts';

const text = (n: number) => `event ${n} ${sha256(`${n}`).repeat(12 + (n % 9))}`;
const numbered = (count: number): Event[] =>
  transcriptOf(Array.from({ length: count }, (_, n) => ({ id: `e${n}`, type: 'user_message', text: text(n) }))).events;
const renumbered = (events: readonly Event[]): Event[] => events.map((event, i) => ({ ...event, seq: i + 1 }));
const readBack = (segments: readonly { text: string }[]): Event[] => {
  const reader = new LineReader();
  return segments.flatMap((segment) =>
    segment.text
      .trimEnd()
      .split('\n')
      .map((line) => reader.event(line)),
  );
};

describe('segments', () => {
  it('give the events back as they were, whatever numbers these have', () => {
    const sources = fc.constantFrom('primary', 'subagent:a', 'subagent:b', undefined);
    const event = fc.record({ source: sources, seq: fc.constantFrom(undefined, 7), numbered: fc.boolean() });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (drafts) => {
        const counts = new Map<string, number>();
        const events = drafts.map(({ source, seq, numbered: isNumbered }, i) => {
          const name = source ?? 'primary';
          counts.set(name, (counts.get(name) ?? 0) + 1);
          const sourceSeq = isNumbered ? { sourceSeq: counts.get(name) } : {};
          return { id: `e${i}`, type: 'meta', ...(source && { source }), seq: seq ?? i + 1, ...sourceSeq } as Event;
        });
        expect(readBack(cutSegments(events, sha256))).toEqual(events);
      }),
    );
  });

  it('are neither small nor large, but for the last', () => {
    const segments = cutSegments(numbered(1000), sha256);
    expect(segments.length).toBeGreaterThan(5);
    for (const { bytes } of segments.slice(0, -1)) expect(bytes).toBeGreaterThanOrEqual(LEAST_BYTES);
    for (const { bytes } of segments) expect(bytes).toBeLessThan(MOST_BYTES + 4096);
  });

  it('stay the same when a session grows, or gets late events in its middle', () => {
    const events = numbered(1000);
    const before = new Set(cutSegments(events, sha256).map(({ hash }) => hash));
    const resent = (now: readonly Event[]) => {
      const segments = cutSegments(renumbered(now), sha256);
      const sent = segments.filter(({ hash }) => !before.has(hash)).reduce((sum, { bytes }) => sum + bytes, 0);
      return sent / segments.reduce((sum, { bytes }) => sum + bytes, 0);
    };
    const late = numbered(1010)
      .slice(1005)
      .map((event) => ({ ...event, id: `late-${event.id}` }));
    expect(resent(numbered(1100))).toBeLessThan(0.2);
    expect(resent([...events.slice(0, 500), ...late, ...events.slice(500)])).toBeLessThan(0.2);
  });

  it('have a root that every part of the session is in', () => {
    const { events, ...head } = transcriptOf([{ text: 'a' }, { text: 'b' }]);
    const hashes = cutSegments(events, sha256).map(({ hash }) => hash);
    const root = rootOf(head, hashes, sha256);
    expect(rootOf(structuredClone(head), hashes, sha256)).toBe(root);
    expect(rootOf({ ...head, session: { ...head.session, title: 'x' } }, hashes, sha256)).not.toBe(root);
    expect(rootOf(head, [...hashes, ...hashes], sha256)).not.toBe(root);
  });
});

describe('the words of a segment', () => {
  const wordsIn = (event: Partial<Event>) => {
    const words = new SegmentWords();
    words.add({ id: 'e', type: 'user_message', ...event });
    return new Set(words.words);
  };
  const fits = (words: ReadonlySet<string>, query: string) =>
    parseQuery(query, { now: 0, timezone: 'UTC' }).text.every((clause) =>
      (wantedWords(clause) ?? [[]]).some((all) =>
        all.every(({ word, prefix }) => (prefix ? [...words].some((one) => one.startsWith(word)) : words.has(word))),
      ),
    );

  it.each([
    ['Größe der Schrift, 日本語', ['größe', 'GROßE', '日本', '語', 'schri*', '"der schrift"']],
    ['call parseHTTPRequest', ['HTTPRequest', 'request', 'parsehttp*', 'parseHTTPRequest']],
    ['src/a_file.test.ts', ['"a_file"', 'file', '"src/a_file.test.ts"']],
  ])('%s is found by all that an event is found by', (body, queries) => {
    for (const query of queries) expect([query, fits(wordsIn({ text: body }), query)]).toEqual([query, true]);
  });

  it('are those that the index cuts, each once, whatever is written', () => {
    const characters = fc.constantFrom(...'abzABZ019_ .-/\n\u00e9\u00c9\u0301\u65e5\u672c\ud801\udc00');
    const text = fc.oneof(
      fc.string({ unit: characters, maxLength: 300 }),
      fc.string({ unit: fc.constantFrom('a', 'B', '1'), maxLength: 140 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const segment = new SegmentWords();
        const expected = new Set<string>();
        for (const one of texts) {
          const event: EventDraft = { id: 'e', type: 'user_message', text: one };
          segment.add(event);
          const { body, parts } = indexText(event);
          for (const word of [...wordsOf(fold(composed(body))), ...wordsOf(fold(parts))]) {
            expected.add([...word].slice(0, word.length > 64 ? 64 : undefined).join(''));
          }
        }
        expect([...segment.words].sort()).toEqual([...expected].sort());
      }),
      { numRuns: 1000 },
    );
  });

  it('leave out what is not there', () => {
    expect(fits(wordsIn({ text: 'pelican' }), 'pelicans')).toBe(false);
    expect(fits(wordsIn({ tool: { name: 'Bash', output: 'x'.repeat(500) } }), `${'x'.repeat(500)}`)).toBe(true);
  });
});
