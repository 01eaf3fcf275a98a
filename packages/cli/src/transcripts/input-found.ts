/** What a target turned out to hold: native sessions, or transcripts that were written before. */
import type { InputRead, Transcript } from '@hansard/core';

export type InputFound = { reads: InputRead[] } | { transcripts: Transcript[] };
