/** A session as the API shows it. */
import type { LiveSession as LiveSessionView } from '@hansard/core/api/live.ts';
import type { LiveSession } from './live-session.ts';

export function viewOf(session: LiveSession, stored: string | undefined): LiveSessionView {
  const { agent, agentMode, permissionMode, model, effort, directory, title } = session.current;
  return {
    sessionId: session.id,
    id: stored ?? null,
    agent,
    agentMode: agentMode ?? 'default',
    permissionMode,
    model: model ?? null,
    variant: effort ?? null,
    nativeSessionId: session.nativeId ?? null,
    directory,
    title: title ?? null,
    status: session.status,
    ended: session.isEnded,
    process: session.hasProcess,
    createdAt: session.createdAt,
    queue: session.record.queue.map(({ id, text }) => ({ id, text })),
    pending: session.state.pending.length,
    decided: session.record.lastDecided(),
  };
}
