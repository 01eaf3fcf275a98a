/** What removing secrets works with. */
import type { Adapter, Host } from '@hansard/core';

export interface ScrubOptions {
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  /** RFC 3339. */
  readonly now: string;
  readonly progress?: (progress: ScrubProgress) => void;
}

export interface ScrubProgress {
  readonly inputs: number;
  readonly totalInputs: number;
}
