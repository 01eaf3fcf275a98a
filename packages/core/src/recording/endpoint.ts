/** Where a call goes: the API by its path, the provider by its host, and an address without keys. */

import type { ModelApi } from './apis/contract.ts';
import { apiOf } from './apis/index.ts';

export interface Endpoint {
  readonly api: ModelApi;
  readonly path: string;
  /** Without user, query and fragment: keys are in them. */
  readonly address: string;
  readonly provider?: string;
}

const PROVIDERS: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)openai\.azure\.com$|\.cognitiveservices\.azure\.com$|\.services\.ai\.azure\.com$/, 'azure'],
  [/(^|\.)openai\.com$/, 'openai'],
  [/(^|\.)anthropic\.com$/, 'anthropic'],
  [/aiplatform\.googleapis\.com$/, 'google-vertex'],
  [/(^|\.)googleapis\.com$/, 'google'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
  [/(^|\.)mistral\.ai$/, 'mistral'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)x\.ai$/, 'xai'],
];

/** Undefined for what is no call of a model. */
export function endpointOf(method: string, address: string): Endpoint | undefined {
  if (method.toUpperCase() !== 'POST') return undefined;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return undefined;
  }
  const api = apiOf(url.pathname);
  if (!api) return undefined;
  const provider = PROVIDERS.find(([host]) => host.test(url.hostname))?.[1];
  return { api, path: url.pathname, address: `${url.origin}${url.pathname}`, ...(provider ? { provider } : {}) };
}
