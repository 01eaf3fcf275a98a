/** Every API of models whose calls are recorded, one line each. */
import { chatCompletions } from './chat-completions.ts';
import type { ModelApi } from './contract.ts';
import { generateContent } from './generate-content.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

export const modelApis: readonly ModelApi[] = [chatCompletions, responses, messages, generateContent];

export function apiOf(path: string): ModelApi | undefined {
  return modelApis.find((api) => api.matches(path));
}
