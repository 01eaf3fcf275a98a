/** What waits for a person, as the API tells it. */
import type { PendingItem } from '@hansard/core/api/live.ts';
import type { PendingRequest } from '../drivers/contract.ts';
import type { LiveSession } from './live-session.ts';

export function pendingItems(session: LiveSession, stored: string | undefined): PendingItem[] {
  const { id: sessionId, options } = session;
  return session.unruled.map((request) => ({
    sessionId,
    id: stored ?? null,
    agent: options.agent,
    kind: request.kind,
    requestId: request.id,
    ...detailsOf(request),
    ...(request.subagent === undefined ? {} : { subagent: request.subagent }),
    since: new Date(request.at).toISOString(),
    answerable: true,
  }));
}

function detailsOf(request: PendingRequest): Partial<PendingItem> {
  if (request.kind === 'permission') {
    const { action, asks, options } = request;
    const { tool, command, paths = [] } = asks;
    return {
      action,
      tool,
      ...(command === undefined ? {} : { command }),
      ...(paths.length > 0 ? { path: paths.join(', ') } : {}),
      ...(options ? { options: options.map(({ id, name }) => ({ id, name })) } : {}),
    };
  }
  const questions = request.questions.map(({ id, prompt, options, multiple }) => ({
    id,
    prompt,
    options: [...options],
    multiple: multiple === true,
  }));
  return { questions, ...(request.plan ? { plan: true } : {}) };
}
