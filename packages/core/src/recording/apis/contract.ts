/** What an API of models is to the record: how its requests and answers are read. */
import type { Json } from '../../reading/native-values.ts';
import type { Joins } from '../event-run.ts';
import type { Answer, ModelRequest } from '../item.ts';

export interface ModelApi {
  readonly id: string;
  /** By the path of the address alone: gateways serve the same paths elsewhere. */
  matches(path: string): boolean;
  request(body: Json, path: string): ModelRequest;
  /** A reader for one answer. */
  answer(): AnswerReader;
}

/** Takes an answer as it comes: whole, or event by event. Never throws, whatever comes. */
export interface AnswerReader {
  /** The body of an answer that is not streamed. */
  whole(body: unknown): void;
  /** One event of a stream. */
  event(data: Json): void;
  /** Says of which events several may be told as one. */
  readonly joins?: Joins;
  /** The stream's own mark of its end, where it is no event (`[DONE]`). */
  done(): void;
  /** Nothing more will come: the protocol's own last event is there. */
  readonly ended: boolean;
  /** What there is so far. */
  answer(): Answer;
}

/** Told of each piece of text as it comes. */
export type OnDelta = (text: string) => void;
