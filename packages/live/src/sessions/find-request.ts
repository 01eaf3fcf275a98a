/** The request that an answer is for, and what is said when there is none any more. */
import { Failure } from '@hansard/core';
import type { PendingRequest } from '../drivers/contract.ts';
import type { Decided, SessionRecord } from './session-record.ts';

/** By its own id, or by that of one of its questions. */
export function findRequest(
  pending: readonly PendingRequest[],
  id: string,
  kind: PendingRequest['kind'],
): PendingRequest | undefined {
  return pending.find(
    (one) =>
      one.kind === kind &&
      (one.id === id || (one.kind === 'question' && one.questions.some((asked) => asked.id === id))),
  );
}

export function decidedBefore(record: SessionRecord, session: string, id: string, underWay?: Decided): Failure {
  const known = record.decided.get(id);
  if (underWay !== undefined) return alreadyAnswered(id, underWay);
  if (!known) return new Failure('unknown-request', `Nothing with the id "${id}" waits in the session "${session}".`);
  return alreadyAnswered(id, known);
}

function alreadyAnswered(id: string, { what, by, via, at }: Decided): Failure {
  const when = new Date(at).toISOString();
  const message = `"${id}" was answered: ${what} by ${by} via ${via}, ${when}.`;
  return new Failure('already-answered', message, { facts: { what, by, via, at: when } });
}
