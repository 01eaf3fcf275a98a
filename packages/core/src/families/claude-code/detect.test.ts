import { describe, expect, it } from 'vitest';
import { headOf } from '../../reading/head.ts';
import { messagesIn } from '../../reading/wire/wired.ts';
import { isFlatLog, isLog, isStream, isWire } from './detect.ts';

const head = (...records: object[]) =>
  headOf(new TextEncoder().encode(records.map((record) => JSON.stringify(record)).join('\n')));

const session = '11111111-2222-4333-8444-555555555555';

describe('the session log', () => {
  it.each([
    ['queue operations', { type: 'queue-operation', operation: 'enqueue', sessionId: session }],
    ['file history', { type: 'file-history-snapshot', messageId: 'm', snapshot: {}, isSnapshotUpdate: false }],
    ['summaries', { type: 'summary', summary: 's', leafUuid: 'u' }],
    ['modes', { type: 'mode', mode: 'normal', sessionId: session }],
    ['model requests', { type: 'api-request-shape', sessionId: session, shapeHash: 'h', shape: {} }],
  ])('is recognised when it begins with nothing but %s', (_what, record) => {
    expect(isLog(head(...Array.from({ length: 60 }, () => record)))).toBeGreaterThan(0.5);
  });

  it('is recognised by a message that was cut from its session', () => {
    expect(
      isLog(head({ type: 'user', timestamp: '2024-01-01T10:00:00Z', message: { content: 'hi' } })),
    ).toBeGreaterThan(0);
  });

  it('is not any line that has a type', () => {
    expect(isLog(head({ type: 'message', id: '1' }, { type: 'summary', text: 'x' }))).toBe(0);
    expect(isLog(head({ type: 'result', subtype: 'success' }))).toBe(0);
  });
});

describe('imitations', () => {
  const placed = { uuid: 'u', parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00Z' };

  it('with Gemini’s parts are not Claude Code’s', () => {
    expect(isLog(head({ ...placed, type: 'user', message: { role: 'user', parts: [{ text: 'hi' }] } }))).toBe(0);
  });

  it('with response ids of their own are not Claude Code’s', () => {
    const message = { id: 'response-1', role: 'assistant', content: [] };
    expect(isLog(head({ ...placed, type: 'assistant', isSidechain: false, message }))).toBe(0);
  });

  it('of the stream are not Claude Code’s', () => {
    const init = { type: 'system', subtype: 'init', session_id: session, cwd: '/', tools: [] };
    expect(isStream(head(init))).toBe(0);
    expect(isStream(head({ ...init, session_id: 'T-1', claude_code_version: '2' }))).toBe(0);
    expect(isStream(head({ ...init, claude_code_version: '2.1.325', uuid: 'u' }))).toBeGreaterThan(0.5);
  });
});

describe('the dialects', () => {
  it('do not claim each other’s files', () => {
    const line = {
      type: 'user',
      uuid: 'u',
      parentUuid: null,
      sessionId: session,
      promptId: 'p',
      message: { content: 'x' },
    };
    const flat = { type: 'user', content: 'x', timestamp: '2026-01-01T00:00:00Z', session_id: 's' };
    const wire = {
      t: 1,
      dir: 'in',
      msg: { type: 'control_request', request_id: 'r', request: { subtype: 'initialize' } },
    };
    const judges = [isLog, isFlatLog, isStream, isWire];
    const claims = (record: object) => judges.map((judge) => judge(messagesIn(head(record))) > 0);
    expect(claims(line)).toEqual([true, false, false, false]);
    expect(claims(flat)).toEqual([false, true, false, false]);
    expect(claims(wire)).toEqual([false, false, false, true]);
  });
});
