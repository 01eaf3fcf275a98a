/**
 * What a writer is given: a transcript that went through the gate, or one that is said to stay on this machine. Whoever
 * writes must say which, so that no transcript gets past the gate by mistake.
 */

import type { Gate, Profile, Redacted } from '../privacy/index.ts';
import type { Transcript } from '../transcript.ts';

export type Outgoing =
  | { readonly kind: 'redacted'; readonly transcript: Redacted<Transcript> }
  | { readonly kind: 'local'; readonly transcript: Transcript };

/** A profile for local files takes nothing out, and has no gate. */
export type Way = { readonly profile: Profile; readonly gate: Gate | undefined };

export function letThrough({ gate }: Way, transcript: Transcript): Outgoing {
  if (!gate) return { kind: 'local', transcript };
  return { kind: 'redacted', transcript: gate.redactTranscript(transcript) };
}
