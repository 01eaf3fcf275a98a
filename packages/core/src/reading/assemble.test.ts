import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/fixtures.ts';
import { plainLog } from '../testing/plain-log.ts';
import { fc } from '../testing/property.ts';
import { call, readOf, say } from '../testing/reads.ts';
import type { InputRead } from './input-read.ts';
import { assemble } from './transcripts.ts';

const options = { now: '2026-01-02T00:00:00.000Z', digest: sha256 };
const assembleAll = (reads: InputRead[]) => assemble(reads, options);
const layout = (reads: InputRead[]) => {
  const transcripts = assembleAll(reads);
  expect(transcripts.length).toBe(1);
  return transcripts[0]?.events.map(({ id, source }) => [id, source]);
};

const parent = () =>
  readOf('p', { nativeId: 's1' }, [say('a', 1), call('b', 2, 'c1'), call('c', 3, 'c2'), say('d', 9)]);
const child = (id: string, callId: string | undefined, second: number) =>
  readOf(`k-${id}`, { root: 's1', agent: { id, callId } }, [say(`${id}-1`, second), say(`${id}-2`, second + 1)]);

describe('a tree of agents', () => {
  it('puts a subagent behind the call that spawned it', () => {
    expect(layout([parent(), child('x', 'c1', 4), child('y', 'c2', 3)])).toEqual([
      ['a', 'primary'],
      ['b', 'primary'],
      ['x-1', 'subagent:x'],
      ['x-2', 'subagent:x'],
      ['c', 'primary'],
      ['y-1', 'subagent:y'],
      ['y-2', 'subagent:y'],
      ['d', 'primary'],
    ]);
  });

  it('links by what the parent says of its children', () => {
    const read = parent();
    const knowing = { ...read, facts: { ...read.facts, agents: { x: { callId: 'c2', type: 'Explore' } } } };
    const [transcript] = assembleAll([knowing, child('x', undefined, 5)]);
    expect(transcript?.events.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'x-1', 'x-2', 'd']);
    expect(transcript?.events.find(({ id }) => id === 'x-1')?.parentId).toBe('c');
    expect(transcript?.session.agents).toMatchObject([
      { source: 'primary' },
      { source: 'subagent:x', id: 'x', type: 'Explore', callId: 'c2', parent: 'primary' },
    ]);
  });

  it('nests at any depth, whatever the order of the inputs', () => {
    const nested = readOf('k-z', { root: 's1', agent: { id: 'z', callId: 'c9' } }, [say('z-1', 6)]);
    const middle = readOf('k-x', { root: 's1', agent: { id: 'x', callId: 'c1' } }, [
      call('x-1', 5, 'c9'),
      say('x-2', 8),
    ]);
    const expected = [
      ['a', 'primary'],
      ['b', 'primary'],
      ['x-1', 'subagent:x'],
      ['z-1', 'subagent:x/z'],
      ['x-2', 'subagent:x'],
      ['c', 'primary'],
      ['d', 'primary'],
    ];
    expect(layout([parent(), middle, nested])).toEqual(expected);
    expect(layout([nested, middle, parent()])).toEqual(expected);
  });

  it('keeps a subagent whose call is unknown, at the end', () => {
    expect(layout([parent(), child('x', undefined, 0)])?.map(([id]) => id)).toEqual(['a', 'b', 'c', 'd', 'x-1', 'x-2']);
  });

  it('takes events that name a source of their own out of line', () => {
    const read = readOf('p', { nativeId: 's1', agents: { x: { callId: 'c1' } } }, [
      call('b', 1, 'c1'),
      say('x-1', 2, { source: 'subagent:x' }),
      say('c', 3),
      say('x-2', 4, { source: 'subagent:x' }),
    ]);
    expect(layout([read])).toEqual([
      ['b', 'primary'],
      ['x-1', 'subagent:x'],
      ['x-2', 'subagent:x'],
      ['c', 'primary'],
    ]);
  });

  it('joins child sessions that name their parent, and keeps those whose parent is missing apart', () => {
    const root = readOf('p', { nativeId: 's1', agents: { s2: { callId: 'c1' } } }, [call('b', 1, 'c1'), say('c', 5)]);
    const below = readOf('q', { nativeId: 's2', parent: 's1' }, [say('q-1', 2)]);
    const lost = readOf('r', { nativeId: 's3', parent: 's0' }, [say('r-1', 2)]);
    const transcripts = assembleAll([root, below, lost]);
    expect(transcripts.map(({ session }) => session.nativeId)).toEqual(['s1', 's3']);
    expect(transcripts[0]?.events.map(({ id, source }) => [id, source])).toEqual([
      ['b', 'primary'],
      ['q-1', 'subagent:s2'],
      ['c', 'primary'],
    ]);
    expect(transcripts[1]?.events[0]?.source).toBe('primary');
  });

  it('survives subagents that claim to be their own ancestors', () => {
    const a = readOf('a', { root: 's1', agent: { id: 'a', callId: 'cb' } }, [call('a-1', 1, 'ca')]);
    const b = readOf('b', { root: 's1', agent: { id: 'b', callId: 'ca' } }, [call('b-1', 2, 'cb')]);
    const self = readOf('c', { root: 's1', agent: { id: 'c', callId: 'cc' } }, [call('c-1', 3, 'cc')]);
    expect(layout([parent(), a, b, self])?.length).toBe(7);
  });

  it('changes no id and no place in a source when a subagent’s file turns up later', () => {
    const before = assembleAll([parent(), child('y', 'c2', 3)])[0];
    const after = assembleAll([parent(), child('y', 'c2', 3), child('x', 'c1', 4)])[0];
    const places = new Map(after?.events.map(({ id, source, sourceSeq }) => [id, [source, sourceSeq]]));
    for (const event of before?.events ?? []) expect(places.get(event.id)).toEqual([event.source, event.sourceSeq]);
    expect(after?.transcriptId).toBe(before?.transcriptId);
  });

  it('is gapless and the same for any order of subagent inputs', () => {
    const children = [child('x', 'c1', 4), child('y', 'c2', 3), child('z', undefined, 2), child('w', 'c1', 2)];
    const expected = assembleAll([parent(), ...children])[0]?.events;
    expect(expected?.map(({ seq }) => seq)).toEqual(expected?.map((_, i) => i + 1));
    fc.assert(
      fc.property(fc.shuffledSubarray(children, { minLength: 4 }), (shuffled) => {
        expect(assembleAll([parent(), ...shuffled])[0]?.events).toEqual(expected);
      }),
    );
  });
});

describe('a document', () => {
  it('says that nothing was redacted', () => {
    expect(assembleAll([parent()])[0]).toMatchObject({
      submitter: null,
      privacy: { profile: 'none', redactionApplied: false, anonymizationApplied: false },
    });
  });

  it('takes no inferred time into its duration', () => {
    const read = readOf('p', { nativeId: 's1' }, [
      say('a', 5),
      say('b', 7),
      say('c', 900, { timestampSource: 'previous' }),
    ]);
    const [transcript] = assembleAll([read]);
    expect(transcript?.metrics.durationMs).toBe(2000);
    expect(transcript?.session.startedAt).toBe('2026-01-01T00:00:05.000Z');
  });

  it('counts the usage of a response once, with its last numbers', () => {
    const usage = (output: number) => ({
      input: 1,
      output,
      cacheRead: 10,
      cacheWrite5m: 100,
      cacheWrite1h: 1000,
      reasoning: 5,
      responseId: 'r1',
    });
    const read = readOf('p', { nativeId: 's1' }, [
      say('a', 1, { usage: usage(3) }),
      say('b', 2, { usage: usage(7) }),
      say('c', 3, { usage: { ...usage(50), responseId: 'r0', inherited: true } }),
      say('d', 4, { usage: { ...usage(90), responseId: 'r2', scope: 'session' } }),
    ]);
    expect(assembleAll([read])[0]?.metrics.tokens).toEqual({
      input: 1111,
      output: 12,
      cacheRead: 10,
      cacheWrite: 1100,
      reasoning: 5,
    });
  });
});

describe('several witnesses of one session', () => {
  const live = { ...plainLog, id: 'wire', live: true };
  const tokens = (input: number, responseId: string) => ({
    usage: { input, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0, responseId },
  });
  const log = () =>
    readOf('log', { nativeId: 's1', title: { text: 'Log', rank: 0 } }, [
      say('a', 1),
      say('b', 3, tokens(10, 'r1')),
      call('c', 5, 'c1'),
    ]);
  const wire = (
    events = [say('a', 1), say('b', 2, { text: 'other', ...tokens(99, 'r1') }), say('x', 4), say('y', 6)],
  ) => ({
    ...readOf('wire', { nativeId: 's1', state: 'ended', title: { text: 'Wire', rank: 9 } }, events),
    dialect: live,
  });

  it('are one transcript, whichever comes first', () => {
    const [joined, ...more] = assembleAll([wire(), log()]);
    expect(more).toEqual([]);
    expect(joined).toEqual(assembleAll([log(), wire()])[0]);
    expect(joined?.events.map(({ id, text }) => [id, text ?? ''])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['x', 'x'],
      ['c', ''],
      ['y', 'y'],
    ]);
    expect(joined?.session).toMatchObject({ title: 'Log', state: 'ended', inputs: [{ key: 'log' }, { key: 'wire' }] });
    expect(joined?.source.dialect).toBe(plainLog.id);
  });

  it('count tokens once, as the best of them says, though it has them with another event', () => {
    expect(assembleAll([log(), wire()])[0]?.metrics.tokens?.input).toBe(10);
    const apart = wire([say('x', 4, tokens(99, 'r1')), say('y', 6, tokens(5, 'r2'))]);
    expect(assembleAll([apart, log()])[0]?.metrics.tokens?.input).toBe(15);
  });

  it('put what came from elsewhere behind what was recorded here, whatever its kind', () => {
    const other = {
      ...readOf('other', { nativeId: 's1' }, [say('a', 1, { text: 'forged', model: 'm' })]),
      elsewhere: true,
    };
    const [joined] = assembleAll([other, wire()]);
    expect(joined?.events[0]).toMatchObject({ id: 'a', text: 'a', model: 'm' });
  });

  it('tell of a subagent in its own line, whoever has a file of it', () => {
    const sub = readOf('k-x', { root: 's1', agent: { id: 'x', callId: 'c1' } }, [say('x-1', 6), say('x-3', 8)]);
    const inline = wire([
      call('c', 5, 'c1'),
      say('x-1', 6, { source: 'subagent:x' }),
      say('x-2', 7, { source: 'subagent:x' }),
    ]);
    expect(layout([inline, log(), sub])).toEqual([
      ['a', 'primary'],
      ['b', 'primary'],
      ['c', 'primary'],
      ['x-1', 'subagent:x'],
      ['x-2', 'subagent:x'],
      ['x-3', 'subagent:x'],
    ]);
  });
});
