/** Marks what privacy has taken out: each says what it was (`[REDACTED:email]`), and can be told from what was written. */
import { useEffect } from 'react';
import { markRows } from './mark-rows.ts';

const REDACTED = /\[REDACTED:[^\]\n]{1,80}\]/g;

export function useMarkRedacted(): void {
  useEffect(() => markRows(REDACTED, { name: 'redacted', priority: 0 })?.stop, []);
}
