/**
 * What an adapter is. An adapter knows one agent: where it keeps its sessions, how to recognise them by
 * content, and how to turn each native record into transcript events. It does not render, watch or store.
 * Reading is a reducer, `read(state, record, out)`, whatever the input is: a log gives its lines, a document
 * its parts, a store its rows. State is plain JSON of at most 64 KiB, so reading can stop and go on anywhere.
 */
import type { Host, StoreDatabase } from '../host.ts';
import type { AgentNode, Environment, Event, Git, Lineage, Native, ToolKind, Transcript } from '../transcript.ts';

/**
 * What an adapter was made from, the best first: sessions recorded with the agent itself, files that others published, the
 * agent's own source, or nothing but what other readers of its files say.
 */
export const EVIDENCE = ['recorded', 'found', 'source', 'readers'] as const;
export type Evidence = (typeof EVIDENCE)[number];

export interface Adapter {
  /** Stable id, used in documents and settings. */
  readonly id: string;
  readonly label: string;
  /** Names by which the agent introduces itself in a protocol that several agents speak. */
  readonly knownAs?: readonly string[];
  /** Version of the adapter itself; raised when its output changes. */
  readonly version: string;
  readonly homepage: string;
  readonly evidence: Evidence;
  /** Agent versions whose output was read, for the docs table. */
  readonly versionsSeen: string;
  /** Where the agent keeps its sessions, in words, for the docs table. */
  readonly keeps: string;
  /** Environment variables that move it, for the docs table. */
  readonly variables: readonly string[];
  /** The agent's own command that goes on with a session, with `{id}` for its native id; absent where there is none. */
  readonly resume?: string;
  /** Set when the agent deletes sessions by itself. */
  readonly retention?: Retention;
  /** Cells of the coverage matrix that the golden cases show, each with the best evidence among the cases that show it. */
  readonly coverage: Coverage;
  readonly dialects: readonly Dialect[];
  /**
   * Folders of an agent that writes what another one does: nothing but the folder tells whose a file is. What lies below one
   * of them is its own; given alone, such a file is the other agent's.
   */
  roots?(host: Host): readonly string[];
  /** The same agent, looked for in folders that the user names as well; absent where the place is the agent's choice. */
  inFolders?(folders: readonly string[]): Adapter;
  /** Every input of this agent on the machine, newest layout first. Never throws; unreadable folders are skipped. */
  locate(host: Host): AsyncIterable<LocatedInput>;
  /**
   * Every input of the session that a path belongs to, the path itself included: the session's own file first,
   * then subagents and side files. Found from any member of it.
   */
  inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]>;
}

/** When an agent deletes its sessions, and where the user sets that. */
export interface Retention {
  /** Days after the last change, unless a setting says otherwise. */
  readonly days: number;
  /** Settings of the user, in JSON; of several, the last that says something holds. */
  files(host: Host): readonly string[];
  /** Names that lead to the setting, joined by dots. It is a number of days, or a time such as `30d`. */
  readonly key: string;
  /** Names that lead to a switch, where there is one. */
  readonly enabledKey?: string;
}

export const FEATURES = [
  'text',
  'tool-calls',
  'tool-results',
  'questions',
  'permissions',
  'images',
  'file-attachments',
  'session-lifecycle',
  'errors',
  'reasoning',
  'command-execution',
  'file-changes',
  'mcp-tools',
  'streaming-deltas',
  'variants',
  'subagents',
  'usage',
] as const;
/** A row of the coverage matrix. */
export type Feature = (typeof FEATURES)[number];
/** What golden cases show, and by what evidence. */
export type Coverage = Readonly<Partial<Record<Feature, Evidence>>>;

export interface LocatedInput {
  readonly path: string;
  readonly kind: 'log' | 'document' | 'store' | 'side';
  /** Session or subagent file, or `side`: spilled output and images that records refer to by name. */
  readonly role: 'session' | 'subagent' | 'side';
  /** What the layout says about the input (a subagent's id, the call that spawned it), beside what is in it. */
  readonly facts?: SessionFacts;
  /** A file that is larger is known, and not kept. */
  readonly most?: number;
}

export type Dialect = LogDialect | DocumentDialect | StoreDialect;

interface DialectBase<State> {
  /** Unique within the adapter, e.g. `session-log`. */
  readonly id: string;
  /** A stream of a running agent rather than its durable store. */
  readonly live: boolean;
  /** What its inputs are beside others of the same session, where `live` does not tell: see reading/witness.ts. */
  readonly witness?: 'kept' | 'wire' | 'captured' | 'document';
  /**
   * Set where the ids of its events are not those of the agent's log: `texts` where ids of calls still are, `all` where
   * these are not either. What both tell of is found by reading/same-events.ts.
   */
  readonly ownIds?: 'texts' | 'all';
  /** 0: not mine; 1: certainly mine. By content alone, never by name. */
  detect(head: Head): number;
  /** The initial state: plain JSON. */
  begin(context: InputContext): State;
  /** Turns one native record into events. What it leaves untouched becomes an `unparsed` event. */
  read(state: State, record: NativeRecord, out: Output): void;
}

/** One of two ways to tell records that say nothing of tokens, of the model, or of whose they are. */
export type UsageRecords =
  /** A record that does say it holds this text. What stands before the mark between `hollow`'s two is not needed. */
  | { readonly mark: string; readonly hollow?: readonly [from: string, to: string] }
  /** One that does not begins like this, within its first 200 bytes. */
  | { readonly skips: RegExp };

/** A file that only grows: one JSON value a line. */
// biome-ignore lint/suspicious/noExplicitAny: the state is private to each dialect
export interface LogDialect<State = any> extends DialectBase<State> {
  readonly kind: 'log';
  /** What may stand before a record on its line, as in recorded server-sent events (`data: `). */
  readonly prefix?: string;
  /**
   * For whoever reads tokens alone: which records may be passed over without being parsed. All are read without it, and the
   * first ones always.
   */
  readonly usage?: UsageRecords;
  /**
   * The native id of the session that a recorded wire is of, when its header tells: before any message does. `resumes`: what was
   * before stands in an earlier wire.
   */
  expect?(state: State, session: string, known: { readonly resumes: boolean }): void;
}

/** A file that is rewritten whole. Its event ids come from native ids, so that they survive a rewrite. */
// biome-ignore lint/suspicious/noExplicitAny: the state is private to each dialect
export interface DocumentDialect<State = any> extends DialectBase<State> {
  readonly kind: 'document';
  /** How the text becomes a document, where it is not JSON: Markdown, or a log of changes to one object. Throws as JSON does. */
  parse?(text: string): unknown;
  /** The document's parts in order. Together they hold everything in it. */
  records(document: unknown): Iterable<DocumentPart>;
  /**
   * For a document that is spread over many small files: the others that belong to it, in the order in which they
   * are to be read after it. Each gives one part. `inputsOf` lists them as side files.
   */
  members?(host: Host, path: string): AsyncIterable<DocumentMember>;
  /** For a file that holds transcripts already, in a format that is no agent's: takes the place of all the rest. */
  transcripts?(input: TranscriptFile): Promise<TranscriptsFound>;
}

export interface TranscriptFile {
  readonly path?: string;
  /** What was said of the input when it was found. */
  readonly facts?: SessionFacts;
  digest(data: string | Uint8Array): string;
  read(): AsyncIterable<Uint8Array>;
  /** The machine that the file is on; undefined for an earlier version of it. */
  readonly host?: Host;
}

export interface TranscriptsFound {
  readonly transcripts: readonly Transcript[];
  readonly problems: readonly ProblemDraft[];
  /** The format has no ids of events: those here were made up, and tell nothing of other inputs of the session. */
  readonly unnamed?: boolean;
  /** How one of them stands to other inputs of its session, where they differ in that. */
  standingOf?(transcript: Transcript): Standing;
  /** What a session is known by, where its transcript's id may change as more becomes known. */
  keyOf?(transcript: Transcript): string | undefined;
}

/**
 * `named`: its events are known by their ids, as those of any input. `unnamed`: they count where nothing else tells of the
 * session. `beside`: they always count, and tell what nothing else does, so that they take the place of nothing.
 */
export type Standing = 'named' | 'unnamed' | 'beside';

export interface DocumentMember {
  readonly path: string;
  /** Pointer of the part, stable when the files move. */
  readonly pointer: string;
}

/** A database of many sessions, each a run of rows. */
// biome-ignore lint/suspicious/noExplicitAny: the state is private to each dialect
export interface StoreDialect<State = any> extends DialectBase<State> {
  readonly kind: 'store';
  /** Sessions that changed since the cursor (without one all, oldest first), and the cursor to ask with next time. */
  sessions(database: StoreDatabase, cursor?: string): StoreChanges;
  /** All rows of a session in order. */
  records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart>;
  /** How the agent takes a session back: the document it imports, made from the session's rows, and its command. */
  readonly importing?: StoreImport;
}

export interface StoreImport {
  /** With `{file}` for the document. */
  readonly command: string;
  document(parts: Iterable<DocumentPart>): unknown;
}

export interface StoreChanges {
  readonly changed: readonly string[];
  readonly cursor: string;
}

export interface DocumentPart {
  readonly value: unknown;
  /** JSON pointer, or table and row. */
  readonly pointer: string;
}

/** The beginning of an input, for recognition. */
export interface Head {
  /** Up to 256 KiB, decoded; the last line may be cut. */
  readonly text: string;
  /** The JSON objects among the first complete lines. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Keys at the top level of the first value, as far as they are in the head. */
  readonly keys: readonly string[];
  /** Table name to column names, when the input is a database. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  /** Set when the records are the messages of a recorded wire, taken out of their envelopes. */
  readonly wire?: boolean;
}

export interface InputContext {
  /** Path as the caller knows it, for the record; adapters never recognise by it. */
  readonly path?: string;
  /** Time of the file, the last resort for records without one. */
  readonly modifiedAt?: string;
  /** What is known of its session from where it lies. Its start dates records of documents that have no time. */
  readonly facts?: SessionFacts;
}

/** One native record: a line, a part of a document, or a row. */
export interface NativeRecord {
  // biome-ignore lint/suspicious/noExplicitAny: native records are untrusted; adapters check what they use
  readonly value: any;
  /** Unique in the session; the id of records that have none of their own. */
  readonly ref: string;
  /** On a recorded wire: whether the message went to the agent or came from it, and when. */
  readonly direction?: 'in' | 'out';
  readonly at?: string;
  /** Provenance for an event made from this record. */
  native(type: string, id?: string): Native;
}

/** An event before assembly. Without `source` it belongs to the input's own agent. */
export type EventDraft = Omit<Event, 'seq' | 'timestamp'> & { timestamp?: string };

/**
 * What a later record knows about an earlier event. `tool`, `permission`, `question` and `extra` are merged,
 * `native` joins `native.merged`, and a time replaces one that was inherited.
 */
export type EventPatch = Partial<Omit<EventDraft, 'id' | PayloadOfPatch>> & {
  [P in PayloadOfPatch]?: Partial<NonNullable<Event[P]>>;
};
type PayloadOfPatch = 'tool' | 'permission' | 'question';

/** What is known of a session beside its events; later calls add to earlier ones. */
export interface SessionFacts {
  nativeId?: string;
  /** Id of the agent whose session this is, where the input is in a protocol that several agents speak. */
  agentId?: string;
  /** Native id of the session at the root, when this input is a part of another's tree. */
  root?: string;
  /** Native id of the session that spawned this one. */
  parent?: string;
  /** Set when this input is a subagent's. */
  agent?: AgentFacts;
  /** Subagents that this input mentions, by id. */
  agents?: Record<string, Partial<AgentFacts>>;
  agentVersion?: string;
  /** The one with the highest rank is kept, the later one among equals. */
  title?: { text: string; rank: number };
  startedAt?: string;
  endedAt?: string;
  /** open, ended, interrupted or failed. */
  state?: string;
  environment?: Environment;
  /** Beside what `environment.repo` says. */
  git?: Git;
  /** What ran the agent: one of EXECUTION_CONTEXTS. */
  executionContext?: string;
  lineage?: Lineage;
  extra?: Record<string, unknown>;
  /** Its events have no ids by which they could be known again: it counts where nothing else tells of the session. */
  unnamed?: boolean;
  /** Set when the input is a transcript in some format: whose session it is, and what it is called there. */
  imported?: ImportedFacts;
}

export interface ImportedFacts {
  readonly agent: string;
  readonly transcriptId: string;
  readonly nativeId?: string;
  /** What it is known by; the transcript's id by default. */
  readonly key?: string;
  /** Which of the transcripts in the input it is; stable as others come and go. */
  readonly part: string;
  /** Its events have no ids by which they could be known again: it counts where nothing else tells of the session. */
  readonly unnamed?: boolean;
  /** It tells what nothing else does: inputs without ids count although it is there. */
  readonly beside?: boolean;
}

export type AgentFacts = Pick<AgentNode, 'type' | 'title' | 'model' | 'provider' | 'callId' | 'nativeId'> & {
  id: string;
};

/** Where events go: a collector in memory, an archive, a live log. */
export interface Sink {
  /** Adds an event. If its id is taken by an unlike event it gets a suffix; the id it got is returned. */
  add(event: EventDraft): string;
  /** Replaces the event of that id and keeps its place, or adds it. The replaced record joins `native.merged`. */
  put(event: EventDraft): void;
  /** Merges into an earlier event; false when there is none of that id. */
  patch(id: string, change: EventPatch): boolean;
  /** Appends a streaming delta to a text field of an earlier event. */
  append(id: string, delta: string, at?: AppendAt): boolean;
  session(facts: SessionFacts): void;
  problem(problem: ProblemDraft): void;
  /** Takes back the problem of that kind at the record that begins at this byte: a later record has shown that it is none. */
  solve(kind: ProblemKind, start: number): void;
  /** Keeps bytes (base64) once and returns their hash, the key in `attachments`. */
  attach(mime: string, base64: string): string;
  /** SHA-256 of a text, in hex. */
  digest(text: string): string;
  /** The output for another session in the same input (streams that interleave several). */
  in(nativeId: string): Sink;
}

export interface AppendAt {
  /** Default `text`. */
  field?: 'text' | 'tool.output' | 'tool.stdout' | 'tool.stderr';
  time?: string;
}

export interface ProblemDraft {
  kind: ProblemKind;
  message: string;
  line?: number;
  start?: number;
  end?: number;
  pointer?: string;
}

/** Every kind of trouble in an input; documented in docs/problems.md. */
export const PROBLEM_KINDS = {
  'unknown-record': 'A record of a type this version does not know. It is kept as an unparsed event.',
  'invalid-json': 'A line that is not JSON. It is kept as an unparsed event.',
  'not-an-object': 'A line that is JSON but no object. It is kept as an unparsed event.',
  'glued-records': 'Two records on one line, with no newline between them. Both were read.',
  truncated: 'The input ends inside a record. The rest is kept as an unparsed event.',
  'invalid-utf8':
    'Bytes that are not UTF-8. In a record they were replaced by U+FFFD; elsewhere they are kept in base64.',
  'nul-bytes': 'NUL bytes around a record, as a crash leaves them. The record was read.',
  'unexpected-values': 'A record with values of other kinds than its reader expects. It is kept as an unparsed event.',
  'record-too-large': 'A record over the size limit. Its beginning is kept as an unparsed event.',
  'unpaired-result': 'A tool result whose call is not in the input.',
  'dangling-reference': 'A file that a record refers to is not there.',
  unreadable: 'The file or database could not be opened.',
  'missing-receipt': 'A transcript of a run has no receipt. What the receipt would tell is unknown.',
  'invalid-document': 'A part of an imported document is not as its format has it. What could be read was read.',
  overwritten: 'A step of a run ran more than once, and only the files of the last time are there.',
} as const;
export type ProblemKind = keyof typeof PROBLEM_KINDS;

/** What a dialect writes to: a sink that also knows the current record. */
export interface Output extends Omit<Sink, 'in' | 'problem'> {
  /** Reports trouble at the current record. */
  problem(kind: ProblemKind, message: string): void;
  in(nativeId: string): Output;
}

/** An adapter's own table from tool name to kind. */
export type ToolTable = Readonly<Record<string, ToolKind>>;
