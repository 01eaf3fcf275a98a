/** A session tied to a commit, with what shows it. */
import type { Confidence, Tier } from './line-author.ts';

export interface GitLink {
  readonly vcs: 'git' | 'jj';
  /** Full id of the commit, or the change's id. */
  readonly revision: string;
  readonly tier: Tier;
  /** Folder of the repository's objects on this machine. */
  readonly repository: string;
  /** Canonical address, without credentials. */
  readonly url: string | null;
  readonly branch: string | null;
  /** The committer's time, milliseconds since 1970. */
  readonly committed: number;
  /** When it was found, or found to have changed; RFC 3339. */
  readonly found: string;
  readonly summary: string;
  /** Lines of the commit that the session wrote. */
  readonly lines: number;
  /** How many of them are there still; null when nobody looked. */
  readonly alive: number | null;
  /** Whether a branch or a tag leads to the commit. */
  readonly reachable: boolean;
  /** In words. */
  readonly evidence: string;
  readonly files: readonly LinkedFile[];
}

export interface LinkedFile {
  readonly path: string;
  readonly ranges: readonly LinkedRange[];
}

/** Lines of the file as the commit has it, from 1, both ends within. */
export interface LinkedRange {
  readonly start: number;
  readonly end: number;
  /** `murmur3:…` of the text. */
  readonly hash: string;
  readonly confidence: Confidence;
  /** Key of the event that wrote it. */
  readonly event: string;
  /** Changed by somebody after the agent. */
  readonly mixed?: boolean;
}
