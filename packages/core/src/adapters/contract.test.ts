/**
 * What every adapter must hold, run on every golden case of every adapter in the list: adding an agent adds no
 * code here. Damage is deterministic, so a failure repeats.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { Collector } from '../reading/collector.ts';
import { detect } from '../reading/detect.ts';
import { headOf } from '../reading/head.ts';
import { LogReader, type SavedLog } from '../reading/log-reader.ts';
import { detectFile } from '../reading/read-input.ts';
import { readFolder } from '../reading/read-session.ts';
import { assemble } from '../reading/transcripts.ts';
import { linesOf, mistype, randomFrom, renumberIds } from '../testing/damage.ts';
import { featuresShown } from '../testing/features.ts';
import { evidenceOf, type GoldenCase, goldenCases, HOME, hostOf, sha256 } from '../testing/fixtures.ts';
import type { Native, Transcript } from '../transcript.ts';
import type { Adapter, Evidence, Feature, LogDialect, Sink } from './contract.ts';
import { covers } from './coverage.ts';
import { adapters } from './index.ts';

const MAX_STATE_BYTES = 64 * 1024;
const MIB = 1024 * 1024;
/** Read of a long session; whoever kept its events would hold about as much. */
const LONG = 9 * MIB;
const encode = (text: string) => new TextEncoder().encode(text);

interface LogInput {
  readonly golden: GoldenCase;
  readonly path: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly dialect: LogDialect;
}

const cases = goldenCases();
const transcriptsOf = new Map<string, Transcript[]>();
const logs: LogInput[] = [];

for (const golden of cases) {
  const host = hostOf(golden);
  const { reads } = await readFolder(adapters, host, HOME);
  transcriptsOf.set(golden.folder, assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 }));
  for (const [path, bytes] of host.files) {
    const detected = detect(adapters, headOf(bytes));
    if (detected?.dialect.kind !== 'log') continue;
    const name = `${golden.agent}: ${golden.name} ${path.slice(HOME.length + 1)}`;
    logs.push({ golden, path, name, bytes, dialect: detected.dialect });
  }
}

function readLog({ dialect }: Pick<LogInput, 'dialect'>, bytes: Uint8Array, cuts: readonly number[] = []) {
  const sink = new Collector(sha256);
  let saved: SavedLog | undefined;
  const states: number[] = [];
  for (const cut of [...cuts, bytes.length]) {
    const last = cut === bytes.length;
    const reader = new LogReader(dialect, sink, {}, saved);
    reader.push(bytes.subarray(saved?.offset ?? 0, cut));
    const next = reader.finish({ final: last });
    states.push(JSON.stringify(next).length);
    saved = JSON.parse(JSON.stringify(next)) as SavedLog;
  }
  const others = [...sink.others].map(([id, other]) => [id, other.facts, other.events, other.problems]);
  const { facts, events, problems } = sink;
  return {
    facts,
    events,
    problems,
    others,
    records: saved?.records ?? 0,
    key: saved?.key,
    largestState: Math.max(...states),
  };
}

const result = ({ facts, events, problems, others }: ReturnType<typeof readLog>) => ({
  facts,
  events,
  problems,
  others,
});
const allEvents = (read: ReturnType<typeof readLog>) => [
  ...read.events,
  ...read.others.flatMap(([, , events]) => events as typeof read.events),
];

describe('the list of adapters', () => {
  it('has unique ids and labels', () => {
    expect(new Set(adapters.map(({ id }) => id)).size).toBe(adapters.length);
    expect(new Set(adapters.map(({ label }) => label)).size).toBe(adapters.length);
  });

  it('has versions of one form', () => {
    for (const { version } of adapters) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it.each(adapters.map((adapter) => [adapter.id, adapter] as const))('%s has golden cases', (id) => {
    expect(cases.filter(({ agent }) => agent === id).length).toBeGreaterThan(0);
  });

  it.each(adapters.map((adapter) => [adapter.id, adapter] as const))(
    '%s claims the coverage its cases show',
    (id, adapter) => {
      const shown: Partial<Record<Evidence, Feature[]>> = {};
      for (const golden of cases.filter(({ agent }) => agent === id)) {
        const evidence = evidenceOf(golden) ?? adapter.evidence;
        const features = featuresShown(transcriptsOf.get(golden.folder) ?? []);
        shown[evidence] = [...(shown[evidence] ?? []), ...features];
      }
      expect(adapter.coverage).toEqual(covers(shown));
    },
  );
});

describe.each(cases)('$agent: $name', (golden) => {
  const transcripts = transcriptsOf.get(golden.folder) as Transcript[];

  it('is recognised by content alone', async () => {
    const host = hostOf(golden);
    for (const transcript of transcripts) {
      expect(transcript.source.adapter).toBe(golden.agent);
      for (const input of transcript.session.inputs ?? []) {
        const detected = await detectFile(adapters, host, input.path as string);
        expect([detected?.adapter.id, detected?.dialect.id]).toEqual([golden.agent, input.dialect]);
      }
    }
  });

  it('reads the same every time', async () => {
    const host = hostOf(golden, { chunkBytes: 777 });
    const { reads } = await readFolder(adapters, host, HOME);
    expect(assemble(reads, { now: '2026-01-01T00:00:00.000Z', digest: sha256 })).toEqual(transcripts);
  });

  it('numbers events without gaps and gives each an id of its own', () => {
    for (const { events } of transcripts) {
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      const next = new Map<string, number>();
      for (const { source = '', sourceSeq } of events) {
        expect(sourceSeq).toBe((next.get(source) ?? 0) + 1);
        next.set(source, sourceSeq as number);
      }
    }
  });

  it('names parents that exist', () => {
    for (const { events } of transcripts) {
      const ids = new Set(events.map(({ id }) => id));
      expect(events.filter(({ parentId }) => parentId && !ids.has(parentId)).map(({ id }) => id)).toEqual([]);
    }
  });

  it('pairs every result with its call, or says that it cannot', () => {
    for (const { events, session } of transcripts) {
      const calls = new Map(
        events.filter(({ type }) => type === 'tool_call').map((event) => [event.tool?.callId, event]),
      );
      const results = events.filter(({ type }) => type === 'tool_result');
      const unpaired = results.filter(({ tool }) => !calls.has(tool?.callId));
      const reported = (session.problems ?? []).filter(({ kind }) => kind === 'unpaired-result');
      expect(unpaired.length).toBe(reported.length);
      const answered = new Set(results.map(({ tool }) => tool?.callId));
      for (const call of calls.values()) {
        const status = call.tool?.status;
        if (answered.has(call.tool?.callId)) expect([call.id, status]).not.toEqual([call.id, undefined]);
        else expect(['running', 'interrupted', 'denied', 'unknown', 'error', 'ok', 'timeout']).toContain(status);
      }
    }
  });

  it('knows every record in it', () => {
    const broken = /truncated|damaged|glued|garbage|unknown|malformed|drift/.test(golden.name);
    if (!broken) for (const { metrics } of transcripts) expect(metrics.unparsedCount).toBe(0);
  });

  it('gives each response’s usage once', () => {
    for (const { events } of transcripts) {
      const keys = events.flatMap(({ usage }) =>
        usage?.responseId && (usage.scope ?? 'response') === 'response' ? [usage.responseId] : [],
      );
      expect(keys.length).toBe(new Set(keys).size);
    }
  });
});

const logDescribe = logs.length > 0 ? describe.each(logs) : describe.skip.each([] as LogInput[]);

logDescribe('$name', (log) => {
  const whole = readLog(log, log.bytes);

  it('accounts for every record', () => {
    const covered = new Set<string>();
    for (const { native } of allEvents(whole)) {
      if (!native) continue;
      covered.add(place(native));
      for (const merged of native.merged ?? []) covered.add(place(merged));
    }
    const seen: { ref: string; touched: boolean; place: string }[] = [];
    const watched = watch(log.dialect, (ref, native, touched) => seen.push({ ref, place: place(native), touched }));
    readLog({ dialect: watched }, log.bytes);
    expect(seen.length).toBeGreaterThan(0);
    for (const record of seen) {
      // A streaming delta is accounted for by the chunk that it became.
      if (log.dialect.live ? record.touched : covered.has(record.place)) continue;
      expect(covered).toContain(record.place);
    }
  });

  it('can stop and go on at every record', () => {
    const cuts: number[] = [];
    for (let at = log.bytes.indexOf(10); at >= 0; at = log.bytes.indexOf(10, at + 1)) cuts.push(at + 1);
    const resumed = readLog(
      log,
      log.bytes,
      cuts.filter((cut) => cut < log.bytes.length),
    );
    expect(result(resumed)).toEqual(result(whole));
    expect(resumed.largestState).toBeLessThanOrEqual(MAX_STATE_BYTES);
  });

  it('can stop and go on inside a record and inside a character', () => {
    const random = randomFrom(log.bytes.length);
    const inside = [...log.bytes.keys()].filter((i) => ((log.bytes[i] as number) & 0xc0) === 0x80).slice(0, 20);
    const cuts = [...inside, ...Array.from({ length: 20 }, () => random(log.bytes.length))];
    for (const cut of cuts) expect(result(readLog(log, log.bytes, [cut]))).toEqual(result(whole));
  });

  it('keeps all neighbours of a line of garbage', () => {
    const lines = linesOf(log.bytes);
    const random = randomFrom(7);
    const clean = readLog(log, encode(`${lines.join('\n')}\n`));
    for (const garbage of ['garbage', '{"type":"cut off in the mi', '\0\0\0\0', '\u2028', '[[[', '"\ud800']) {
      const at = random(lines.length) + 1;
      const damaged = readLog(log, encode(`${[...lines.slice(0, at), garbage, ...lines.slice(at)].join('\n')}\n`));
      expect(allEvents(damaged).filter(({ type }) => type !== 'unparsed').length).toBe(
        allEvents(clean).filter(({ type }) => type !== 'unparsed').length,
      );
    }
  });

  it('reads records that are glued together', () => {
    const lines = linesOf(log.bytes);
    const clean = readLog(log, encode(`${lines.join('\n')}\n`));
    const glued = readLog(log, encode(lines.join('')));
    const shape = (read: ReturnType<typeof readLog>) =>
      allEvents(read).map(({ type, text, role }) => ({ type, text, role }));
    if (lines.every((line) => line.startsWith('{') && isJson(line))) expect(shape(glued)).toEqual(shape(clean));
  });

  it('survives fields of the wrong type, and flipped bytes', () => {
    const lines = linesOf(log.bytes);
    const random = randomFrom(lines.length * 31);
    for (let round = 0; round < 150; round++) {
      const at = random(lines.length);
      const line = lines[at] as string;
      const odd = isJson(line) ? JSON.stringify(mistype(JSON.parse(line), random)) : line;
      readLog(log, encode([...lines.slice(0, at), odd, ...lines.slice(at + 1)].join('\n')));
    }
    for (let round = 0; round < 50; round++) {
      // Buffer.slice would be a view: the flips would stay in the case for the tests that follow.
      const flipped = new Uint8Array(log.bytes);
      for (let i = 0; i < 3; i++) flipped[random(flipped.length)] = random(256);
      readLog(log, flipped);
    }
  });

  it('reads nothing from nothing, and keeps what is binary', () => {
    expect(readLog(log, new Uint8Array()).events).toEqual([]);
    const binary = Uint8Array.from({ length: 3000 }, (_, i) => (i * 131) % 256);
    const read = readLog(log, binary);
    expect(read.events.every(({ type }) => type === 'unparsed')).toBe(true);
    expect(read.problems.length).toBeGreaterThan(0);
    expect(read.problems.every(({ line, start }) => line !== undefined && start !== undefined)).toBe(true);
  });
});

describe.each(firstLogOfEach(adapters))('$0: a long session', (id, log) => {
  let gc: () => void;
  beforeAll(() => {
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as () => void;
  });

  it('needs memory for one record only, and a small state', () => {
    const lines = linesOf(log.bytes);
    const reader = new LogReader(log.dialect, forgetful, {});
    const rounds = Math.ceil(LONG / log.bytes.length);
    let heap = 0;
    for (let round = 0; round < rounds; round++) {
      reader.push(encode(`${lines.map((line) => renumberIds(line, round)).join('\n')}\n`));
      if (round !== rounds >> 2) continue;
      gc();
      heap = process.memoryUsage().heapUsed;
    }
    gc();
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(LONG / 3);
    expect(JSON.stringify(reader.finish()).length).toBeLessThanOrEqual(MAX_STATE_BYTES);
  });

  it('reads a line that is far too long, and its neighbours', () => {
    const bytes = (id === adapters[0]?.id ? 100 : 12) * MIB;
    const lines = linesOf(log.bytes).filter(isJson);
    const huge = JSON.stringify({ ...JSON.parse(lines[0] as string), huge: 'x'.repeat(bytes) });
    const read = readLog(log, encode([...lines, huge, ...lines.slice(0, 3)].join('\n')));
    expect(read.records).toBe(lines.length + 4);
  });
});

function firstLogOfEach(list: readonly Adapter[]): [string, LogInput][] {
  return list.flatMap(({ id }) => {
    const own = logs.filter(({ golden }) => golden.agent === id).sort((a, b) => b.bytes.length - a.bytes.length);
    return own[0] ? [[id, own[0]] as [string, LogInput]] : [];
  });
}

/** A sink that keeps nothing, like one that writes to disk. */
const forgetful: Sink = {
  add: (event) => event.id,
  put: () => {},
  patch: () => true,
  append: () => true,
  session: () => {},
  problem: () => {},
  solve: () => {},
  attach: () => 'sha256-0',
  digest: () => '0',
  in: () => forgetful,
};

/** Tells for each record whether the dialect did anything with it. */
function watch(dialect: LogDialect, tell: (ref: string, native: Native, touched: boolean) => void): LogDialect {
  return {
    ...dialect,
    detect: (head) => dialect.detect(head),
    begin: (context) => dialect.begin(context),
    read(state, record, out) {
      let touched = false;
      const note = <T>(value: T) => {
        touched = true;
        return value;
      };
      const watching = (inner: typeof out): typeof out => ({
        add: (event) => note(inner.add(event)),
        put: (event) => note(inner.put(event)),
        patch: (id, change) => inner.patch(id, change) && note(true),
        append: (id, delta, at) => inner.append(id, delta, at) && note(true),
        session: (facts) => inner.session(facts),
        problem: (kind, message) => inner.problem(kind, message),
        solve: (kind, start) => inner.solve(kind, start),
        attach: (mime, base64) => inner.attach(mime, base64),
        digest: (text) => inner.digest(text),
        in: (nativeId) => watching(inner.in(nativeId)),
      });
      dialect.read(state, record, watching(out));
      tell(record.ref, record.native('seen'), touched);
    },
  };
}

function place(native: { start?: number; end?: number; pointer?: string }): string {
  return native.pointer ?? `${native.start}-${native.end}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
