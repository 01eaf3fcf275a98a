/** One session's share of one input, as read: what assembly works on. */
import type { Adapter, Dialect, EventDraft, ProblemDraft, SessionFacts } from '../adapters/contract.ts';
import type { Attachment, Transcript } from '../transcript.ts';

export interface InputRead {
  readonly adapter: Adapter;
  readonly dialect: Dialect;
  /** Fingerprint of the input's first record. */
  readonly key: string;
  readonly path?: string;
  readonly bytes?: number;
  readonly records: number;
  readonly modifiedAt?: string;
  readonly facts: SessionFacts;
  readonly events: readonly EventDraft[];
  readonly problems: readonly ProblemDraft[];
  readonly attachments: Readonly<Record<string, Attachment>>;
  /** It was brought from elsewhere: what this machine recorded itself comes first. */
  readonly elsewhere?: boolean;
  /** The document itself, where the input holds transcripts already. */
  readonly transcript?: Transcript;
}
