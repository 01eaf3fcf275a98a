/** Names of models as `provider/model`. Many agents write the model alone; the maker is known by how it begins. */
const MAKERS: readonly (readonly [RegExp, string])[] = [
  [/^claude/, 'anthropic'],
  [/^(gpt|o\d|codex|chatgpt)/, 'openai'],
  [/^(gemini|gemma)/, 'google'],
  [/^grok/, 'xai'],
  [/^(mistral|codestral|devstral|magistral)/, 'mistral'],
  [/^deepseek/, 'deepseek'],
  [/^(qwen|qwq)/, 'qwen'],
  [/^(kimi|moonshot)/, 'moonshotai'],
  [/^glm/, 'zhipu'],
  [/^llama/, 'meta'],
];

/** With the provider that the log names, else the model's maker. A name that says it already stays as it is. */
export function qualified(model: string, provider?: string): string {
  if (provider) return model.startsWith(`${provider}/`) ? model : `${provider}/${model}`;
  if (model.includes('/')) return model;
  const maker = MAKERS.find(([beginning]) => beginning.test(model.toLowerCase()))?.[1];
  return maker ? `${maker}/${model}` : model;
}

/** Provider and model of a name; a name without a provider is the model. */
export function unqualified(name: string): { model: string; provider?: string } {
  const at = name.indexOf('/');
  if (at <= 0 || at === name.length - 1) return { model: name };
  return { model: name.slice(at + 1), provider: name.slice(0, at) };
}

/** Providers whose input numbers leave out what was read from or written to a cache. */
export const countsCacheApart = (name: string | undefined): boolean => /^anthropic\//.test(name ?? '');
