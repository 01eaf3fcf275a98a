/**
 * How long tools of the AI SDK ran, from its diagnostics channel. The messages come through `captureFetch`; this adds what no
 * request says. For Node; the SDK publishes nothing elsewhere.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import { recorderOf, targetOf } from '../session/recording.ts';
import type { Session } from '../session/session.ts';

/** Seen in ai 7.0. */
const CHANNEL = 'ai:telemetry';

interface ToolMessage {
  readonly type?: string;
  readonly result?: {
    readonly toolExecutionMs?: number;
    readonly output?: { readonly type?: string; readonly toolCallId?: string };
  };
}

/** Without a session: the one that the code runs in. Returns a function that ends it. */
export function captureAiSdk(session?: Session): () => void {
  const asyncEnd = (message: unknown) => {
    const target = targetOf(session);
    target?.session.guarded(() => {
      const { type, result } = message as ToolMessage;
      const callId = result?.output?.toolCallId;
      if (type !== 'executeTool' || typeof callId !== 'string') return;
      const failed = result?.output?.type === 'tool-error';
      const spent = result?.toolExecutionMs;
      const duration = typeof spent === 'number' ? { duration_ms: Math.round(spent) } : {};
      recorderOf(target.session).toolRan(callId, { ...duration, ...(failed ? { failed } : {}) });
    });
  };
  const nothing = () => {};
  const channel = tracingChannel(CHANNEL);
  const subscribers = { start: nothing, end: nothing, asyncStart: nothing, asyncEnd, error: nothing };
  channel.subscribe(subscribers);
  return () => channel.unsubscribe(subscribers);
}
