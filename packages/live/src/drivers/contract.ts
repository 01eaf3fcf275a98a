/**
 * What a driver is. A driver knows how one agent is started and spoken to. It is a reducer over the wire: `read` takes one
 * record in either direction and changes the state, which is all that is known; what is to be said is computed from the
 * state. So a daemon that was killed is replaced by reading the wire again, and whatever was not said yet is said then.
 * Drivers start nothing, write nothing and know no clock.
 */
import type { HttpSpec } from '../holder/protocol.ts';
import type { ProcessNote } from '../process-note.ts';
import type { WireRecord } from '../wire/wire-tail.ts';

// biome-ignore lint/suspicious/noExplicitAny: the state is private to each driver
export interface Driver<State extends DriverState = any> {
  /** Id of the agent, as in the list of adapters. */
  readonly agent: string;
  readonly label: string;
  /** Dialect of its wire: one of the adapter's own live dialects, or `adapter/dialect`. */
  readonly dialect: string;
  /** The program, as it is found on the path; settings may name another. Null for what comes with Hansard. */
  readonly program: string | null;
  readonly features: DriverFeatures;
  /** How flows call it, where that is not by the agent's id. */
  readonly engine?: DriverEngine;
  /** A new session has the id that we choose. */
  readonly takesSessionId?: boolean;
  /** Modes that a session can be in, beside those of permission. */
  readonly modes?: readonly NamedChoice[];
  /** Variables of the environment that the agent may need beside the usual ones; a name may end with `*`. */
  readonly environment: readonly string[];
  /** How messages begin that `read` does nothing with and of which there are many: pieces of texts. */
  readonly unheard?: readonly string[];
  /** Where one process serves many sessions. */
  readonly sharing?: Sharing;
  /** Where processes of the agent that somebody else started say what they do. */
  readonly registry?: Registry;
  launch(options: RunOptions): Launch;
  begin(options: RunOptions): State;
  read(state: State, record: WireRecord): void;
  /** What has to be said now without anybody asking: the handshake, refusals of what the driver does not know. */
  next(state: State): readonly object[];
  send(state: State, message: UserMessage): readonly object[];
  reply(state: State, request: PendingRequest, decision: Decision): readonly object[];
  /** Ends the turn: what is open is closed first where the agent would wait for it. */
  interrupt(state: State): readonly object[];
  /** What is said for it; the note of it is read as well. Undefined where it cannot be changed while the agent runs. */
  settings?(state: State, change: SettingsChange): readonly object[] | undefined;
  /** Sends into the turn that is under way. */
  steer?(state: State, message: UserMessage): readonly object[];
}

export interface DriverEngine {
  /** Steps of flows name it as `<name>-step`. */
  readonly name: string;
  /** Who answers. */
  readonly label: string;
  /** Who serves its models, as receipts have it. */
  readonly provider: string;
}

/**
 * How sessions share a process. Each has a seat, a number from 1 on, from which the numbers of its requests begin; records
 * belong to the seat that their request or their thread names.
 */
export interface Sharing {
  /** Sessions at one process; more have another. */
  readonly most: number;
  /** Sessions whose processes would be started alike share one. */
  key(options: RunOptions): string;
  /** The seat that a record is for: undefined for all of them, `NOBODY` where none has asked for it. */
  seatOf(routes: Routes, record: WireRecord): number | undefined;
  /** Of records for all: whether sessions that come later must know it. */
  isForAll(record: WireRecord): boolean;
  /** What is said when a session leaves a process that goes on, so that nothing more is told of it. */
  leave?(state: DriverState): readonly object[];
}

/** Which seat a thread of the agent and an open request of it belong to; made by reading the wire. */
export interface Routes {
  readonly threads: Record<string, number>;
  readonly requests: Record<string, number>;
}

export const NOBODY = -1;
const REQUESTS = 1_000_000;

/** What the numbers of a session's requests begin behind. */
export const firstRequest = ({ seat = 0 }: RunOptions): number => seat * REQUESTS;

/** The seat that has made a request; undefined for what was said for all. */
export const seatOfRequest = (id: unknown): number | undefined =>
  typeof id === 'number' && id >= REQUESTS ? Math.floor(id / REQUESTS) : undefined;

export interface Registry {
  /** Seen from the user's home; a file for each process. */
  readonly folder: string;
  /** Throws, or gives nothing, for what is no such file. */
  read(text: string): RunningElsewhere | undefined;
}

export interface RunningElsewhere {
  readonly process: ProcessNote;
  /** The agent's own id of the session. */
  readonly session: string;
  /** In the agent's words; undefined while it works or is idle. */
  readonly waitsFor?: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export interface Launch {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly http?: HttpSpec;
  /** The agent itself puts variables of its environment in the place of `${NAME}` in its settings. */
  readonly expands?: true;
}

/** What a process is started for. */
export interface RunOptions {
  readonly directory: string;
  /** Id that a new session gets, where the agent lets us choose. */
  readonly session: string;
  /** The session's place at a process that it shares; from 1 on. */
  readonly seat?: number;
  /** The agent's own id of the session to go on with. */
  readonly resume?: string;
  /** Goes on with a copy of it. */
  readonly fork?: boolean;
  readonly model?: string;
  readonly effort?: string;
  readonly permissionMode: PermissionMode;
  readonly agentMode?: string;
  readonly mcp?: Readonly<Record<string, McpServer>>;
  /** Files that come with Hansard, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Further arguments, from the settings alone. */
  readonly extraArgs?: readonly string[];
}

export interface McpServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** For drivers each value is a name in the form `${NAME}`: what it stands for is written nowhere. */
  readonly env?: Readonly<Record<string, string>>;
}

export const PERMISSION_MODES = ['default', 'plan', 'acceptEdits', 'bypass'] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
}

/** Everything that is known of a running agent; plain data. */
export interface DriverState {
  /** It can be spoken to. */
  ready: boolean;
  /** The agent's own id of the session. */
  nativeId?: string;
  /** A turn is under way. */
  turn: boolean;
  /** What waits for an answer: asked, and neither answered, withdrawn, nor over with its turn. */
  pending: PendingRequest[];
  /** Why the session could not begin. */
  failure?: string;
  models?: readonly NamedChoice[];
  modes?: readonly NamedChoice[];
}

export type PendingRequest = PendingPermission | PendingQuestion;

interface PendingBase {
  /** As the agent names it, and as the event in the transcript has it. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Id of the subagent that asks. */
  readonly subagent?: string;
  /** What the driver needs to answer it. */
  readonly native?: unknown;
}

export interface PendingPermission extends PendingBase {
  readonly kind: 'permission';
  readonly action: string;
  readonly asks: PermissionAsk;
  /** Wider permissions in the agent's own words: shown, and given only by their own name. */
  readonly options?: readonly NamedChoice[];
}

/** What a rule is matched with. */
export interface PermissionAsk {
  readonly kind: 'shell' | 'edit' | 'read' | 'web' | 'mcp' | 'other';
  readonly tool: string;
  readonly command?: string;
  /** All files that it is about. */
  readonly paths?: readonly string[];
}

export interface PendingQuestion extends PendingBase {
  readonly kind: 'question';
  /** All of one request: they are answered together. */
  readonly questions: readonly AskedQuestion[];
  /** Whether it is the approval of a plan. */
  readonly plan?: boolean;
}

export interface AskedQuestion {
  /** As the event in the transcript has it. */
  readonly id: string;
  readonly prompt: string;
  readonly options: readonly string[];
  readonly multiple?: boolean;
}

export type Decision =
  | { readonly kind: 'allow'; readonly option?: string }
  | { readonly kind: 'reject'; readonly message?: string }
  | { readonly kind: 'answers'; readonly answers: readonly (readonly string[])[] };

export interface UserMessage {
  /** Ours; a UUID. */
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly MessageAttachment[];
}

export interface MessageAttachment {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  /** Of images, and of what the agent takes only as data. */
  readonly base64?: string;
}

export interface SettingsChange {
  readonly model?: string;
  readonly effort?: string;
  readonly permissionMode?: PermissionMode;
  readonly agentMode?: string;
}

/** What the agent can do through this driver. The flags of `GET /v1/agents` come from here; recorded wires prove them. */
export interface DriverFeatures {
  readonly permissionModes: readonly PermissionMode[];
  readonly permissions: boolean;
  readonly questions: boolean;
  readonly plans: boolean;
  readonly images: boolean;
  readonly files: boolean;
  readonly interrupt: boolean;
  readonly steer: boolean;
  readonly model: boolean;
  readonly effort: boolean;
  readonly resume: boolean;
  readonly fork: boolean;
  readonly mcp: boolean;
  readonly subagents: boolean;
  readonly deltas: boolean;
  readonly reasoning: boolean;
}

/** Of an agent that can do nothing: drivers say what theirs can. */
export const NO_FEATURES: DriverFeatures = {
  permissionModes: ['default'],
  permissions: false,
  questions: false,
  plans: false,
  images: false,
  files: false,
  interrupt: false,
  steer: false,
  model: false,
  effort: false,
  resume: false,
  fork: false,
  mcp: false,
  subagents: false,
  deltas: false,
  reasoning: false,
};
