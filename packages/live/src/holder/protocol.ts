/**
 * What passes between a holder and those who drive its agent: lines of JSON over a socket that only the user can open.
 * The holder knows no agent. It does what it is told, writes it down first, and tells how long the wire is.
 */
import type { ProcessNote } from '../process-note.ts';

/** Given to a holder when it is started. Secrets are in `env` and `secrets` alone, which are written nowhere. */
export interface HolderSpec {
  readonly run: string;
  /** Folder of the run: `wire.jsonl` and `state.json` are in it. */
  readonly folder: string;
  readonly socket: string;
  /** First line of the wire. */
  readonly header: object;
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  /** What names in lines that may be expanded stand for. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Where the agent is a server that is talked to over HTTP. */
  readonly http?: HttpSpec;
}

export interface HttpSpec {
  /** Variable that the server takes its password from. */
  readonly passwordVariable: string;
  readonly user: string;
  /** Answers when the server is ready. */
  readonly health: string;
  /** Path of the stream of server-sent events. */
  readonly events: string;
}

/** Left in the folder as long as the holder runs. */
export interface HolderState {
  readonly run: string;
  readonly holder: ProcessNote;
  readonly agent: ProcessNote;
  readonly socket: string;
}

export interface OutLine {
  readonly dir: 'in' | 'note';
  readonly msg: unknown;
  /** Names of secrets in it are replaced on the way to the agent. The wire has the names. */
  readonly expands?: true;
}

export interface StopTimes {
  /** How long the agent may take after the end of its input, and after being asked to end. */
  readonly endMs: number;
  readonly termMs: number;
  /** The process is ended because nothing is to do: the session goes on later. */
  readonly paused?: boolean;
  /** Why, for the record. */
  readonly reason?: string;
}

/** To the holder. */
export type Order =
  | { readonly lines: readonly OutLine[] }
  | { readonly secrets: Readonly<Record<string, string>> }
  | { readonly stop: StopTimes }
  | { readonly signal: NodeJS.Signals };

/** From the holder: the length of the wire, and that the agent has ended and everything is in it. */
export interface Report {
  readonly bytes: number;
  readonly ended?: true;
}
