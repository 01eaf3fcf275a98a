/** Messages as lines to the agent. */
import type { OutLine } from '../holder/protocol.ts';

export const toAgent = (messages: readonly object[]): OutLine[] => messages.map((msg) => ({ dir: 'in', msg }));

/** Of a handshake, which alone may hold names that stand for secrets. */
export const toBegin = (messages: readonly object[]): OutLine[] =>
  messages.map((msg) => ({ dir: 'in', msg, expands: true }));
