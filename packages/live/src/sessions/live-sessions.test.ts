/** Sessions with the mock agent: real processes, a real archive. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { StreamInvariants } from '@hansard/core/formats/universal/invariants.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, LiveHome, leftOf, ME } from '../testing/live-home.ts';
import { Run } from './run.ts';

let home: LiveHome;
let daemon: Daemon;

beforeAll(async () => {
  home = await LiveHome.make();
  daemon = await home.open();
});
afterAll(async () => {
  await daemon.stop();
  expect(leftOf(home.runs())).toBe(0);
  expect(home.reported).toEqual([]);
  home.remove();
});

const statusOf = (id: string) => daemon.live.find(id)?.status;
const reaches = (id: string, status: string) => expect.poll(() => statusOf(id)).toBe(status);
const pendingOf = async (id: string) => (await daemon.live.pending()).filter(({ sessionId }) => sessionId === id);
const typesOf = (events: readonly UniversalEvent[]) => events.map(({ type }) => type);
const saidBy = (events: readonly UniversalEvent[], role: string) =>
  events.flatMap((event) => {
    if (event.type !== 'item.completed') return [];
    const { item } = event.data as { item: { role?: string; kind: string; content: { text?: string }[] } };
    return item.kind === 'message' && item.role === role ? [item.content.map(({ text }) => text ?? '').join('')] : [];
  });

/** Sequences, starts and ends, parents, deltas: what every stream must hold. */
function check(events: readonly UniversalEvent[], end: 'open' | 'closed'): void {
  const invariants = new StreamInvariants();
  for (const event of events) invariants.push(event);
  expect(invariants.finish(end)).toEqual([]);
}

describe('a session with the mock', () => {
  it('starts, takes a message, and tells it in the universal stream', async () => {
    expect(await daemon.live.create('first', { agent: 'mock' }, ME)).toMatchObject({
      healthy: true,
      sessionId: 'first',
    });
    await daemon.live.send('first', { message: 'hello there' }, ME);
    await reaches('first', 'idle');
    const events = await daemon.events('first');
    expect(saidBy(events, 'user')).toEqual(['hello there']);
    expect(saidBy(events, 'assistant')).toEqual(['hello there']);
    expect(events.filter(({ type }) => type === 'turn.started' || type === 'turn.ended')).toHaveLength(2);
    check(events, 'open');
  });

  it('is known by what lists show: the beginning of its id', async () => {
    const stored = (await daemon.live.stored('first')) ?? '';
    for (const name of [stored, stored.slice(0, 8), daemon.live.find('first')?.nativeSessionId ?? ''])
      expect(daemon.live.find(name)?.sessionId).toBe('first');
    expect([daemon.live.find(stored.slice(0, 3)), daemon.live.find('')]).toEqual([undefined, undefined]);
  });

  it('goes through all the words of the original, and answers what they ask', async () => {
    await daemon.live.create('demo', { agent: 'mock' }, ME);
    await daemon.live.send('demo', { message: 'demo' }, ME);
    await expect.poll(() => pendingOf('demo')).toHaveLength(1);
    const [permission] = await pendingOf('demo');
    expect(permission).toMatchObject({ kind: 'permission', tool: 'bash', command: 'touch mock.txt', answerable: true });
    await daemon.live.replyPermission('demo', permission?.requestId ?? '', { reply: 'once' }, ME);
    await expect.poll(async () => (await pendingOf('demo'))[0]?.kind).toBe('question');
    const [question] = await pendingOf('demo');
    expect(question?.questions).toHaveLength(2);
    // By the id of its second question, too.
    await daemon.live.replyQuestion('demo', question?.questions?.[1]?.id ?? '', [['Blue'], ['Two']], ME);
    await reaches('demo', 'idle');
    const events = await daemon.events('demo');
    expect(saidBy(events, 'assistant').join('|')).toContain('The answer is: Blue, Two.');
    const types = new Set(typesOf(events));
    for (const type of ['permission.requested', 'permission.resolved', 'question.resolved', 'error', 'agent.unparsed'])
      expect(types).toContain(type);
    const resolved = events.find(({ type }) => type === 'permission.resolved');
    expect(resolved?.data).toMatchObject({ status: 'accept', metadata: { by: 'tester' } });
    check(events, 'open');
  });

  it('keeps "always" as a rule of its own, and tells every use of it', async () => {
    await daemon.live.create('always', { agent: 'mock' }, ME);
    await daemon.live.send('always', { message: 'permission' }, ME);
    await expect.poll(() => pendingOf('always')).toHaveLength(1);
    const [asked] = await pendingOf('always');
    await daemon.live.replyPermission('always', asked?.requestId ?? '', { reply: 'always' }, ME);
    await reaches('always', 'idle');
    await daemon.live.send('always', { message: 'permission' }, ME);
    await reaches('always', 'idle');
    await expect.poll(async () => saidBy(await daemon.events('always'), 'assistant').length).toBe(2);
    const resolved = (await daemon.events('always')).filter(({ type }) => type === 'permission.resolved');
    expect(resolved.map(({ data }) => data)).toMatchObject([
      { status: 'accept_for_session', metadata: { by: 'tester', rule: { command: 'touch mock.txt' } } },
      { status: 'accept_for_session', metadata: { by: 'hansard', rule: { command: 'touch mock.txt' } } },
    ]);
    const names = resolved.map(({ data }) => (data as { metadata: { rule: { id: string } } }).metadata.rule.id);
    expect(new Set(names).size).toBe(1);
    // The agent itself was answered once.
    expect(home.wire('always')).not.toContain('"decision":"always"');
  });

  it('lets the first answer win, and says who gave it', async () => {
    await daemon.live.create('race', { agent: 'mock' }, ME);
    await daemon.live.send('race', { message: 'permission' }, ME);
    await expect.poll(() => pendingOf('race')).toHaveLength(1);
    const id = (await pendingOf('race'))[0]?.requestId ?? '';
    await daemon.live.replyPermission('race', id, { reply: 'reject' }, ME);
    const late = () => daemon.live.replyPermission('race', id, { reply: 'once' }, ME);
    await expect(late()).rejects.toMatchObject({
      code: 'already-answered',
      message: expect.stringContaining('tester'),
    });
    await reaches('race', 'idle');
    await expect(late()).rejects.toMatchObject({ code: 'already-answered' });
    await expect(daemon.live.replyPermission('race', 'none', { reply: 'once' }, ME)).rejects.toMatchObject({
      code: 'unknown-request',
    });
    expect(saidBy(await daemon.events('race'), 'assistant')).toEqual(['It was not allowed.']);
  });

  it('lets messages wait for the end of the turn, and cancels one', async () => {
    await daemon.live.create('queue', { agent: 'mock' }, ME);
    await daemon.live.send('queue', { message: 'permission' }, ME);
    await expect.poll(() => pendingOf('queue')).toHaveLength(1);
    const second = await daemon.live.send('queue', { message: 'second' }, ME);
    const third = await daemon.live.send('queue', { message: 'third' }, ME);
    expect([second.queued, third.queued]).toEqual([true, true]);
    await expect.poll(() => daemon.live.find('queue')?.queue.map(({ text }) => text)).toEqual(['second', 'third']);
    await daemon.live.cancelMessage('queue', second.id, ME);
    const [asked] = await pendingOf('queue');
    await daemon.live.replyPermission('queue', asked?.requestId ?? '', { reply: 'once' }, ME);
    await expect.poll(async () => saidBy(await daemon.events('queue'), 'assistant')).toContain('third');
    expect(saidBy(await daemon.events('queue'), 'user')).toEqual(['permission', 'third']);
  });

  it('interrupts a turn, and closes what is open', async () => {
    await daemon.live.create('stop', { agent: 'mock' }, ME);
    await daemon.live.send('stop', { message: 'permission' }, ME);
    await expect.poll(() => pendingOf('stop')).toHaveLength(1);
    await daemon.live.interrupt('stop', ME);
    await reaches('stop', 'idle');
    expect(await pendingOf('stop')).toEqual([]);
    const events = await daemon.events('stop');
    expect(events.find(({ type }) => type === 'permission.resolved')?.data).toMatchObject({ status: 'reject' });
    check(events, 'open');
  });

  it('ends for good when it is terminated, and takes no more messages', async () => {
    await daemon.live.create('gone', { agent: 'mock' }, ME);
    await daemon.live.send('gone', { message: 'sleep' }, ME);
    await reaches('gone', 'running');
    await daemon.live.terminate('gone', ME);
    expect(statusOf('gone')).toBe('ended');
    await daemon.live.terminate('gone', ME);
    await expect(daemon.live.send('gone', { message: 'more' }, ME)).rejects.toMatchObject({ code: 'session-ended' });
    const events = await daemon.events('gone');
    expect(events.at(-1)).toMatchObject({
      type: 'session.ended',
      data: { reason: 'terminated', terminated_by: 'daemon' },
    });
    check(events, 'closed');
  });

  it('resumes what has ended, in the same session', async () => {
    await daemon.live.resume('gone', ME);
    await daemon.live.send('gone', { message: 'again' }, ME);
    await expect.poll(async () => saidBy(await daemon.events('gone'), 'assistant')).toContain('again');
    expect(daemon.live.find('gone')?.ended).toBe(false);
  });

  it('says when the agent ends by itself', async () => {
    await daemon.live.create('ends', { agent: 'mock' }, ME);
    await daemon.live.send('ends', { message: 'end' }, ME);
    await reaches('ends', 'ended');
    const events = await daemon.events('ends');
    expect(events.at(-1)).toMatchObject({
      type: 'session.ended',
      data: { reason: 'completed', terminated_by: 'agent' },
    });
  });

  it('takes files from its own folder, and from nowhere else', async () => {
    await daemon.live.create('files', { agent: 'mock' }, ME);
    writeFileSync(join(home.work, 'inside.txt'), 'inside');
    writeFileSync(join(home.path, 'outside.txt'), 'outside');
    symlinkSync(join(home.path, 'outside.txt'), join(home.work, 'link.txt'));
    const send = (path: string) => daemon.live.send('files', { message: 'look', attachments: [{ path }] }, ME);
    await expect(send('../outside.txt')).rejects.toMatchObject({ code: 'bad-argument' });
    await expect(send('link.txt')).rejects.toMatchObject({ code: 'bad-argument' });
    await send('inside.txt');
    await reaches('files', 'idle');
  });

  it('refuses folders, modes and agents that are not allowed', async () => {
    const create = (options: object) => daemon.live.create('refused', { agent: 'mock', ...options }, ME);
    mkdirSync(join(home.path, 'elsewhere'));
    await expect(create({ directory: join(home.path, 'elsewhere') })).rejects.toMatchObject({
      code: 'directory-not-allowed',
    });
    await expect(create({ permissionMode: 'bypass' })).rejects.toMatchObject({ code: 'mode-not-supported' });
    await expect(create({ agent: 'nobody' })).rejects.toMatchObject({ code: 'unknown-agent' });
    expect(daemon.live.find('refused')).toBeUndefined();
  });

  it('writes nothing of the environment down', () => {
    const folder = join(home.path, 'archive', 'live');
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.jsonl?$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) expect(text).not.toContain(process.env['PATH'] ?? '?');
  });
});

it('starts beside a session that never stops talking', async () => {
  const talking = await home.open({ agents: { mock: ['--delay', '1'] } });
  await talking.live.create('talks', { agent: 'mock' }, ME);
  await talking.live.send('talks', { message: 'word '.repeat(20_000) }, ME);
  await expect.poll(() => home.wire('talks')).toContain('"delta"');
  expect(await talking.live.create('beside', { agent: 'mock' }, ME)).toMatchObject({ healthy: true });
  expect(talking.live.find('talks')?.status).toBe('running');
  await talking.live.terminate('talks', ME);
  await talking.live.terminate('beside', ME);
  talking.abandon();
});

it('goes on although a line of an earlier daemon comes late', async () => {
  const run = new Run('r', join(home.path, 'late.jsonl'), { grown: () => {}, cleanUp: async () => {} });
  const seat = run.join({ record: () => {}, caughtUp: () => {}, gone: () => {}, thread: () => undefined });
  const server = createServer();
  const socket = join(home.path, 'late');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const line = (dir: string, msg: unknown) => appendFileSync(run.wire, `${JSON.stringify({ at: 1, dir, msg })}\n`);
  line('in', { old: 1 });
  expect(await run.attach(socket)).toBe(true);
  seat.say([{ dir: 'in', msg: { own: 1 } }]);
  line('in', { old: 2 });
  run.readAll();
  expect(run.isInFlight).toBe(true);
  line('in', { own: 1 });
  run.readAll();
  expect(run.isInFlight).toBe(false);
  run.leave();
  server.close();
});
