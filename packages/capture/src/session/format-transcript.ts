/** Entries as people read them: time, role or tool, and the words below. */
import { formatTranscript as format } from '@hansard/core/formats/entries/format-transcript.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

export interface FormatOptions {
  /** IANA name of the time zone of the clock times; UTC by default. */
  readonly timezone?: string;
}

export function formatTranscript(entries: Iterable<TranscriptEntry>, options: FormatOptions = {}): string {
  return format(entries as Iterable<never>, options);
}
