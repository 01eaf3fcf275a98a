/** Sessions of the store with what is known of those that are run here, under the original daemon's names. */
import type { LiveSession } from '@hansard/core/api/live.ts';
import type { SessionSummary } from '@hansard/core/api/session.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';

/** What was chosen for a session may say too much for a profile: it is told to the user of this machine. */
export function withRuns<S extends SessionSummary>({ live }: App, { profile }: Content, sessions: readonly S[]): S[] {
  if (!live || profile !== null) return [...sessions];
  const runs = new Map(live.list().map((run) => [run.id, run]));
  return sessions.map((session) => withRun(session, runs.get(session.id)));
}

function withRun<S extends SessionSummary>(session: S, run: LiveSession | undefined): S {
  if (!run) return session;
  const { sessionId, agentMode, permissionMode, model, variant, nativeSessionId, ended, createdAt, directory } = run;
  const updatedAt = session.endedAt === null ? createdAt : Date.parse(session.endedAt);
  const chosen = { sessionId, agentMode, permissionMode, model, variant, nativeSessionId, ended, directory };
  return { ...session, ...chosen, eventCount: session.events, createdAt, updatedAt };
}
