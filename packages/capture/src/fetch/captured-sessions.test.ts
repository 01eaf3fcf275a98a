/** What a session makes of calls through the hook: events, scopes, many at once. With the real SDK of OpenAI. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  captureFetch,
  InProcessBus,
  PromptExecuted,
  PromptRendered,
  Session,
  ToolInvoked,
  TranscriptEntry,
} from '../index.ts';
import { type Body, LoopbackModel, type Reply } from '../testing/loopback-model.ts';
import { FAKE_KEY, hasSdks, sdk } from '../testing/sdks.ts';

let model: LoopbackModel;
let session: Session;

beforeAll(async () => {
  model = await LoopbackModel.start(() => ({}));
});
afterAll(() => model.stop());
beforeEach(() => {
  session = new Session();
  model.seen.length = 0;
});

const entries = () => session.slice(TranscriptEntry).all();
const LOOP: Reply[] = [
  {
    text: 'I look it up.',
    calls: ['Vienna', 'Graz'].map((city, n) => ({ id: `call_${n}`, name: 'weather', input: { city } })),
  },
  { text: 'Sunny in both of the two cities, they say.' },
];
const loop = () => {
  let n = 0;
  model.script = () => LOOP[n++ % LOOP.length] as Reply;
};
const chatTools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];
const openai = async () => {
  const { default: OpenAI } = await sdk('openai');
  return new OpenAI({ apiKey: FAKE_KEY, baseURL: `${model.url}/v1`, fetch: captureFetch(session) });
};

describe.skipIf(!hasSdks)('the session', () => {
  it('tells what happened by events, each with its entries', async () => {
    const events: object[] = [];
    const bus = new InProcessBus();
    bus.subscribe(PromptRendered, (event) => events.push(event));
    bus.subscribe(ToolInvoked, (event) => events.push(event));
    bus.subscribe(PromptExecuted, (event) => events.push(event));
    session = new Session({ bus });
    loop();
    const client = await openai();
    const messages: Body[] = [{ role: 'user', content: 'Weather?' }];
    const first = await client.chat.completions.create({ model: 'm', messages, tools: chatTools });
    const { message } = first.choices[0];
    const results = message.tool_calls.map(({ id }: Body) => ({ role: 'tool', tool_call_id: id, content: 'sunny' }));
    await client.chat.completions.create({
      model: 'm',
      messages: [...messages, message, ...results],
      tools: chatTools,
    });
    const byId = new Map(entries().map((entry) => [entry.entry_id, entry]));
    expect(events.map((event) => event.constructor.name)).toEqual([
      'PromptRendered',
      'PromptExecuted',
      'PromptRendered',
      'ToolInvoked',
      'ToolInvoked',
      'PromptExecuted',
    ]);
    const [rendered, , , invoked, , executed] = events as [
      PromptRendered,
      PromptExecuted,
      object,
      ToolInvoked,
      object,
      PromptExecuted,
    ];
    expect(rendered.entry_ids.map((id) => byId.get(id)?.role)).toEqual(['system', 'user']);
    expect([byId.get(invoked.call_entry_id ?? '')?.role, byId.get(invoked.result_entry_id)?.role]).toEqual([
      'assistant',
      'tool',
    ]);
    expect(byId.get(executed.entry_id ?? '')?.content).toBe(LOOP[1]?.text);
  });

  it('never mixes conversations that run side by side, at any depth', async () => {
    const { default: OpenAI } = await sdk('openai');
    const client = new OpenAI({ apiKey: FAKE_KEY, baseURL: `${model.url}/v1`, fetch: captureFetch() });
    model.script = (body) => ({ text: `Answer to ${body.messages.at(-1).content}` });
    const ask = (text: string) =>
      client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: text }] });
    const sessions = Array.from({ length: 4 }, () => new Session());
    await Promise.all(
      sessions.map((one, n) =>
        one.run(async () => {
          await ask(`${n}`);
          await Promise.all([
            one.subagent('a', async () => {
              await ask(`${n} a`);
              await one.subagent('b', () => ask(`${n} a/b`));
            }),
            one.subagent('c', () => ask(`${n} c`)),
          ]);
          await ask(`${n} again`);
        }),
      ),
    );
    await ask('nobody');
    for (const [n, one] of sessions.entries()) {
      const own = (source: string) =>
        one
          .slice(TranscriptEntry)
          .where((entry) => entry.source === source && entry.role === 'user')
          .all();
      expect(own('primary').map(({ content }) => content)).toEqual([`${n}`, `${n} again`]);
      expect(own('subagent:a').map(({ content }) => content)).toEqual([`${n} a`]);
      expect(own('subagent:a/b').map(({ content }) => content)).toEqual([`${n} a/b`]);
      expect(own('subagent:c').map(({ content }) => content)).toEqual([`${n} c`]);
    }
  });

  it('records a thousand calls at once', async () => {
    const client = await openai();
    model.script = (body) => ({ text: `Answer to ${body.messages[0].content}` });
    const numbers = Array.from({ length: 1000 }, (_, n) => n);
    await Promise.all(
      numbers.map((n) =>
        client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: `Question ${n}` }] }),
      ),
    );
    const threads = new Map<unknown, string[]>();
    for (const { metadata, content } of entries()) {
      // A machine that is busy lets connections fail; the SDK tries again, and both are told.
      if (metadata?.['type'] === 'error') continue;
      threads.set(metadata?.['thread'], [...(threads.get(metadata?.['thread']) ?? []), content]);
    }
    expect(threads.size).toBe(1000);
    for (const [question, answer, ...more] of threads.values())
      expect([answer, more]).toEqual([`Answer to ${question}`, []]);
    expect(session.stats()).toMatchObject({ cut: 0, dropped: 0, errors: 0 });
  });
});
