/** The snippets of the transcript specification, in its order, as docs/capture.md has them. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  appendAll,
  captureFetch,
  formatTranscript,
  InProcessBus,
  JsonlSliceFactory,
  MemorySliceFactory,
  PromptExecuted,
  PromptRendered,
  Session,
  SliceFactoryConfig,
  SlicePolicy,
  TranscriptEntry,
} from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-specification-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }];
/** A model, as the hook sees it. */
const model = async () =>
  new Response(JSON.stringify({ id: 'r', model: 'm', choices }), { headers: { 'content-type': 'application/json' } });
async function ask(fetch: typeof globalThis.fetch): Promise<void> {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
  ];
  const body = JSON.stringify({ model: 'm', messages });
  await (await fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body })).json();
}

it('has the fields of an entry, with their defaults', () => {
  const entry = new TranscriptEntry({ role: 'user', content: 'Hi' });
  expect(entry).toEqual({
    role: 'user',
    content: 'Hi',
    created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    tool_name: null,
    tool_call_id: null,
    tool_input: null,
    metadata: null,
    entry_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    source: 'primary',
    sequence: 0,
  });
});

it('registers the slice as a log, which it is by default, with its reducer', () => {
  const session = new Session({ bus: new InProcessBus() });
  session.setPolicy(TranscriptEntry, SlicePolicy.LOG);
  session.slice(TranscriptEntry).register(TranscriptEntry, appendAll);
  session.dispatch(new TranscriptEntry({ role: 'user', content: 'Hi' }));
  expect(session.slice(TranscriptEntry).all()).toHaveLength(1);
  expect(() => session.slice(TranscriptEntry).clear()).toThrow('only grows');
  expect(() => session.setPolicy(TranscriptEntry, SlicePolicy.STATE)).toThrow(TypeError);
});

it('keeps logs in files and state in memory, by the factories that it is given', () => {
  const sliceConfig = new SliceFactoryConfig({
    stateFactory: new MemorySliceFactory(),
    logFactory: new JsonlSliceFactory({ baseDir: folder }),
  });
  const session = new Session({ id: 'one', bus: new InProcessBus(), sliceConfig });
  session.dispatch(new TranscriptEntry({ role: 'user', content: 'Hi' }));
  session.close();
  expect(existsSync(join(folder, 'one', 'hansard.capture.TranscriptEntry.jsonl'))).toBe(true);
});

it('captures before the call and after it, and is asked by all, latest and where', async () => {
  const bus = new InProcessBus();
  const events: (PromptRendered | PromptExecuted)[] = [];
  bus.subscribe(PromptRendered, (event) => events.push(event));
  bus.subscribe(PromptExecuted, (event) => events.push(event));
  const session = new Session({ bus });
  await ask(captureFetch(session, { fetch: model }));
  await expect.poll(() => session.slice(TranscriptEntry).all().length).toBe(3);
  const slice = session.slice(TranscriptEntry);
  expect(slice.all().map(({ role, content }) => [role, content])).toEqual([
    ['system', 'Be brief.'],
    ['user', 'Hi'],
    ['assistant', 'Hello'],
  ]);
  expect(slice.latest()?.content).toBe('Hello');
  expect([...slice.where(({ role }) => role === 'assistant')].map(({ content }) => content)).toEqual(['Hello']);
  expect([...slice.where(({ source }) => source === 'primary')]).toHaveLength(3);
  expect(formatTranscript(slice)).toMatch(/^\[\d\d:\d\d:\d\d\] ⚙️ SYSTEM\nBe brief\.\n\n/);
  const [system, user, assistant] = slice.all();
  expect(events).toMatchObject([
    { entry_ids: [system?.entry_id, user?.entry_id] },
    { entry_id: assistant?.entry_id, error: null },
  ]);
});

it('is switched off as a whole, or for what runs in subagents', async () => {
  const off = new Session({ captureTranscript: false });
  await ask(captureFetch(off, { fetch: model }));
  const mine = new Session({ captureSubagentTranscripts: false });
  const hook = captureFetch(mine, { fetch: model });
  await mine.run(() => ask(hook));
  await mine.subagent('helper', () => ask(hook));
  await expect.poll(() => mine.slice(TranscriptEntry).all().length).toBe(3);
  expect(
    new Set(
      mine
        .slice(TranscriptEntry)
        .all()
        .map(({ source }) => source),
    ),
  ).toEqual(new Set(['primary']));
  expect(off.slice(TranscriptEntry).all()).toEqual([]);
});
