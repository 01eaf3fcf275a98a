/** A hub's own routes: who asks, their things, keys, projects, sums of many people, and the log. */
import { type AskOptions, type Connection, part } from './connection.ts';

export interface HubKey {
  readonly keyId: string;
  readonly role: string;
  readonly pseudonym: string;
  readonly name: string | null;
  readonly made: string;
  readonly expires: string | null;
  readonly revoked: string | null;
  readonly lastUsed: string | null;
  readonly named: boolean;
}

export interface HubProject {
  readonly name: string;
  readonly visibility: 'numbers' | 'readers' | 'team';
  readonly profiles?: readonly string[];
  readonly retentionDays?: number;
  readonly hold?: boolean;
  readonly shareDays?: number;
}

/** Null takes a rule away. */
export type HubProjectChange = { readonly [Name in keyof Omit<HubProject, 'name'>]?: HubProject[Name] | null };

export interface HubRead {
  readonly transcript: string;
  readonly keyId: string;
  readonly role: string;
  readonly day: string;
  readonly reads: number;
}

export interface HubShare {
  readonly shareId: string;
  readonly transcriptId: string;
  readonly made: string;
  readonly expires: string;
  readonly ended: string | null;
  readonly lastUsed: string | null;
}

export interface HubCell {
  readonly name: string | null;
  readonly people: number;
  readonly sessions: number;
  readonly responses: number;
  readonly calls: number;
  readonly errors: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface HubNumbers {
  readonly by: string;
  readonly least: number;
  readonly at: string;
  readonly cells: readonly HubCell[];
}

export interface HubReceipt {
  /** Of a submitter who chose to be known, where the profile links identity. */
  readonly name?: string;
  readonly receipt: {
    readonly hub: string;
    readonly root: string;
    readonly generation: number;
    readonly at: string;
    readonly submitter: { readonly keyId: string; readonly pseudonym: string };
    readonly privacy: { readonly profile: string; readonly redactionCount: number };
    readonly log: { readonly index: number };
    readonly signature: string;
  };
}

export interface HubLeaf {
  readonly index: number;
  readonly at: number;
  readonly kind: string;
  readonly data: string;
}

export interface MadeShare {
  readonly shareId: string;
  readonly expires: string;
  /** Behind the hub's address. */
  readonly link: string;
}

const post = (body: unknown = {}) => ({ method: 'POST', body }) as const;
const put = (body: unknown) => ({ method: 'PUT', body }) as const;
const DELETE = { method: 'DELETE' } as const;

export const hubMethods = (to: Connection) => ({
  hub: {
    keys: (ask?: AskOptions): Promise<{ keys: readonly HubKey[] }> => to.json('/v1/keys', ask),
    /** The secret is told this once. */
    rotateKey: (id: string): Promise<{ keyId: string; key: string }> =>
      to.json(`/v1/keys/${part(id)}/rotate`, { method: 'POST' }),
    revokeKey: (id: string): Promise<void> => to.nothing(`/v1/keys/${part(id)}`, DELETE),
    invite: (role: string, count: number, project?: string): Promise<{ invites: readonly string[]; expires: string }> =>
      to.json('/v1/invites', post({ role, count, ...(project === undefined ? {} : { project }) })),
    projects: (ask?: AskOptions): Promise<{ projects: readonly HubProject[] }> => to.json('/v1/projects', ask),
    changeProject: (name: string, change: HubProjectChange): Promise<HubProject> =>
      to.json(`/v1/projects/${part(name)}`, put(change)),
    numbers: (by: string, ask?: AskOptions): Promise<HubNumbers> =>
      to.json('/v1/team/numbers', { ...ask, query: { by } }),
    reads: (ask?: AskOptions): Promise<{ reads: readonly HubRead[] }> => to.json('/v1/me/reads', ask),
    shares: (ask?: AskOptions): Promise<{ shares: readonly HubShare[] }> => to.json('/v1/shares', ask),
    share: (id: string, days: number): Promise<MadeShare> =>
      to.json(`/v1/transcripts/${part(id)}/shares`, post({ days })),
    endShare: (id: string): Promise<void> => to.nothing(`/v1/shares/${part(id)}`, DELETE),
    receipt: (id: string, ask?: AskOptions): Promise<HubReceipt> => to.json(`/v1/transcripts/${part(id)}/receipt`, ask),
    retract: (id: string): Promise<{ retracted: string; inBackupsUntil: string }> =>
      to.json(`/v1/transcripts/${part(id)}`, DELETE),
    forgetMe: (): Promise<{ retracted: number; held: number; inBackupsUntil: string }> => to.json('/v1/me', DELETE),
    leaves: (from: number, limit: number, ask?: AskOptions): Promise<{ size: number; leaves: readonly HubLeaf[] }> =>
      to.json('/v1/log/leaves', { ...ask, query: { from, limit } }),
    /** The key is unnamed again; its new secret is told this once. */
    unlink: (): Promise<{ keyId: string; key: string }> => to.json('/v1/me/identity', DELETE),
    logout: (): Promise<void> => to.nothing('/v1/logout', { method: 'POST' }),
  },
});
