/**
 * An event of the stream before it is written: what it tells, and about which event of the transcript. Telling and
 * writing are apart so that what was told once can be written again later from an event that has changed since.
 */
import type { UniversalType } from './event.ts';

/** `Ref` names an event of the transcript: the event itself, or its number where events are kept elsewhere. */
export interface Telling<Ref> {
  readonly type: UniversalType;
  /** None for what is the stream's own. */
  readonly about?: Ref;
  /** The first that is told about an event: its raw form goes with it. */
  readonly first?: true;
  /** Where it is none of the event's own times. */
  readonly time?: string;
  /** Of a turn: its id. */
  readonly turn?: string;
  /** Of an item: the one it belongs to. */
  readonly parent?: string;
  /** Of an item that starts: a call whose result is to come. */
  readonly runs?: true;
  /** Of a delta: which it is, and how many there are. */
  readonly piece?: number;
  readonly pieces?: number;
  /** Of a call: what closes it is not its own. */
  readonly closes?: 'completed' | 'failed';
  /** Of an answer: what it answers, when that is another event. */
  readonly asked?: Ref;
  /** Of an answer: nobody gave one. */
  readonly refused?: true;
  /** Of the session's end: the last failure, and whether something had to be closed. */
  readonly failure?: Ref;
  readonly unfinished?: true;
  /** Of a call that carries what came back: told is that, as an item with an id of this number. */
  readonly own?: number;
}
