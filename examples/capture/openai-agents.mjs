/** OpenAI Agents: an agent with a tool, and how long the tool ran. */
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture';
import { captureAgents } from '@hansard/capture/openai-agents';
import { Agent, run, setDefaultOpenAIClient, setTraceProcessors, tool } from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';

const session = new Session({ agent: 'weather-bot', baseDir: './transcripts' });
setDefaultOpenAIClient(new OpenAI({ fetch: captureFetch(session) }));
// In the place of the one that sends traces to OpenAI; `addTraceProcessor` keeps that one, too.
setTraceProcessors([captureAgents(session)]);

const weather = tool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => `sunny in ${city}`,
});
const agent = new Agent({ name: 'Helper', instructions: 'Be brief.', model: 'gpt-5', tools: [weather] });
await run(agent, 'What is the weather in Vienna?');
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
