/** Wires of `opencode serve`, as Hansard's holder writes them. */
import { expect, it } from 'vitest';
import { Collector } from '../../reading/collector.ts';
import { LogReader } from '../../reading/log-reader.ts';
import { opencode } from './index.ts';

const AT = 1_795_036_729_483;
const SESSION = 'ses_e0f78e78bffeIyDtqALK3lMBbx';

function read(lines: readonly object[]): Collector {
  const dialect = opencode.dialects.find(({ id }) => id === 'http');
  if (dialect?.kind !== 'log') return expect.fail('OpenCode has no such dialect.');
  const collector = new Collector(() => 'hash');
  const reader = new LogReader(dialect, collector, {});
  reader.push(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  reader.finish({ final: true });
  return collector;
}

it('is one session from the answer that opens it, with its notes and its end', () => {
  const note = (msg: object) => ({ at: AT, dir: 'note', msg: { seat: 1, thread: SESSION, ...msg } });
  const said = { sessionID: SESSION, status: { type: 'idle' } };
  const collector = read([
    { hansard: 'wire', version: 1, agent: 'opencode', dialect: 'http', run: 'r', directory: '/w', shared: 'opencode' },
    { at: AT, dir: 'in', msg: { request: 1, method: 'POST', path: '/session', body: {} } },
    { at: AT, dir: 'out', msg: { response: 1, status: 200, body: { id: SESSION, directory: '/w' } } },
    note({ opened: { id: 'mine', options: { directory: '/w' } } }),
    { at: AT, dir: 'out', msg: { id: 'evt_1', type: 'session.status', properties: said } },
    { at: AT, dir: 'exit', msg: { code: 143, signal: null, by: 'daemon' } },
  ]);
  expect([...collector.others.keys()]).toEqual([]);
  expect(collector.facts).toMatchObject({ nativeId: SESSION, state: 'interrupted' });
  expect(collector.events.at(-1)).toMatchObject({ type: 'session', phase: 'ended' });
});
