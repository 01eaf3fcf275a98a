/**
 * What a hub asks of the place where it keeps things: to accept sessions, to find them and to remove them. Every promise is
 * in `testing/hub-store-contract.ts`, which runs on each place. What people read of a hub is the reading contract of core,
 * built on this once (`reading/`).
 */
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import type { SessionTally } from '@hansard/core/held/session-tally.ts';
import type { WantedWords } from '@hansard/core/segments/segment-words.ts';
import type { ThinEvent } from '@hansard/core/segments/thin-event.ts';
import type { SessionRow } from '@hansard/core/store/sessions.ts';
import type { Receipt } from '../receipts/receipt.ts';
import type { SessionSum } from './sums.ts';
import type { LeafKind, WebhookStore } from './webhook-store.ts';

export const ROLES = ['submitter', 'reader', 'analyst', 'admin', 'auditor'] as const;
/** A guest has a share link: one session, until it runs out. */
export type Role = (typeof ROLES)[number] | 'guest';

/** `numbers`: only sums are seen; `readers`: readers of the project see content; `team`: submitters do as well. */
export const VISIBILITIES = ['numbers', 'readers', 'team'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export interface Project {
  readonly no: number;
  readonly name: string;
  readonly visibility: Visibility;
  readonly policy: ProjectPolicy;
}

export interface ProjectPolicy {
  /** Profiles that are taken; the usual ones without it. */
  readonly profiles?: readonly string[];
  /** Days after which a session is removed. */
  readonly retentionDays?: number;
  /** Nothing is removed or replaced, neither by time nor by hand. */
  readonly hold?: boolean;
  /** For how many days a share link works at most; 0 for none. */
  readonly shareDays?: number;
}

/** What a key may bring; the hub's own limits where it says nothing. */
export interface Quota {
  readonly documentsAnHour?: number;
  readonly bytesADay?: number;
}

export interface Key {
  readonly no: number;
  /** Public. */
  readonly keyId: string;
  readonly role: Role;
  /** The project that it is for; null for all. */
  readonly project: number | null;
  readonly pseudonym: string;
  readonly name: string | null;
  /** Milliseconds since 1970, like all times here. */
  readonly made: number;
  readonly expires: number | null;
  readonly revoked: number | null;
  readonly lastUsed: number | null;
  /** Of the person who signed in with it and chose to be known. */
  readonly person: number | null;
  /** Of the session that a share link is for, and of the key that made the link. */
  readonly transcript: number | null;
  readonly madeBy: number | null;
  readonly quota: Quota | null;
}

export interface NewKey
  extends Pick<Key, 'keyId' | 'role' | 'project' | 'pseudonym' | 'name' | 'made' | 'expires'>,
    Partial<Pick<Key, 'person' | 'transcript' | 'madeBy'>> {
  /** SHA-256 in hex of the secret, and of the cookie that is made from it. */
  readonly secretHash: string;
  readonly cookieHash: string;
}

/** `certain`: by rules that leave no doubt; for profiles that run no others. */
export type ScanPolicy = 'all' | 'certain';

/** A segment that was unpacked, looked through and found good. */
export interface CheckedSegment {
  readonly hash: string;
  /** Of its text. */
  readonly bytes: number;
  /** Its text, packed (`codec.ts`). */
  readonly body: Uint8Array;
  readonly words: readonly string[];
  readonly events: readonly ThinEvent[];
  /** Records of redactions in its events. */
  readonly redactions: number;
  /** By which rules secrets were looked for in it. */
  readonly scan: ScanPolicy;
  /** The latest time in it; 0 where there is none. */
  readonly time: number;
}

/** One generation of a session, to be accepted whole or not at all. */
export interface Generation {
  readonly head: TranscriptHeader;
  readonly root: string;
  /** Hashes of all segments, in order. */
  readonly segments: readonly string[];
  /** Those that come with it; others are staged, or there already. */
  readonly given: readonly CheckedSegment[];
  readonly project: number;
  readonly at: number;
  /** Segments that were looked through by less than this are not taken for there. */
  readonly scan: ScanPolicy;
  /** Hash of the bytes by which all of it was sent at once. */
  readonly sent?: string;
}

/** Sums of a session without any of its content. */
export interface NumbersOnly {
  readonly transcriptId: string;
  readonly agent: string;
  readonly sums: readonly SessionSum[];
  readonly project: number;
  readonly at: number;
}

export type Accepted = {
  readonly outcome: 'created' | 'replaced' | 'same';
  readonly receipt: Receipt;
};
export type Refused =
  | { readonly outcome: 'older-generation' | 'not-yours' | 'retracted' | 'held' }
  | { readonly outcome: 'segments-missing'; readonly missing: readonly string[] }
  /** The counts of the head are not those of the events. */
  | { readonly outcome: 'other-count'; readonly field: string };

/** Makes the receipt of what gets this place in the log, and what is logged of it. */
export type Sign = (place: { readonly index: number; readonly keyId: string; readonly pseudonym: string }) => {
  readonly receipt: Receipt;
  readonly leaf: LogLeaf;
};

export interface LogLeaf {
  readonly kind: LeafKind;
  /** RFC 8785 JSON, of which the leaf is the hash. It holds hashes and ids, and no content. */
  readonly data: string;
}

export interface LoggedLeaf extends LogLeaf {
  /** From 0, without gaps. */
  readonly index: number;
  readonly at: number;
}

/** Whose sessions somebody may see. */
export type Sight =
  | { readonly all: true }
  | {
      readonly all?: undefined;
      readonly key: number | null;
      readonly projects: readonly number[];
      /** Single ones. */
      readonly transcripts?: readonly number[];
    };

/** One session as lists know it. */
export interface StoredRow {
  readonly no: number;
  readonly key: number;
  readonly project: number;
  /** Place in the log of its last change; 1 is the first. */
  readonly change: number;
  /** Null when it was retracted. */
  readonly row: SessionRow | null;
}

export interface StoredSession {
  readonly no: number;
  readonly head: TranscriptHeader;
  readonly generation: number;
  readonly places: Places;
  /** In order. */
  readonly segments: readonly StoredFacts[];
  readonly change: number;
}

export interface StoredFacts {
  readonly no: number;
  readonly hash: string;
  readonly events: readonly ThinEvent[];
}

/** The order in which the hub learnt of a session's events, by logSeq from 1. */
export interface Places {
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  /** logSeqs of events that have changed, with the change. */
  readonly changed: readonly (readonly [logSeq: number, change: number])[];
  /** What is left of events that are no longer in the session: no content. */
  readonly gone: readonly (readonly [logSeq: number, event: { readonly type: string; readonly timestamp?: string }])[];
}

export interface Candidate {
  readonly transcript: number;
  readonly segment: number;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** There are more, which are older. */
  readonly more: boolean;
}

/**
 * What one key did, summed up: responses by model, calls by tool, and sessions, which have neither. The week is counted from
 * 1970; a session is of the week in which it began.
 */
export interface SumRow {
  readonly key: number;
  readonly project: string;
  readonly agent: string;
  readonly week: number;
  readonly model: string;
  readonly tool: string;
  readonly sessions: number;
  readonly responses: number;
  readonly calls: number;
  readonly errors: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface ToldRow {
  readonly place: string;
  readonly tellings: unknown;
}

export interface ReadRow {
  readonly transcript: string;
  /** Of the key that read. */
  readonly keyId: string;
  readonly role: Role;
  /** Day of the first read, and how many there were in it. */
  readonly day: number;
  readonly reads: number;
}

export interface HubStore {
  readonly keys: KeyStore;
  readonly projects: ProjectStore;
  readonly log: LogStore;
  readonly numbers: NumberStore;
  readonly people: PeopleStore;
  readonly webhooks: WebhookStore;
  /** A text that is kept for the hub as a whole; the first that is given wins. */
  setting(name: string, first: () => string): Promise<string>;
  /** Of these, the segments that are neither staged by this key nor in this session of its own. */
  missing(key: number, transcript: string, hashes: readonly string[]): Promise<readonly string[]>;
  /** Keeps a checked segment until it is named by a generation. Twice is once. False when the key has too much staged. */
  stage(key: number, segment: CheckedSegment, at: number): Promise<boolean>;
  /** All of a generation is there, or nothing. The same again gives the same receipt. */
  accept(key: number, generation: Generation, sign: Sign): Promise<Accepted | Refused>;
  /** Keeps the sums of a session; `same` where its content is there, which has them. */
  acceptNumbers(
    key: number,
    numbers: NumbersOnly,
  ): Promise<'created' | 'replaced' | 'same' | 'not-yours' | 'retracted'>;
  /** Takes a session out of everything; only that it was there is left. Undefined when it is not there or not theirs. */
  retract(
    transcript: string,
    by: number | null,
    at: number,
    leaf: (index: number) => LogLeaf,
  ): Promise<boolean | 'held'>;
  receipt(transcript: string, sight: Sight): Promise<Receipt | undefined>;
  /** Of what a key has sent by these very bytes, and has not replaced since. */
  receiptOf(key: number, sent: string): Promise<Receipt | undefined>;
  /** Ids of the sessions of a key: those with content, or those of which there are only numbers. */
  owned(key: number, what?: 'content' | 'numbers'): Promise<readonly string[]>;
  /** Number of a session that is there. */
  numberOf(transcript: string): Promise<number | undefined>;
  /** Ids of the sessions of a project that were last received before a time. */
  overdue(project: number, before: number): Promise<readonly string[]>;
  /** Rows that have changed behind a place in the log, retracted ones included; the earliest change first. */
  rows(after: number): Promise<readonly StoredRow[]>;
  open(no: number): Promise<StoredSession | undefined>;
  /** Ids of events in the order in which they were learnt of, and the change of which that is. */
  places(nos: readonly number[]): Promise<ReadonlyMap<number, Pick<Places, 'ids'> & { readonly change: number }>>;
  /** Packed texts of segments. */
  bodies(segments: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  tallies(nos: readonly number[]): Promise<ReadonlyMap<number, SessionTally>>;
  /** Segments that have, for each of the wanted, any of its alternatives; the latest first. */
  candidates(wanted: readonly WantedWords[], sight: Sight, limit: number): Promise<Candidates>;
  /** The same for segments of some sessions, all of them. */
  candidatesIn(wanted: readonly WantedWords[], transcripts: readonly number[]): Promise<readonly Candidate[]>;
  /** Calls when something was logged, by whichever process; undefined where that has to be asked for. Returns what ends it. */
  listen(changed: () => void): (() => void) | undefined;
  /** The last place in the log, and how many sessions were retracted. */
  state(): Promise<{ readonly change: number; readonly removals: number }>;
  /** What was told of a session in the universal stream, and where that is. */
  told(no: number): Promise<ToldRow | undefined>;
  /** Unless telling is no longer at `before`; null where nothing was told. */
  keepTold(no: number, before: string | null, told: ToldRow): Promise<void>;
  /** Whether it is the first of this key in the day. */
  noteRead(transcript: number, key: number, day: number): Promise<boolean>;
  readsOf(key: number): Promise<readonly ReadRow[]>;
  /** Documents and bytes that a key has brought since. */
  brought(key: number, since: number): Promise<{ readonly documents: number; readonly bytes: number }>;
  /** Removes what was staged for too long, and what is left of what was removed. Several processes may call it. */
  tend(now: number): Promise<void>;
  close(): Promise<void>;
}

export interface KeyStore {
  make(key: NewKey): Promise<Key>;
  byId(keyId: string): Promise<(Key & { readonly secretHash: string }) | undefined>;
  byCookie(cookieHash: string): Promise<Key | undefined>;
  byNo(no: number): Promise<Key | undefined>;
  list(): Promise<readonly Key[]>;
  /** Whether it was there and not revoked before. */
  revoke(keyId: string, at: number): Promise<boolean>;
  rotate(keyId: string, secretHash: string, cookieHash: string): Promise<boolean>;
  used(no: number, at: number): Promise<void>;
  limit(keyId: string, quota: Quota | null): Promise<boolean>;
  /** Share links that a key has made. */
  shares(madeBy: number): Promise<readonly (Key & { readonly transcriptId: string })[]>;
  /** What says whose a key is, and what it has staged. */
  clear(no: number): Promise<void>;
  invite(hash: string, role: Role, project: number | null, expires: number): Promise<void>;
  /** An invite works once; which key it became is not kept. */
  redeem(hash: string, now: number, key: Omit<NewKey, 'role' | 'project'>): Promise<Key | undefined>;
}

export interface ProjectStore {
  /** It is made when it is not there. */
  named(name: string): Promise<Project>;
  list(): Promise<readonly Project[]>;
  /** That of a session. */
  of(transcript: number): Promise<Project | undefined>;
  change(name: string, visibility: Visibility, policy: ProjectPolicy): Promise<Project>;
}

export interface LogStore {
  append(at: number, leaf: (index: number) => LogLeaf): Promise<number>;
  size(): Promise<number>;
  /** In order, from an index on. */
  leaves(from: number, limit: number): Promise<readonly LoggedLeaf[]>;
}

export interface NumberStore {
  sums(): Promise<readonly SumRow[]>;
  /** Of one session. */
  ofSession(transcript: string): Promise<readonly SessionSum[]>;
  /** By key, those of people who chose to be known: their keys count as one. */
  persons(): Promise<ReadonlyMap<number, number>>;
  /** What analysts were told last. */
  published(): Promise<string | undefined>;
  /** Unless something else than `before` was published since. What is published then. */
  publish(before: string | undefined, text: string): Promise<string>;
}

/** Identity is apart from sessions: a key leads to a person, and only until they are unlinked. */
export interface PeopleStore {
  /** Number of who signed in. */
  named(issuer: string, subject: string, name: string | null, at: number): Promise<number>;
  name(person: number): Promise<string | null>;
  /** The newest first. */
  keysOf(person: number): Promise<readonly Key[]>;
  /** Null unlinks: nobody is left who has no key, and browsers of the key are logged out. */
  link(key: number, person: number | null): Promise<void>;
  /** A browser by the hash of its cookie. */
  enter(hash: string, key: number, expires: number): Promise<void>;
  byBrowser(hash: string, now: number): Promise<Key | undefined>;
  leave(hash: string): Promise<void>;
}
