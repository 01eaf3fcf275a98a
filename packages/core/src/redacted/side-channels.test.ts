/** Search behind the gate tells nothing of what was removed: not by answers, not by their number, not by the work it does. */
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../testing/memory-store/memory-store.ts';
import { plainMatcher } from '../testing/plain-matcher.ts';
import { transcriptOf } from '../testing/small-transcript.ts';
import { testGate } from '../testing/test-gate.ts';
import type { Event, Transcript } from '../transcript.ts';
import { GatedSearch } from './gated-search.ts';
import { GatedTexts } from './gated-texts.ts';
import { LeftWords } from './left-words.ts';
import { RedactedSessions } from './redacted-sessions.ts';

/** In tool output, which `strict` leaves out, and behind the name of a password. */
const HIDDEN = 'acquireglobexcorp';
const PASSWORD = 'kestrelharbour77';
const SESSIONS = 60;

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();

function transcript(n: number): Transcript {
  const id = `s${n}`;
  const event = (m: number, more: Partial<Event>) =>
    ({ id: `${id}-${m}`, seq: m, timestamp: at(n * 10 + m), source: 'primary', ...more }) as Event;
  const events = [
    event(1, { type: 'user_message', text: `Please look at visible${n} and mendThePelican` }),
    event(2, {
      type: 'tool_call',
      tool: { name: 'Bash', callId: 'c', input: { command: `export DB_PASSWORD=${PASSWORD}` } },
    }),
    event(3, { type: 'tool_result', tool: { name: 'Bash', callId: 'c', output: `wujv ${HIDDEN} ${n}` } }),
    event(4, { type: 'assistant_message', text: `Done with visible${n}.`, model: 'm-1' }),
  ];
  const transcriptId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return { ...transcriptOf(events, { startedAt: at(n * 10), endedAt: at(n * 10 + 5), nativeId: id }), transcriptId };
}

/** A store that counts what it is asked. */
function counted(store: MemoryStore): { store: MemoryStore; calls: () => string[] } {
  let calls: string[] = [];
  const counting = (name: string, part: object): object =>
    new Proxy(part, {
      get: (target, key) => {
        const value = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          calls.push(`${name}.${String(key)} ${JSON.stringify(given)}`);
          return Reflect.apply(value, target, given);
        };
      },
    });
  const proxy = new Proxy(store, {
    get: (target, key) => {
      const value = Reflect.get(target, key);
      return typeof value === 'object' && value !== null ? counting(String(key), value) : value;
    },
  });
  const taken = () => {
    const before = calls;
    calls = [];
    return before;
  };
  return { store: proxy, calls: taken };
}

function searcher(profile: string, sessions = SESSIONS) {
  const gate = testGate(profile);
  const { store, calls } = counted(new MemoryStore(...Array.from({ length: sessions }, (_, n) => transcript(n))));
  const sources = {
    sessions: new RedactedSessions(gate, () => 0),
    texts: new GatedTexts(gate),
    words: new LeftWords({ clock: () => 0, pause: async () => {} }),
    matcher: plainMatcher,
  };
  const search = async (query: string) => {
    const opened = await GatedSearch.open(store, sources, query, { now: Date.UTC(2026, 5, 1), timezone: 'UTC' });
    const found: string[] = [];
    for await (const { session, events } of opened.found(3)) found.push(`${session.id} ${events.map(({ id }) => id)}`);
    return found;
  };
  /** What is found, and everything that the store was asked for it. */
  const measured = async (query: string) => {
    calls();
    const found = await search(query);
    const asked = calls().map((call) => call.replaceAll(/"(?:source|text)":"[^"]*"|"(?:at|end)":\d+/g, ''));
    return { found, asked };
  };
  return { search, measured };
}

describe('search behind the gate', () => {
  it.each(['strict', 'team'])(
    'does the same work for what was removed as for what was never there: %s',
    async (profile) => {
      const { measured } = searcher(profile);
      await measured('anything');
      const hidden = profile === 'strict' ? [HIDDEN, 'wujv', PASSWORD] : [PASSWORD];
      for (const word of hidden) {
        const never = await measured('zzqqyyxx');
        expect(never.found).toEqual([]);
        expect(await measured(word)).toEqual(never);
        const neverPrefix = await measured('zzqq*');
        for (let letters = 2; letters < word.length; letters++) {
          expect(await measured(`${word.slice(0, letters)}*`), word.slice(0, letters)).toEqual(neverPrefix);
        }
      }
    },
  );

  it('finds as many sessions beside a removed word as beside one that was never there', async () => {
    const { search } = searcher('strict');
    const expected = await search('visible0 OR zzqqyyxx');
    expect(expected).toHaveLength(1);
    for (const word of ['wujv', HIDDEN, `${HIDDEN.slice(0, 4)}*`, PASSWORD]) {
      expect(await search(`visible0 OR ${word}`), word).toEqual(expected);
      expect(await search(`visible0 -${word}`), word).toEqual(await search('visible0 -zzqqyyxx'));
    }
  });

  it('tells nothing by parts of the name of a tool that redaction hides', async () => {
    const gate = testGate('strict', { machine: { users: ['zebediahq'] } });
    const hidden = transcript(0);
    const named = hidden.events.map((event) =>
      event.tool ? { ...event, tool: { ...event.tool, name: 'mcp__zebediahq-notes__read' } } : event,
    );
    const store = new MemoryStore({ ...hidden, events: named }, transcript(1));
    const sources = {
      sessions: new RedactedSessions(gate, () => 0),
      texts: new GatedTexts(gate),
      words: new LeftWords({ clock: () => 0, pause: async () => {} }),
      matcher: plainMatcher,
    };
    const count = async (query: string) => {
      const opened = await GatedSearch.open(store, sources, query, { now: 0, timezone: 'UTC' });
      let found = 0;
      for await (const _ of opened.found(3)) found++;
      return found;
    };
    expect(await count('tool:mcp__*')).toBe(1);
    expect(await count('tool:Bash')).toBe(1);
    expect(await count('tool:mcp__zeb*')).toBe(0);
  });

  it('reads the newest sessions first for as long as it may, and says how many are left', async () => {
    let now = 0;
    const gate = testGate('strict');
    const store = new MemoryStore(...Array.from({ length: 5 }, (_, n) => transcript(n)));
    const sources = {
      sessions: new RedactedSessions(gate, () => 0),
      texts: new GatedTexts(gate),
      words: new LeftWords({ clock: () => (now += 10), pause: async () => {}, milliseconds: 25 }),
      matcher: plainMatcher,
    };
    const open = () => GatedSearch.open(store, sources, 'pelican', { now: 0, timezone: 'UTC' });
    const left: number[] = [];
    for (let search = await open(); ; search = await open()) {
      left.push(search.unread);
      if (search.unread === 0 || left.length > 9) break;
    }
    expect(left.at(-1)).toBe(0);
    expect(left[0]).toBeGreaterThan(0);
    expect(left).toEqual([...left].sort((a, b) => b - a));
  });

  it('finds every word that the store would find in what is left', async () => {
    const { search } = searcher('raw-min', 3);
    for (const query of ['visible1', 'visib*', 'pelican', 'ThePelican', '"look at visible2"', 'mendThePel*', 'DONE']) {
      expect((await search(query)).length, query).toBeGreaterThan(0);
    }
  });
});
