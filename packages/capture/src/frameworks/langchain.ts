/**
 * How long tools of LangChain ran, as a callback handler: `model.invoke(…, { callbacks: [langchainHandler(session)] })`. The
 * messages come through `captureFetch`, given as `configuration: { fetch }`.
 */
import { recorderOf, targetOf } from '../session/recording.ts';
import type { Session } from '../session/session.ts';

/** The callbacks that are used, in LangChain's own shape. */
export interface LangchainHandler {
  readonly name: string;
  handleToolStart(tool: unknown, input: string, runId: string): void;
  handleToolEnd(output: unknown, runId: string): void;
  handleToolError(error: unknown, runId: string): void;
}

interface Running {
  readonly began: number;
  readonly callId?: string;
}

const MOST = 1000;

export function langchainHandler(session?: Session): LangchainHandler {
  const running = new Map<string, Running>();
  const end = (runId: string, callId: string | undefined, failed: boolean) => {
    const run = running.get(runId);
    running.delete(runId);
    const target = targetOf(session);
    const id = callId ?? run?.callId;
    if (!target || !run || id === undefined) return;
    const duration_ms = Math.round(performance.now() - run.began);
    target.session.guarded(() =>
      recorderOf(target.session).toolRan(id, { duration_ms, ...(failed ? { failed } : {}) }),
    );
  };
  return {
    name: 'hansard',
    handleToolStart: (_tool, input, runId) => {
      running.set(runId, { began: performance.now(), callId: callIdIn(input) });
      if (running.size > MOST) running.delete(running.keys().next().value as string);
    },
    handleToolEnd: (output, runId) => {
      const { tool_call_id: callId, status } = (output ?? {}) as { tool_call_id?: unknown; status?: unknown };
      end(runId, typeof callId === 'string' ? callId : undefined, status === 'error');
    },
    handleToolError: (_error, runId) => end(runId, undefined, true),
  };
}

/** A tool that is invoked with a whole call is told as JSON with the call's id. */
function callIdIn(input: string): string | undefined {
  try {
    const { id } = JSON.parse(input) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
