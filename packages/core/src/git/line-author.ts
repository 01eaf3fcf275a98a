/** Who wrote a line, how sure that is, and why. */
import type { LineHash } from './line-hash.ts';
import type { HashedHunk } from './written-codec.ts';
import type { WrittenKind } from './written-lines.ts';

/** Of the seed: how strongly a session is tied to what is in history. */
export const TIERS = ['tool_emitted', 'tool_emitted_with_divergence', 'overlapping', 'orphan'] as const;
export type Tier = (typeof TIERS)[number];
export type Confidence = 'high' | 'medium' | 'low';
export type AuthorKind = 'agent' | 'human' | 'uncertain';

/** What an edit of a session put into one file. */
export interface Edit {
  /** Number of the session, and of the event. */
  readonly session: number;
  readonly event: number;
  /** Milliseconds since 1970; null when it was not recorded. */
  readonly time: number | null;
  /** In the repository, with forward slashes. */
  readonly path: string;
  readonly kind: WrittenKind;
  readonly hunks: readonly HashedHunk[];
}

/** One line of a file, and the commit that brought it in. */
export interface FileLine {
  readonly text: string;
  readonly commit: string;
}

export interface CommitTime {
  /** The committer's time in milliseconds; the author's is kept by amending and excludes nothing. */
  readonly time: number;
}

/** Why it is so; `hansard why` says it in words. */
export type Evidence =
  | 'whole'
  | 'inserted'
  | 'exact'
  | 'indented'
  | 'moved'
  | 'neighbours'
  | 'formatted'
  | 'substituted'
  | 'changed'
  | 'elsewhere'
  | 'stale'
  | 'common'
  | 'same-file'
  | 'noted'
  | 'unplaced'
  | 'none';

export interface LineAuthor {
  readonly author: AuthorKind;
  readonly tier: Tier;
  readonly confidence: Confidence;
  readonly evidence: Evidence;
  /** The edit that it comes from, or may come from. */
  readonly edit?: Edit | undefined;
  /** What a note says, where no session of the archive wrote the line. */
  readonly noted?:
    | { readonly agent: string; readonly model: string | null; readonly session: string | null }
    | undefined;
}

/** A written line by its place. */
export interface Position {
  readonly edit: Edit;
  readonly hunk: HashedHunk;
  /** Index in the hunk. */
  readonly at: number;
}

export const sameLine = (one: LineHash | undefined, other: LineHash | undefined): boolean =>
  one !== undefined && other !== undefined && one.loose === other.loose && one.exact === other.exact;

/** Whether an edit may have brought in what a commit has: git keeps whole seconds. */
export const isBefore = (edit: Edit, commit: CommitTime | undefined): boolean =>
  edit.time === null || commit === undefined || edit.time <= commit.time + 999;
