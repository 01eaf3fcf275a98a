/**
 * What may be written to where, as types: a transcript that went through the gate may go anywhere, any other only into
 * a file on this machine. Writers take nothing else, so the compiler refuses a way around the gate.
 */
import type { Transcript } from '@hansard/core';
import type { Gate, Profile, Redacted } from '@hansard/core/privacy/index.ts';

export type Outgoing =
  | { readonly kind: 'redacted'; readonly transcript: Redacted<Transcript> }
  | { readonly kind: 'local'; readonly transcript: Transcript };

/** A profile for local files takes nothing out, and has no gate. */
export type Way = { readonly profile: Profile; readonly gate: Gate | undefined };

export function letThrough({ gate }: Way, transcript: Transcript): Outgoing {
  if (!gate) return { kind: 'local', transcript };
  return { kind: 'redacted', transcript: gate.redactTranscript(transcript) };
}
