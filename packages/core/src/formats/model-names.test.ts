import { describe, expect, it } from 'vitest';
import { qualified, unqualified } from './model-names.ts';

describe('a model is named with', () => {
  it.each([
    ['the provider that the log names', 'scripted-1', 'scripted', 'scripted/scripted-1'],
    ['a proxy before a maker', 'anthropic/claude-sonnet-4', 'openrouter', 'openrouter/anthropic/claude-sonnet-4'],
    ['the provider once', 'openai/gpt-5', 'openai', 'openai/gpt-5'],
    ['its maker, when no provider is known', 'claude-sonnet-4', undefined, 'anthropic/claude-sonnet-4'],
    ['what it says itself', 'meta/llama', undefined, 'meta/llama'],
    ['nothing, when nobody knows', 'scripted-1', undefined, 'scripted-1'],
  ])('%s', (_what, model, provider, name) => {
    expect(qualified(model, provider)).toBe(name);
    const again = unqualified(name);
    expect(qualified(again.model, again.provider)).toBe(name);
  });

  it('and read back with provider and model apart', () => {
    expect(unqualified('openrouter/anthropic/claude')).toEqual({ provider: 'openrouter', model: 'anthropic/claude' });
    expect(unqualified('scripted-1')).toEqual({ model: 'scripted-1' });
    expect(unqualified('/odd')).toEqual({ model: '/odd' });
  });
});
