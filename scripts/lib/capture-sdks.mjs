/** The SDKs of model providers that the tests of the capture run, pinned; without them those tests say that they were skipped. */
import { ensurePinned } from './pinned-install.mjs';

const PINNED = {
  openai: '7.55.0',
  '@anthropic-ai/sdk': '1.9.0',
  '@google/genai': '3.1.0',
  ai: '7.0.170',
  '@ai-sdk/openai': '4.0.115',
  '@ai-sdk/anthropic': '4.0.102',
  '@openai/agents': '0.20.0',
  '@langchain/openai': '1.6.0',
  '@langchain/core': '1.2.13',
  zod: '4.6.7',
};

/** Why there are none; undefined when there are. */
export const ensureCaptureSdks = (env) => ensurePinned('capture-sdks', PINNED, env);

if (process.argv[1]?.endsWith('capture-sdks.mjs')) console.log(ensureCaptureSdks(process.env) ?? 'The SDKs are there.');
