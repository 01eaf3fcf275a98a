/** What counts as a prompt, and what as an error. */
import { expect, it } from 'vitest';
import { isError, isPrompt } from './event-kinds.ts';

it('takes for a prompt what people asked the session’s own agent', () => {
  expect(isPrompt({ type: 'user_message' })).toBe(true);
  expect(isPrompt({ type: 'user_message', audience: 'user', source: 'primary' })).toBe(true);
  expect(isPrompt({ type: 'user_message', audience: 'model' })).toBe(false);
  expect(isPrompt({ type: 'user_message', withdrawn: true })).toBe(false);
  expect(isPrompt({ type: 'user_message', source: 'subagent:a' })).toBe(false);
  expect(isPrompt({ type: 'assistant_message' })).toBe(false);
});

it('counts a failure once, where its result is', () => {
  expect(isError({ type: 'error' })).toBe(true);
  for (const status of ['error', 'denied', 'timeout', 'interrupted']) {
    expect(isError({ type: 'tool_result', tool: { status } })).toBe(true);
    expect(isError({ type: 'tool_call', tool: { status } })).toBe(false);
  }
  expect(isError({ type: 'tool_result', tool: { status: 'ok' } })).toBe(false);
});
