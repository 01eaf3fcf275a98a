/** Names of models as `provider/model`. Agents mostly write the model alone; the maker is known by how it begins. */
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

/** A name that says its provider, or whose maker is not known, stays as it is. */
export function qualified(model: string): string {
  if (model.includes('/')) return model;
  const maker = MAKERS.find(([beginning]) => beginning.test(model.toLowerCase()))?.[1];
  return maker ? `${maker}/${model}` : model;
}

/** The model alone, where writing it would put the same provider before it again. */
export function unqualified(name: string): string {
  const model = name.slice(name.indexOf('/') + 1);
  return qualified(model) === name ? model : name;
}

/** Providers whose input numbers leave out what was read from or written to a cache. */
export const countsCacheApart = (name: string | undefined): boolean => /^anthropic\//.test(name ?? '');
