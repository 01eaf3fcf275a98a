/** A session as one document, from a store. */
import { Failure } from '../failure.ts';
import type { OpenOptions, SessionDocument, StoreEvents } from '../store/events.ts';
import type { SessionId } from '../store/sessions.ts';
import type { Transcript } from '../transcript.ts';

/** All of it, held in memory. Fails when the session is not there. */
export async function sessionTranscript(
  events: Pick<StoreEvents, 'open'>,
  session: SessionId,
  options: OpenOptions,
): Promise<Transcript> {
  const document = await openSession(events, session, options);
  try {
    return { ...document.header, events: [...document.events()] };
  } finally {
    document.close();
  }
}

export async function openSession(
  events: Pick<StoreEvents, 'open'>,
  session: SessionId,
  options: OpenOptions,
): Promise<SessionDocument> {
  const document = await events.open(session, options);
  if (document) return document;
  throw new Failure('not-archived', 'The session is no longer there.');
}

/** A transcript that is held, as the document of a session. */
export function heldDocument({ events, ...header }: Transcript): SessionDocument {
  return { header, events: () => events, isLong: false, close() {} };
}
