/** Why a hub does not take something, as problem details. Details name rules, events and fields, and never a value. */
import { type ProblemDetails, problemType } from '@hansard/core/api/problem.ts';

export const HUB_PROBLEMS = {
  'bad-document': {
    status: 400,
    title: 'The document is no transcript',
    action: 'Mend what `problems` names; the format is in schema/transcript.schema.json.',
  },
  'bad-manifest': {
    status: 400,
    title: 'The manifest is not as documented',
    action: 'Send {head, segments}: the transcript without its events, and the hashes of its segments in order.',
  },
  'hash-mismatch': {
    status: 400,
    title: 'The bytes are not what the address names',
    action: 'Send the segment again.',
  },
  'other-count': {
    status: 400,
    title: 'The head does not agree with the events',
    action: 'Make head and segments from the same document.',
  },
  'not-for-this-key': {
    status: 403,
    title: 'The key may not do this',
    action: 'Use a key of the role, or for the project, that it needs.',
  },
  'older-generation': {
    status: 409,
    title: 'This generation, or a later one, is there already with other content',
    action: 'Send it with a higher session.generation.',
  },
  'not-yours': {
    status: 409,
    title: 'The transcript was brought by another key',
    action: 'Use the key that it was first sent with.',
  },
  retracted: { status: 409, title: 'The transcript was taken back', action: 'It does not come back under this id.' },
  'segments-missing': {
    status: 409,
    title: 'Segments that the manifest names are not there',
    action: 'Send those in `missing` to PUT /v1/segments/{hash}, then the manifest again.',
  },
  held: { status: 409, title: 'The project is under a legal hold', action: 'Ask an admin.' },
  'not-shared': {
    status: 403,
    title: 'The project does not allow this share link',
    action: 'Make one for fewer days, or ask an admin.',
  },
  'document-too-large': {
    status: 413,
    title: 'The document is too large to be sent whole',
    action: 'Send it in segments: POST /v1/uploads says which are missing.',
  },
  'secrets-found': {
    status: 422,
    title: 'The document holds secrets',
    action: 'Redact what `findings` names: `hansard push` does, with a current version of its rules.',
  },
  'receipt-wrong': {
    status: 422,
    title: 'The privacy receipt does not agree with the document',
    action: 'Send a document as the privacy gate wrote it, with its redactions.',
  },
  'profile-not-taken': {
    status: 422,
    title: 'The project does not take this privacy profile',
    action: 'Push with another --profile.',
  },
  'quota-used-up': { status: 429, title: 'The key has brought as much as it may', action: 'Wait, or ask an admin.' },
} as const;

export type HubProblem = keyof typeof HUB_PROBLEMS;

/** Thrown by whatever does not take something; answered as a problem with more members. */
export class NotTaken extends Error {
  readonly code: HubProblem;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(code: HubProblem, detail: string, more: Readonly<Record<string, unknown>> = {}) {
    super(detail);
    this.code = code;
    this.more = more;
  }

  problem(): ProblemDetails & Record<string, unknown> {
    const { status, title, action } = HUB_PROBLEMS[this.code];
    const { code } = this;
    return { type: problemType(code), title, status, detail: this.message, code, action, ...this.more };
  }
}
