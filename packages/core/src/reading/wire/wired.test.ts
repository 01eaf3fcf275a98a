/** Recorded wires, with a small live dialect inside. */
import { describe, expect, it } from 'vitest';
import type { Adapter, EventDraft, LogDialect } from '../../adapters/contract.ts';
import { Collector } from '../collector.ts';
import { detect } from '../detect.ts';
import { headOf } from '../head.ts';
import { LogReader } from '../log-reader.ts';
import { wired } from './wired.ts';

interface State {
  seen: string[];
}

const echo: LogDialect<State> = wired<State>({
  id: 'echo',
  kind: 'log',
  live: true,
  detect: ({ records }) => (records.some(({ say, ask }) => say !== undefined || ask !== undefined) ? 0.5 : 0),
  begin: () => ({ seen: [] }),
  expect: (state, session) => state.seen.push(`expects ${session}`),
  read(state, record, out) {
    const { value, ref, direction } = record;
    const sink = value.session ? out.in(value.session) : out;
    if (value.state) out.session({ state: value.state });
    const common = { id: ref, native: record.native('echo'), ...(value.time ? { timestamp: value.time } : {}) };
    if (value.ask)
      sink.add({ ...common, type: 'permission', permission: { id: value.ask, action: 'run', status: 'requested' } });
    else if (value.say) sink.add({ ...common, type: 'assistant_message', text: `${direction ?? 'bare'} ${value.say}` });
    else if (value.more) sink.append(state.seen[0] ?? ref, value.more);
  },
});

function read(lines: readonly unknown[], dialect: LogDialect = echo): Collector {
  const collector = new Collector(() => 'hash');
  const reader = new LogReader(dialect, collector, {});
  reader.push(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  reader.finish({ final: true });
  return collector;
}

const AT = Date.parse('2026-11-18T04:10:00.000Z');
const HEADER = { hansard: 'wire', version: 1, agent: 'echoer', dialect: 'echo', directory: '/w', session: 's1' };
const brief = ({ type, text, timestamp, status }: EventDraft) => [type, text ?? status?.label, timestamp];

describe('a recorded wire', () => {
  it('gives every event the time of its line, unless the message has one', () => {
    const { events } = read([
      { at: AT, dir: 'out', msg: { say: 'a' } },
      { at: AT + 5, dir: 'in', msg: { say: 'b', time: '2026-11-18T04:09:59.000Z' } },
      { say: 'c' },
    ]);
    expect(events.map(brief)).toEqual([
      ['assistant_message', 'out a', '2026-11-18T04:10:00.000Z'],
      ['assistant_message', 'in b', '2026-11-18T04:09:59.000Z'],
      ['assistant_message', 'bare c', '2026-11-18T04:09:59.000Z'],
    ]);
  });

  it('finds the beginning of a recording with relative times by the times that messages have', () => {
    const { events } = read([
      { t: 0, dir: 'out', msg: { say: 'a', time: '2026-11-18T04:10:00.000Z' } },
      { t: 100, dir: 'out', msg: { say: 'old', time: '2026-11-10T00:00:00.000Z' } },
      { t: 250, dir: 'out', msg: { say: 'b' } },
    ]);
    expect(events.at(-1)?.timestamp).toBe('2026-11-18T04:10:00.250Z');
  });

  it('reads the header, error output, plain lines and the end of the process', () => {
    const { events, facts, problems } = read([
      { ...HEADER, agentVersion: '1.2', argv: ['x'] },
      { at: AT, dir: 'err', msg: 'careful' },
      { at: AT, dir: 'out', msg: 'not a message' },
      { at: AT, dir: 'exit', msg: { code: 3, signal: null } },
    ]);
    expect(facts).toMatchObject({ nativeId: 's1', agentId: 'echoer', agentVersion: '1.2', state: 'failed' });
    expect(facts.environment).toEqual({ cwd: '/w' });
    expect(events.map(({ type, status, session }) => [type, status ?? session])).toEqual([
      ['meta', { label: 'wire' }],
      ['status', { label: 'stderr', detail: 'careful' }],
      ['status', { label: 'stdout', detail: 'not a message' }],
      ['session', { code: 3, signal: null }],
    ]);
    expect(problems).toEqual([]);
  });

  it('is over when its process is, where Hansard ran it, whatever the agent calls an end', () => {
    const turns = [
      { at: AT, dir: 'out', msg: { say: 'done', state: 'ended' } },
      { at: AT, dir: 'out', msg: { say: 'again' } },
    ];
    const states = (header: object, ...lines: object[]) => read([header, ...lines]).facts.state;
    expect(states(HEADER, ...turns)).toBe('ended');
    expect(states({ ...HEADER, run: 'r1' }, ...turns)).toBe('open');
    const exit = { at: AT, dir: 'exit', msg: { code: 1, signal: null } };
    expect(states({ ...HEADER, run: 'r1' }, ...turns, exit)).toBe('failed');
  });

  it('puts who answered on the event that asked, in the session that it is in', () => {
    const wire = read([
      HEADER,
      { at: AT, dir: 'out', msg: { say: 'hello' } },
      { at: AT, dir: 'out', msg: { ask: 'r1', session: 's2' } },
      { at: AT, dir: 'note', msg: { answer: { request: 'r1', by: 'user', via: 'page', rule: 3 } } },
      { at: AT, dir: 'note', msg: { answer: { request: 'r9', by: 'user' } } },
      { at: AT, dir: 'note', msg: 'anything' },
    ]);
    const other = wire.others.get('s2');
    expect(other?.events[0]).toMatchObject({ permission: { by: 'user', via: 'page' }, extra: { answer: { rule: 3 } } });
    expect(wire.events.map(brief).map(([type, label]) => [type, label])).toEqual([
      ['meta', 'wire'],
      ['assistant_message', 'out hello'],
      ['meta', 'note'],
      ['meta', 'note'],
    ]);
  });

  it('goes on where it stopped, inside a wire', () => {
    const lines = [
      HEADER,
      { at: AT, dir: 'out', msg: { ask: 'r1' } },
      { at: AT, dir: 'note', msg: { answer: { request: 'r1', by: 'user' } } },
    ];
    const whole = read(lines);
    const collector = new Collector(() => 'hash');
    const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    let saved = new LogReader(echo, collector, {}).finish();
    for (let at = 0; at < bytes.length; at += 40) {
      const reader = new LogReader(echo, collector, {}, JSON.parse(JSON.stringify(saved)));
      reader.push(bytes.subarray(saved.offset, Math.min(bytes.length, at + 40)));
      saved = reader.finish();
    }
    expect(collector.events).toEqual(whole.events);
  });
});

describe('recognition of a wire', () => {
  const adapter = { id: 'echoer', dialects: [echo] } as unknown as Adapter;
  const other = { id: 'other', dialects: [{ ...echo, id: 'log', live: false }] } as unknown as Adapter;
  const head = (lines: readonly unknown[]) =>
    headOf(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  const found = (lines: readonly unknown[]) => detect([other, adapter], head(lines))?.dialect.id;

  it('takes the dialect that the header names', () => {
    expect(found([HEADER])).toBe('echo');
    expect(found([{ ...HEADER, agent: 'someone', dialect: 'echoer/echo' }])).toBe('echo');
  });

  it('looks at the messages when the header names none that there is', () => {
    const said = { at: AT, dir: 'out', msg: { say: 'a' } };
    for (const dialect of ['other/log', 'nothing', '__proto__', 7, { toString: 1 }])
      expect(found([{ ...HEADER, agent: 'other', dialect }, said])).toBe('log');
    expect(found([{ hansard: 'wire' }])).toBeUndefined();
  });

  it('looks past long answers and warnings for the first message that tells', () => {
    const long = { t: 1, dir: 'out', msg: { models: 'm'.repeat(9000) } };
    const warnings = Array.from({ length: 60 }, (_, i) => ({ t: i, dir: 'err', msg: `warning ${i}` }));
    expect(found([...warnings, long, long, long, long, long, { t: 9, dir: 'out', msg: { say: 'a' } }])).toBe('log');
  });

  it('keeps the notes of sessions that share a process apart, and ends those that are still at it with it', () => {
    const note = (thread: string, msg: object) => ({ at: AT, dir: 'note', msg: { seat: 1, thread, ...msg } });
    const opened = (title: string) => ({ opened: { id: title, options: { title, directory: `/${title}` } } });
    const wire = read([
      { ...HEADER, session: undefined, run: 'r1', shared: 'all' },
      { at: AT, dir: 'out', msg: { say: 'hello', session: 's2' } },
      note('s2', opened('two')),
      note('s3', opened('three')),
      note('s4', opened('four')),
      note('s3', { queued: { id: 'm1' } }),
      note('s3', { exit: { code: null, signal: null, by: 'daemon', paused: true } }),
      note('s4', { exit: { code: null, signal: null, by: 'daemon' } }),
      { at: AT, dir: 'exit', msg: { code: 1, signal: null } },
    ]);
    const of = (thread: string) => {
      const { events = [], facts } = wire.others.get(thread) ?? {};
      const kinds = events.map(
        ({ type, phase, status, extra }) => phase ?? status?.label ?? type + (extra ? '' : ' bare'),
      );
      return [facts?.title?.text, facts?.environment?.cwd, facts?.state, kinds];
    };
    expect(of('s2')).toEqual(['two', '/two', 'failed', ['assistant_message bare', 'note', 'ended']]);
    expect(of('s3')).toEqual(['three', '/three', 'open', ['note', 'note', 'paused']]);
    expect(of('s4')).toEqual(['four', '/four', 'interrupted', ['note', 'ended']]);
    expect(wire.problems).toEqual([]);
  });
});
