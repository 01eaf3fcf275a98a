/** The AI SDK: steps with a tool, and how long the tool ran. */
import { createOpenAI } from '@ai-sdk/openai';
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture';
import { captureAiSdk } from '@hansard/capture/ai-sdk';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';

const session = new Session({ agent: 'weather-bot', baseDir: './transcripts' });
const openai = createOpenAI({ fetch: captureFetch(session) });
captureAiSdk(session);

const weather = tool({
  description: 'The weather in a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `sunny in ${city}`,
});
await generateText({
  model: openai('gpt-5'),
  prompt: 'What is the weather in Vienna?',
  tools: { weather },
  stopWhen: stepCountIs(5),
});
console.log(formatTranscript(session.slice(TranscriptEntry)));
session.close();
