/** What frameworks tell beside their requests: how long tools ran. With the real ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captureFetch, Session, TranscriptEntry } from '../index.ts';
import { LoopbackModel, type Reply } from '../testing/loopback-model.ts';
import { FAKE_KEY, hasSdks, sdk } from '../testing/sdks.ts';
import { captureAiSdk } from './ai-sdk.ts';
import { langchainHandler } from './langchain.ts';
import { captureAgents } from './openai-agents.ts';

let model: LoopbackModel;
let session: Session;
const LOOP: Reply[] = [
  { calls: [{ id: 'call_1', name: 'weather', input: { city: 'Vienna' } }] },
  { text: 'It is sunny there, as far as I know.' },
];

beforeAll(async () => {
  model = await LoopbackModel.start(() => ({}));
});
afterAll(() => model.stop());
beforeEach(() => {
  session = new Session();
  let n = 0;
  model.script = () => LOOP[n++ % 2] as Reply;
});

const entries = () => session.slice(TranscriptEntry).all();
const told = () =>
  entries()
    .filter(({ metadata }) => metadata?.['type'] !== 'tools')
    .map(({ role, content, tool_name }) => `${role}${tool_name ? ` ${tool_name}` : ''}: ${content}`);
const durations = () => entries().flatMap(({ role, metadata }) => (role === 'tool' ? [metadata?.['duration_ms']] : []));

describe.skipIf(!hasSdks)('the AI SDK', () => {
  it('is recorded with the times of its tools', async () => {
    const end = captureAiSdk(session);
    const { generateText, tool, stepCountIs } = await sdk('ai');
    const { createOpenAI } = await sdk('@ai-sdk/openai');
    const { z } = await sdk('zod');
    const provider = createOpenAI({ apiKey: FAKE_KEY, baseURL: `${model.url}/v1`, fetch: captureFetch(session) });
    const weather = tool({
      description: 'The weather',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }: { city: string }) => `sunny in ${city}`,
    });
    await generateText({ model: provider('gpt-x'), prompt: 'Weather?', tools: { weather }, stopWhen: stepCountIs(3) });
    end();
    expect(told()).toEqual([
      'user: Weather?',
      'assistant weather: {"city":"Vienna"}',
      'tool weather: sunny in Vienna',
      'assistant: It is sunny there, as far as I know.',
    ]);
    expect(durations()).toEqual([expect.any(Number)]);
  });
});

describe.skipIf(!hasSdks)('OpenAI Agents', () => {
  it('are recorded with the times of their tools', async () => {
    const { Agent, OpenAIProvider, Runner, tool, setTraceProcessors, setTracingDisabled } = await sdk('@openai/agents');
    const { default: OpenAI } = await sdk('openai');
    // It is off in tests by default.
    setTracingDisabled(false);
    setTraceProcessors([captureAgents(session)]);
    const openAIClient = new OpenAI({ apiKey: FAKE_KEY, baseURL: `${model.url}/v1`, fetch: captureFetch(session) });
    const modelProvider = new OpenAIProvider({ openAIClient, useResponses: true });
    const weather = tool({
      name: 'weather',
      description: 'The weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
      strict: true,
      execute: async (input: { city: string }) => `sunny in ${input.city}`,
    });
    const agent = new Agent({ name: 'Helper', instructions: 'Be brief.', model: 'gpt-x', tools: [weather] });
    await new Runner({ modelProvider, tracingDisabled: false }).run(agent, 'Weather?');
    expect(told()).toEqual([
      'system: Be brief.',
      'user: Weather?',
      'assistant weather: {"city":"Vienna"}',
      'tool weather: sunny in Vienna',
      'assistant: It is sunny there, as far as I know.',
    ]);
    expect(durations()).toEqual([expect.any(Number)]);
  });
});

describe.skipIf(!hasSdks)('LangChain', () => {
  it('is recorded with the times of its tools', async () => {
    const { ChatOpenAI } = await sdk('@langchain/openai');
    const { tool } = await sdk('@langchain/core/tools');
    const { HumanMessage } = await sdk('@langchain/core/messages');
    const callbacks = [langchainHandler(session)];
    const weather = tool(async ({ city }: { city: string }) => `sunny in ${city}`, {
      name: 'weather',
      description: 'The weather',
      schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    });
    const configuration = { baseURL: `${model.url}/v1`, fetch: captureFetch(session) };
    const chat = new ChatOpenAI({ model: 'gpt-x', apiKey: FAKE_KEY, configuration }).bindTools([weather]);
    const messages = [new HumanMessage('Weather?')];
    const first = await chat.invoke(messages, { callbacks });
    const result = await weather.invoke(first.tool_calls[0], { callbacks });
    await chat.invoke([...messages, first, result], { callbacks });
    expect(told()).toEqual([
      'user: Weather?',
      'assistant weather: {"city":"Vienna"}',
      'tool weather: sunny in Vienna',
      'assistant: It is sunny there, as far as I know.',
    ]);
    expect(durations()).toEqual([expect.any(Number)]);
  });
});
