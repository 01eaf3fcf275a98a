/**
 * Running agents, through the whole way: agent, holder, wire, archive, server, reader. The agent is the mock, the server is the command
 * itself. How many events a second reach a reader beside a hundred others, one of whom does not read at all; what that takes in memory;
 * how soon the first words of an answer can be seen; and what a thousand sessions cost that have nothing to do.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader } from './event-reader.mjs';
import { LightReader } from './light-reader.mjs';
import { table } from './table.mjs';

const EVENTS = Number(process.env.HANSARD_BENCH_EVENTS ?? 100_000);
const READERS = 100;
const TURNS = 40;
const IDLE = 1000;
const IDLE_SECONDS = 10;
/** CPU seconds are counted in these by the system. */
const TICKS = 100;

export async function liveTable({ root, scratch }) {
  execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = path.join(scratch, 'live');
  mkdirSync(folder, { recursive: true });
  const burst = await withServer(root, path.join(folder, 'burst'), `mock=--burst ${EVENTS}`, measureBurst);
  const first = await withServer(root, path.join(folder, 'first'), 'mock=--delay 1', measureFirst);
  const idle = await measureIdle(root, path.join(folder, 'idle'));
  return (
    table(`An agent that says ${EVENTS} pieces at once, ${READERS} readers, one of them stopped`, burst) +
    table(`The first piece of an answer, ${TURNS} turns, after the holder got it`, first) +
    table(`${IDLE} sessions with nothing to do`, idle)
  );
}

async function withServer(root, home, agents, measure) {
  const server = await startServer(root, home, agents);
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function startServer(root, home, agents) {
  const work = path.join(home, 'work');
  mkdirSync(work, { recursive: true });
  const archive = path.join(home, 'archive');
  const env = { PATH: process.env.PATH, HOME: home, HANSARD_HOME: archive, HANSARD_LIVE_AGENTS: agents };
  const started = performance.now();
  const args = [path.join(root, 'packages/cli/bin/hansard.js'), 'serve', '--live', '--port', '0'];
  const child = spawn(process.execPath, args, { cwd: work, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const facts = path.join(archive, 'live', 'daemon.json');
  while (!existsSync(facts)) await sleep(10);
  const { url } = JSON.parse(readFileSync(facts, 'utf8'));
  const token = readFileSync(path.join(archive, 'server-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    pid: child.pid,
    archive,
    seconds: (performance.now() - started) / 1000,
    reader: (session, Reader = EventReader) => new Reader(url, token, `/v1/sessions/${session}/events/sse`),
    async post(route, body) {
      const answer = await fetch(`${url}/v1/${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
    },
    async stop() {
      const over = new Promise((resolve) => child.on('exit', resolve));
      child.kill('SIGTERM');
      await over;
    },
  };
}

async function measureBurst({ pid, archive, reader, post }) {
  await post('sessions/burst', { agent: 'mock' });
  const first = reader('burst');
  const stopped = reader('burst');
  stopped.pause();
  const others = Array.from({ length: READERS - 2 }, () => reader('burst', LightReader));
  const before = residentMb(pid);
  const cpu = cpuSeconds(pid);
  const started = performance.now();
  const since = () => (performance.now() - started) / 1000;
  await post('sessions/burst/messages', { message: 'go' });
  await first.until('turn.ended');
  const one = since();
  await Promise.all(others.map((other) => other.untilEnd()));
  const all = since();
  const peak = peakMb(pid);
  const holder = peakMb(holderOf(archive));
  const spent = cpuSeconds(pid) - cpu;
  stopped.resume();
  await stopped.until('turn.ended');
  const { count } = first;
  const row = (what, value) => ({ what, value });
  const rows = [
    row('events to a reader that looks at each, per second', Math.round(count / one)),
    row('events to each of 99 readers, per second', Math.round(count / all)),
    row('CPU seconds of the server', round(spent)),
    row('events for each CPU second of the server', Math.round(count / spent)),
    row('lost, by the one that looks at each', first.lost),
    row('lost, by the one that was stopped', stopped.lost + count - stopped.count),
    row('others that have not all of it', others.filter((other) => !other.hasAll(first.bytes, first.last)).length),
    row('memory of the server before, MB', before),
    row('most memory of the server, MB', peak),
    row('most memory of the holder, MB', holder),
  ];
  for (const reader of [first, stopped, ...others]) reader.close();
  await post('sessions/burst/terminate', {});
  return rows;
}

/** From the time in the wire to the reader. */
async function measureFirst({ archive, reader, post }) {
  await post('sessions/first', { agent: 'mock' });
  const follower = reader('first');
  const seen = [];
  follower.listen((type) => {
    if (type === 'turn.started') seen.push(undefined);
    if (type === 'item.delta') seen[seen.length - 1] ??= Date.now();
  });
  for (let turn = 1; turn <= TURNS; turn++) {
    await post('sessions/first/messages', { message: 'one two three' });
    await follower.until('turn.ended', turn);
  }
  const wire = readFileSync(path.join(runsOf(archive)[0], 'wire.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const written = [];
  let isFirst = false;
  for (const { dir, at, msg } of wire) {
    if (dir === 'in' && msg.type === 'message') isFirst = true;
    if (dir === 'out' && msg.type === 'delta' && isFirst) {
      written.push(at);
      isFirst = false;
    }
  }
  const late = written.map((at, i) => seen[i] - at).sort((a, b) => a - b);
  follower.close();
  await post('sessions/first/terminate', {});
  return [
    { what: 'median, ms', value: late[Math.floor(late.length / 2)] },
    { what: '95 of 100, ms', value: late[Math.floor(late.length * 0.95)] },
    { what: 'turns that were seen', value: late.filter(Number.isFinite).length },
  ];
}

/** Sessions as an earlier server left them: their processes were ended because nothing was to do. */
async function measureIdle(root, home) {
  const first = await startServer(root, home, 'mock=--delay 0');
  await first.post('sessions/idle-0', { agent: 'mock' });
  await first.stop();
  const [run] = runsOf(first.archive);
  const text = readFileSync(path.join(run, 'wire.jsonl'), 'utf8');
  const { session } = JSON.parse(text.split('\n', 1)[0]);
  for (let i = 1; i < IDLE; i++) {
    const folder = `${run}${String(i).padStart(4, '0')}`;
    cpSync(run, folder, { recursive: true });
    const own = session.replace(/^.{8}/, String(i).padStart(8, '0'));
    writeFileSync(path.join(folder, 'wire.jsonl'), text.replaceAll(session, own).replaceAll('idle-0', `idle-${i}`));
  }
  return withServer(root, home, 'mock=--delay 0', async ({ pid, seconds, archive }) => {
    await sleep(IDLE_SECONDS * 1000);
    const cpu = cpuSeconds(pid);
    await sleep(IDLE_SECONDS * 1000);
    return [
      { what: 'sessions', value: runsOf(archive).length },
      { what: 'seconds to start', value: round(seconds) },
      { what: 'processes of agents', value: markedProcesses(archive) },
      { what: `CPU seconds in ${IDLE_SECONDS} s`, value: round(cpuSeconds(pid) - cpu) },
      { what: 'memory, MB', value: residentMb(pid) },
    ];
  });
}

const runsOf = (archive) =>
  readdirSync(path.join(archive, 'live'))
    .filter((name) => existsSync(path.join(archive, 'live', name, 'wire.jsonl')))
    .sort()
    .map((name) => path.join(archive, 'live', name));

const holderOf = (archive) => JSON.parse(readFileSync(path.join(runsOf(archive)[0], 'state.json'), 'utf8')).holder.pid;

function markedProcesses(archive) {
  const runs = new Set(runsOf(archive).map((run) => `HANSARD_RUN=${path.basename(run)}`));
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .some((entry) => runs.has(entry));
    } catch {
      return false;
    }
  }).length;
}

const round = (value) => Math.round(value * 100) / 100;
const statusOf = (pid, name) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
const residentMb = (pid) => Math.round(statusOf(pid, 'VmRSS') / 1024);
const peakMb = (pid) => Math.round(statusOf(pid, 'VmHWM') / 1024);

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
