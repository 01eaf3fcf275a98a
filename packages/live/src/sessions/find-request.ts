/** The request that an answer is for, and what is said when there is none any more. */
import { Failure } from '@hansard/core';
import type { PendingRequest } from '../drivers/contract.ts';
import type { SessionRecord } from './session-record.ts';

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

export function decidedBefore(record: SessionRecord, session: string, id: string, underWay?: string): Failure {
  const known = record.decided.get(id);
  if (underWay !== undefined) return new Failure('already-answered', `"${id}" was answered: ${underWay}.`);
  if (!known) return new Failure('unknown-request', `Nothing with the id "${id}" waits in the session "${session}".`);
  const when = new Date(known.at).toISOString();
  return new Failure(
    'already-answered',
    `"${id}" was answered: ${known.what} by ${known.by} via ${known.via}, ${when}.`,
  );
}
