/** Agents that this process runs itself. */
import type { Actor, LiveControl } from '@hansard/core/store/live.ts';
import type { Store } from '@hansard/core/store/store.ts';
import type { StepAgents } from './step-agents.ts';

export function localAgents(live: LiveControl, store: Store, actor: Actor): StepAgents {
  return {
    store,
    create: (id, session) => live.create(id, session, actor),
    find: async (id) => live.find(id),
    send: async (id, message) => void (await live.send(id, { message }, actor)),
    pending: () => live.pending(),
    refuse: ({ sessionId, requestId, kind }) =>
      kind === 'permission'
        ? live.replyPermission(sessionId, requestId, { reply: 'reject', message: REFUSAL }, actor)
        : live.rejectQuestion(sessionId, requestId, actor),
    terminate: (id) => live.terminate(id, actor),
  };
}

/** What an agent is told where nobody is there to be asked. */
export const REFUSAL = 'Nobody is there to answer: the flow runs by itself.';
