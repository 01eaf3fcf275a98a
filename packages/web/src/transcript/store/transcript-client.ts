/** What a transcript is read from: the server, or the file that holds it. What only a server has is optional. */
import type { HansardClient } from '@hansard/client';

type Always = 'transcriptEvents' | 'event' | 'map' | 'session' | 'find' | 'outline' | 'attachmentUrl';

export interface TranscriptClient extends Pick<HansardClient, Always> {
  /** What is added to a session; a file does not grow. */
  readonly streamTranscript?: HansardClient['streamTranscript'];
  /** Notes of the reader; in a file nobody keeps them. */
  readonly addNote?: HansardClient['addNote'];
  readonly removeNote?: HansardClient['removeNote'];
  /** The records that the agent wrote are there, too. */
  readonly hasRaw: boolean;
}

export const servedTranscripts = (client: HansardClient): TranscriptClient => ({ ...client, hasRaw: true });
