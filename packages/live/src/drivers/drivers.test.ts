/**
 * What every driver must hold: on recorded wires of the real agents where the corpus is beside the checkout, and on small
 * wires of our own. A driver's state is plain data, made by reading alone, whatever the reading was interrupted by.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { adapterOf } from '@hansard/core';
import { describe, expect, it } from 'vitest';
import type { WireRecord } from '../wire/wire-tail.ts';
import type { Driver, DriverState, PendingRequest, RunOptions } from './contract.ts';
import { driverOf, drivers } from './index.ts';

const CORPUS = fileURLToPath(new URL('../../../../../shared/corpus/recorded', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../../core/src/adapters', import.meta.url));

const OPTIONS: RunOptions = { directory: '/w', session: 's', permissionMode: 'default', files: {} };

interface Wire {
  readonly driver: string;
  readonly path: string;
}

const WIRES: readonly Wire[] = [
  { driver: 'mock', path: `${FIXTURES}/mock/fixtures/unknown-and-demo/input/wire.jsonl` },
  { driver: 'claude-code', path: `${CORPUS}/claude-code/control/wire.jsonl` },
  { driver: 'codex', path: `${CORPUS}/codex/appserver/wire.jsonl` },
  { driver: 'pi', path: `${CORPUS}/pi/rpc/wire.jsonl` },
  { driver: 'gemini-cli', path: `${CORPUS}/gemini/acp/acp-wire.jsonl` },
  { driver: 'acp', path: `${CORPUS}/claude-agent-acp/acp/acp-wire.jsonl` },
  { driver: 'qwen-code', path: `${CORPUS}/qwen/acp/acp-wire.jsonl` },
  { driver: 'copilot-cli', path: `${CORPUS}/copilot/acp/acp-wire.jsonl` },
  { driver: 'factory-droid', path: `${CORPUS}/droid/acp/acp-wire.jsonl` },
];
const found = WIRES.filter(({ path }) => existsSync(path));

function recordsOf(path: string): WireRecord[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line, end) => {
    const { dir, msg, at = end } = JSON.parse(line);
    return dir === undefined ? [] : [{ dir, msg, at, end }];
  });
}

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the list of drivers', () => {
  it('names agents that are read, by a live dialect of theirs', () => {
    for (const { agent, dialect } of drivers) {
      const [owner = '', name = ''] = dialect.includes('/') ? dialect.split('/') : [agent, dialect];
      const found = adapterOf(owner)?.dialects.find(({ id }) => id === name);
      expect([agent, found?.live]).toEqual([agent, true]);
      expect(adapterOf(agent)).toBeDefined();
    }
    expect(new Set(drivers.map(({ agent }) => agent)).size).toBe(drivers.length);
  });

  it.each(drivers)('$agent starts in the mode that is asked for, with no secret among its arguments', (driver) => {
    for (const permissionMode of driver.features.permissionModes) {
      const { args } = driver.launch({ ...OPTIONS, permissionMode });
      expect(args.every((arg) => typeof arg === 'string')).toBe(true);
    }
    expect(driver.features.permissionModes).toContain('default');
  });
});

describe.skipIf(found.length === 0).each(found)('$driver on a recorded wire', ({ driver: agent, path }) => {
  const driver = driverOf(agent) as Driver<DriverState>;
  const records = recordsOf(path);

  function read(upTo = records.length, interrupted = false): DriverState {
    let state = driver.begin(OPTIONS);
    for (const record of records.slice(0, upTo)) {
      if (interrupted) state = plain(state);
      driver.read(state, record);
    }
    return state;
  }

  it('knows the session, and that nothing is open at the end', () => {
    const state = read();
    expect(state.nativeId).toEqual(expect.any(String));
    expect([state.turn, state.pending]).toEqual([false, []]);
    expect(state.failure).toBeUndefined();
  });

  it('comes to the same state when it is saved and read on after every record', () => {
    expect(plain(read(records.length, true))).toEqual(plain(read()));
  });

  it('waits for every answer that was given, and answers under the same id', () => {
    const asked = new Map<string, PendingRequest>();
    let state = driver.begin(OPTIONS);
    let answers = 0;
    for (const record of records) {
      const before = state.pending;
      driver.read(state, record);
      for (const request of state.pending) asked.set(request.id, request);
      const settled = before.filter((one) => !state.pending.some(({ id }) => id === one.id));
      if (record.dir !== 'in' || settled.length === 0) continue;
      answers += settled.length;
      for (const request of settled) {
        const decision =
          request.kind === 'permission'
            ? ({ kind: 'allow' } as const)
            : ({ kind: 'answers', answers: request.questions.map(({ options }) => [options[0] ?? 'x']) } as const);
        const [said] = driver.reply(state, request, decision);
        const words = JSON.stringify(said);
        expect(words).toContain(JSON.stringify((request.native as { id?: unknown } | undefined)?.id ?? request.id));
      }
    }
    state = plain(state);
    if (driver.features.permissions && asked.size > 0) expect(answers).toBeGreaterThan(0);
  });

  it('comes to the same state without what it does not hear', () => {
    const { unheard = [] } = driver;
    const isUnheard = ({ dir, msg }: WireRecord) =>
      dir === 'out' && unheard.some((beginning) => JSON.stringify(msg).startsWith(beginning));
    let state = driver.begin(OPTIONS);
    for (const record of records) if (!isUnheard(record)) driver.read(state, record);
    state = plain(state);
    expect(state).toEqual(plain(read()));
  });

  it('says nothing by itself once the handshake is over', () => {
    const state = read();
    expect(driver.next(state)).toEqual([]);
  });
});

describe('what nobody knows', () => {
  it.each([
    ['codex', { id: 7, method: 'something/new', params: {} }, '"code":-32601'],
    ['gemini-cli', { jsonrpc: '2.0', id: 7, method: 'fs/read_text_file', params: {} }, '"code":-32601'],
    [
      'claude-code',
      { type: 'control_request', request_id: '7', request: { subtype: 'new_thing' } },
      '"subtype":"error"',
    ],
  ])('is refused by %s, once', (agent, msg, said) => {
    const driver = driverOf(agent) as Driver<DriverState>;
    const state = driver.begin(OPTIONS);
    driver.read(state, { dir: 'out', msg, at: 0, end: 0 });
    const refusal = driver.next(state).find((line) => JSON.stringify(line).includes(said));
    expect(refusal).toBeDefined();
    driver.read(state, { dir: 'in', msg: plain(refusal), at: 1, end: 1 });
    expect(driver.next(state).filter((line) => JSON.stringify(line).includes(said))).toEqual([]);
  });
});
