import { describe, expect, it, vi } from 'vitest';
import {
  appendAll,
  currentSession,
  formatTranscript,
  InProcessBus,
  MemorySliceFactory,
  Session,
  SliceFactoryConfig,
  SlicePolicy,
  TranscriptEntry,
  upsertBy,
} from '../index.ts';

class Plan {
  readonly steps: readonly string[];
  constructor(steps: readonly string[]) {
    this.steps = steps;
  }
}

class Done {
  readonly step: string;
  constructor(step: string) {
    this.step = step;
  }
}

const said = (content: string, more = {}) => new TranscriptEntry({ role: 'assistant', content, ...more });

describe('slices', () => {
  it('of entries are a log: they grow, and are asked by all, latest and where', () => {
    const session = new Session();
    session.dispatch(new TranscriptEntry({ role: 'user', content: 'Hi' }));
    session.dispatch(said('Hello', { source: 'subagent:a' }));
    session.dispatch(said('Bye'));
    const slice = session.slice(TranscriptEntry);
    expect(slice.policy).toBe(SlicePolicy.LOG);
    expect(slice.all().map(({ content, source, sequence }) => [content, source, sequence])).toEqual([
      ['Hi', 'primary', 0],
      ['Hello', 'subagent:a', 0],
      ['Bye', 'primary', 1],
    ]);
    expect(slice.latest()?.content).toBe('Bye');
    const own = slice.where(({ role }) => role === 'assistant').where(({ source }) => source === 'primary');
    expect(own.all().map(({ content }) => content)).toEqual(['Bye']);
    expect(() => slice.clear()).toThrow('only grows');
  });

  it('of state hold the latest, unless a reducer says otherwise', () => {
    const session = new Session();
    session.dispatch(new Plan(['a']));
    session.dispatch(new Plan(['b']));
    expect(session.slice(Plan).all()).toEqual([new Plan(['b'])]);
    session.slice(Plan).register(Done, ([plan], { step }) => ({
      replace: [new Plan((plan?.steps ?? []).filter((one) => one !== step))],
    }));
    session.dispatch(new Done('b'));
    expect(session.slice(Plan).latest()).toEqual(new Plan([]));
    session.slice(Done).register(
      Done,
      upsertBy(({ step }) => step),
    );
    for (const step of ['x', 'y', 'x']) session.dispatch(new Done(step));
    expect(
      session
        .slice(Done)
        .all()
        .map(({ step }) => step),
    ).toEqual(['b', 'x', 'y']);
  });

  it('of state are rolled back, logs are not', () => {
    const session = new Session();
    session.dispatch(new Plan(['a']));
    session.dispatch(said('One'));
    const snapshot = session.snapshot();
    session.dispatch(new Plan(['b']));
    session.dispatch(said('Two'));
    session.restore(snapshot);
    expect(session.slice(Plan).latest()).toEqual(new Plan(['a']));
    expect(session.slice(TranscriptEntry).all()).toHaveLength(2);
    expect(Object.isFrozen(snapshot.slices)).toBe(true);
  });

  it('are made by the factory of their policy', () => {
    const opened: string[] = [];
    const noting = (name: string) => ({
      open: <T extends object>() => {
        opened.push(name);
        return new MemorySliceFactory().open<T>();
      },
    });
    const sliceConfig = new SliceFactoryConfig({ stateFactory: noting('state'), logFactory: noting('log') });
    const session = new Session({ sliceConfig });
    session.setPolicy(Done, SlicePolicy.LOG);
    session.slice(Done).register(Done, appendAll);
    for (const event of [new Plan([]), new Done('x'), said('x')]) session.dispatch(event);
    expect(opened.sort()).toEqual(['log', 'log', 'state']);
  });

  it('are followed from the beginning until one has enough', async () => {
    const session = new Session();
    session.dispatch(said('before'));
    const end = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const { content } of session.slice(TranscriptEntry).follow(end.signal)) {
        seen.push(content);
        if (content === 'last') end.abort();
      }
    })();
    await Promise.resolve();
    for (const content of ['now', 'last', 'too late']) session.dispatch(said(content));
    await following;
    expect(seen).toEqual(['before', 'now', 'last']);
  });
});

describe('a bus of one’s own', () => {
  it('hears what the session dispatches, and is heard', () => {
    const bus = new InProcessBus();
    const session = new Session({ bus });
    const heard: string[] = [];
    bus.subscribe(TranscriptEntry, ({ content }) => heard.push(content));
    session.slice(Plan).register(Plan, appendAll);
    session.dispatch(said('Hi'));
    session.dispatch(new Plan(['own']));
    bus.dispatch(new Plan(['other']));
    expect(heard).toEqual(['Hi']);
    expect(
      session
        .slice(Plan)
        .all()
        .map(({ steps }) => steps[0]),
    ).toEqual(['own', 'other']);
  });
});

describe('entries', () => {
  it('are frozen to their depth, and the program’s own objects are not', () => {
    const metadata = { nested: { list: [1] } };
    const entry = said('x', { metadata });
    expect(() => {
      (entry as { content: string }).content = 'y';
    }).toThrow(TypeError);
    expect(Object.isFrozen((entry.metadata as typeof metadata).nested.list)).toBe(true);
    metadata.nested.list.push(2);
    expect(entry.metadata).toEqual({ nested: { list: [1] } });
  });

  it('read as the seed shows them', () => {
    const at = (time: string) => ({ created_at: `2026-01-01T${time}.000Z` });
    const text = formatTranscript([
      new TranscriptEntry({ role: 'user', content: 'Please review src/main.py', ...at('09:15:32') }),
      new TranscriptEntry({ role: 'tool', tool_name: 'Read', content: '{"path": "src/main.py"}', ...at('09:15:36') }),
      said('Looking…', { source: 'subagent:abc123', ...at('09:15:38') }),
    ]);
    expect(text).toBe(
      '[09:15:32] 👤 USER\nPlease review src/main.py\n\n[09:15:36] 🔧 Read\n{"path": "src/main.py"}\n\n' +
        '[subagent:abc123] [09:15:38] 🤖 ASSISTANT\nLooking…\n',
    );
  });
});

it('asks for nothing random before it is used, which an edge does not give', () => {
  const random = vi.spyOn(crypto, 'randomUUID');
  const session = new Session({ sample: 0.5 });
  expect(random).not.toHaveBeenCalled();
  expect([session.id, session.id]).toEqual(Array(2).fill(random.mock.results[0]?.value));
  random.mockRestore();
  // Nor is there a time.
  let time = 0;
  const early = new Session({ clock: () => new Date(time) });
  time = 1_800_000_000_000;
  expect(early.startedAt).toBe(new Date(time).toISOString());
});

describe('what is kept', () => {
  it('is everything, nothing but numbers, or one’s own choice', () => {
    const kept = (keep: 'none' | ((entry: TranscriptEntry) => TranscriptEntry | undefined)) => {
      const session = new Session({ keep });
      session.dispatch(
        said('secret words', { tool_input: { a: 'secret' }, metadata: { model: 'm', parts: ['secret'] } }),
      );
      return session;
    };
    const none = kept('none');
    expect(JSON.stringify(none.slice(TranscriptEntry).all())).not.toContain('secret');
    expect(none.slice(TranscriptEntry).latest()?.metadata).toMatchObject({
      model: 'm',
      cut: { content: { characters: 12 } },
    });
    const own = kept((entry) => new TranscriptEntry({ ...entry, content: '…' }));
    expect(own.slice(TranscriptEntry).latest()?.content).toBe('…');
    expect(kept(() => undefined).stats()).toMatchObject({ entries: 0, dropped: 1 });
  });

  it('has limits, and says where they were reached', () => {
    const session = new Session({ limits: { entryBytes: 200, sessionBytes: 500 } });
    session.dispatch(said('x'.repeat(1000)));
    const [cut] = session.slice(TranscriptEntry).all();
    expect(cut?.content).toMatch(/^x{100}\n\[… 800 characters left out …\]\nx{100}$/);
    for (let n = 0; n < 5; n++) session.dispatch(said('y'.repeat(150)));
    const last = session.slice(TranscriptEntry).latest();
    expect(last).toMatchObject({ role: 'system', metadata: { type: 'notice' } });
    expect(session.stats()).toMatchObject({ cut: 2, dropped: 3 });
    const sequences = session
      .slice(TranscriptEntry)
      .all()
      .map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, i) => i));
  });

  it('is decided for a session as a whole, by its id', () => {
    const sampled = Array.from({ length: 1000 }, (_, n) => new Session({ id: `s${n}`, sample: 0.3 }).sampled);
    const share = sampled.filter(Boolean).length;
    expect(share).toBeGreaterThan(230);
    expect(share).toBeLessThan(370);
    expect(new Session({ id: 's1', sample: 0.3 }).sampled).toBe(sampled[1]);
  });
});

it('knows the session that the code runs in', async () => {
  const [a, b] = [new Session(), new Session()];
  expect(currentSession()).toBeUndefined();
  await Promise.all(
    [a, b].map((session) =>
      session.run(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        expect(currentSession()).toBe(session);
        await session.subagent('x', () => Promise.resolve().then(() => expect(currentSession()).toBe(session)));
      }),
    ),
  );
});
