/** Whatever finds things in a text as it is written: rules, or values that are already known. */
import type { Finding } from './finding.ts';

export interface Finder {
  /** Adds what it finds to `found`, in any order; findings may overlap. */
  run(text: string, found: Finding[]): void;
}
