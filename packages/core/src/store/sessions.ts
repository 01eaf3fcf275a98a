/** Sessions: lists of them, the one that somebody names, and what is known of one beside its events. */
import type { SessionProblem } from '../api/session.ts';
import type { Query } from '../query/query.ts';
import type { PriceBook } from '../usage/prices.ts';

/** Names a session for good. It is opaque: nothing is read out of it. The transcript's id is the same. */
export type SessionId = string;

export type SessionOrder = 'newest' | 'oldest' | 'longest' | 'costliest';

export interface StoreSessions {
  /**
   * The sessions that a name fits: an id, the beginning of one (four characters at least), or the agent's own id for the
   * session or a subagent in it. Exact names come before beginnings: where one fits, beginnings are not looked at.
   */
  find(name: string): Promise<readonly SessionId[]>;
  /** Those of the list that are there, in its order. */
  rows(ids: readonly SessionId[]): Promise<readonly SessionRow[]>;
  page(request: SessionPageRequest): Promise<SessionPage>;
  /** Sessions that a query chooses; all without one. */
  count(query?: Query): Promise<number>;
  /** Those of the list that are there, by id, with what it takes to call them by a name. */
  names(ids: readonly SessionId[]): Promise<readonly SessionName[]>;
  /** How sessions of a list hang together with others, in its order. */
  kin(ids: readonly SessionId[]): Promise<readonly SessionKin[]>;
  /** What only the page of one session shows. */
  facts(id: SessionId): Promise<SessionFactsRow | undefined>;
  /** Agents with sessions, and how many they have. */
  agents(): Promise<readonly { readonly agent: string; readonly sessions: number }[]>;
  /** Every folder that an agent worked in. */
  projects(): Promise<readonly string[]>;
  sizes(): Promise<StoreSizes>;
}

export interface SessionName {
  readonly id: SessionId;
  /** A short number that people may type instead (`#12`), where the store gives such numbers. */
  readonly number?: number | undefined;
  readonly agent: string;
  /** The agent's own id of the session. */
  readonly nativeId: string | null;
  /** Its title, or what was asked first. */
  readonly title: string | null;
  /** Folder the agent worked in. */
  readonly project: string | null;
  /** RFC 3339; null when no time was recorded. */
  readonly startedAt: string | null;
}

export interface SessionRow extends SessionName {
  readonly repository: string | null;
  readonly branch: string | null;
  /** Ids of commits that it led to, and branches that they are on, where a store has them at hand. */
  readonly commits?: readonly string[];
  readonly branches?: readonly string[];
  readonly endedAt: string | null;
  /** ended, interrupted, failed or open */
  readonly state: string;
  readonly lineage: { readonly kind: string; readonly of: string | null } | null;
  readonly events: number;
  readonly messages: number;
  readonly toolCalls: number;
  readonly errors: number;
  readonly subagents: number;
  /** The highest logSeq of its events. */
  readonly lastSeq: number;
  /** Its own file, or the database it is in; null where the store keeps no files. */
  readonly path: string | null;
  /** Bytes of all its files, or of its document where the store keeps none. */
  readonly bytes: number;
  /** When the agent was found to have removed it. */
  readonly missingSince: string | null;
  /** Secrets were removed from its originals: they are no longer what the agent wrote, byte for byte. */
  readonly scrubbed: boolean;
  /** It came in another format, not from the agent's own files: the agent cannot go on with it. */
  readonly imported: boolean;
  /** Where it comes from, as the user calls it. */
  readonly origin: string | null;
  /** Name of the machine it came from; null for this one. */
  readonly machine: string | null;
  /** The step of a run that it is; absent where it is none. */
  readonly run?: SessionRun | undefined;
  readonly starred: boolean;
  readonly tags: readonly string[];
}

/** Names of a step of a run. */
export interface SessionRun {
  readonly id: string;
  /** Other ids that the run's own files give it. */
  readonly aliases: readonly string[];
  readonly flow: string | null;
  readonly step: string | null;
  readonly agent: string | null;
  readonly engine: string | null;
  /** Nothing was called: a stub has answered. */
  readonly stub: boolean;
}

/** `costliest` goes by prices. */
export type SessionPageRequest = PageRequest &
  (
    | { readonly order: 'costliest'; readonly prices: PriceBook }
    | { readonly order: Exclude<SessionOrder, 'costliest'>; readonly prices?: PriceBook | undefined }
  );

interface PageRequest {
  readonly limit: number;
  /** `next` of the page before, with the same query and order; anything else fails with `bad-argument`. */
  readonly cursor?: string | undefined;
  /** Which sessions: those in which something fits. Regular expressions choose none and are not given. */
  readonly query?: Query | undefined;
}

export interface SessionPage {
  readonly sessions: readonly SessionRow[];
  /** Null on the last page. */
  readonly next: string | null;
  /** On all pages. */
  readonly total: number;
}

export interface SessionKin {
  readonly id: SessionId;
  /** Beginning of its id, as long as it takes to tell it from all others. */
  readonly shortId: string;
  /** Sessions that descend from this one. */
  readonly children: number;
  /** The session that this one descends from, if it is here. */
  readonly origin: SessionId | null;
}

export interface SessionFactsRow {
  readonly agentVersion: string | null;
  /** What was wrong in its files, up to 200. */
  readonly problems: readonly SessionProblem[];
  /** In the order in which the store learnt of them. */
  readonly agents: readonly AgentRow[];
  /** The session it comes from, those that come from it, and those that come from the same; newest first, up to 100. */
  readonly related: readonly SessionId[];
}

/** One agent of a session. */
export interface SourceFacts {
  /** primary, or subagent:<id>[/<id>…] */
  readonly source: string;
  /** Source of the agent that spawned it. */
  readonly parent: string | null;
  readonly title: string | null;
  readonly type: string | null;
  /** Id of the tool call that spawned it. */
  readonly callId: string | null;
}

export interface AgentRow extends SourceFacts {
  readonly events: number;
  /** Its first event. */
  readonly logSeq: number;
}

export interface StoreSizes {
  readonly sessions: number;
  readonly events: number;
  /** What the store takes on disk; 0 where that is nobody's business here. */
  readonly bytes: number;
}
