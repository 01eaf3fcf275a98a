/** What `is:` says of a session: whether it is starred, whether the agent has removed it, and whether a stub has answered. */

import type { State } from '@hansard/core/query/query.ts';
import { STEPS_OF_SESSION } from '../sessions/session-steps.ts';
import { type Condition, condition } from './condition.ts';

const CONDITIONS = {
  starred: condition('EXISTS (SELECT 1 FROM known_session k WHERE k.key = session.key AND k.starred IS NOT NULL)'),
  missing: condition(
    `EXISTS (SELECT 1 FROM thread h JOIN input i ON i.id = h.input_id
       WHERE h.session_id = session.id AND h.subagent = 0 AND i.missing_since IS NOT NULL)`,
  ),
  stub: condition(`EXISTS (SELECT 1 FROM ${STEPS_OF_SESSION} WHERE p.stub = 1)`),
};
export type SessionState = keyof typeof CONDITIONS;

export const isSessionState = (state: State): state is SessionState => state in CONDITIONS;

export const sessionState = (state: SessionState): Condition => CONDITIONS[state];
