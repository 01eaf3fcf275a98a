/** What takes the pieces that an input is read in: the archive itself, or a worker that hands them on. */
import type { Host, MaybePromise, SessionFacts } from '@hansard/core';
import type { Originals } from '../sqlite/originals/originals.ts';
import type { Committer } from './commit.ts';
import type { InputChange } from './input-change.ts';

export interface Intake {
  readonly host: Host;
  /** What is stored of inputs; where none is, only inputs that are new can be read. */
  readonly stored?: { readonly originals: Originals; readonly committer: Committer };
  /** Smaller blocks and units, for tests. */
  readonly blockBytes?: number;
  readonly unitBytes?: number;
  /** Throws `Excluded` when a session with these facts is not to be kept. */
  admit(agent: string, facts: SessionFacts | undefined): MaybePromise<void>;
  /** `bytes`: of the input. Whoever reads faster than can be written waits here. */
  push(change: InputChange, bytes: number): MaybePromise<void>;
}
