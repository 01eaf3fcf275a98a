/** What somebody does with keys, projects and links of a hub. All of it is in the log: who, what and when, and no content. */
import { randomBytes } from 'node:crypto';
import { canonicalJson } from '@hansard/core/segments/canonical-json.ts';
import type { HubStore, LogLeaf, Project, ProjectPolicy, Quota, Visibility } from '../store/contract.ts';
import type { Webhook } from '../store/webhook-store.ts';
import { type KeyRequest, type MadeKey, makeInvite, makeKey, redeemInvite, rotateKey } from './make-key.ts';

/** Whoever has the hub's folder or database. */
export const OPERATOR = 'operator';

/** What is not named stays; null takes a rule away. */
export type PolicyChange = { readonly visibility?: Visibility | undefined } & {
  readonly [Name in keyof ProjectPolicy]?: ProjectPolicy[Name] | null | undefined;
};

export class Keeper {
  readonly #store: HubStore;
  readonly #by: string;
  readonly #now: number;

  /** `by`: id of a key, or the operator. */
  constructor(store: HubStore, by: string, now: number) {
    this.#store = store;
    this.#by = by;
    this.#now = now;
  }

  async note(kind: LogLeaf['kind'], data: Readonly<Record<string, unknown>>): Promise<void> {
    const at = new Date(this.#now).toISOString();
    await this.#store.log.append(this.#now, (index) => ({
      kind,
      data: canonicalJson({ kind, by: this.#by, at, ...data, log: { index } }),
    }));
  }

  async makeKey(request: KeyRequest): Promise<MadeKey> {
    const made = await makeKey(this.#store, request, this.#now);
    const { role, project } = request;
    await this.note('key', { act: 'made', keyId: made.keyId, role, ...(project === undefined ? {} : { project }) });
    return made;
  }

  async rotate(keyId: string): Promise<MadeKey | undefined> {
    const made = await rotateKey(this.#store, keyId);
    if (made) await this.note('key', { act: 'rotated', keyId });
    return made;
  }

  async revoke(keyId: string): Promise<boolean> {
    const done = await this.#store.keys.revoke(keyId, this.#now);
    if (done) await this.note('key', { act: 'revoked', keyId });
    return done;
  }

  async limit(keyId: string, quota: Quota | null): Promise<boolean> {
    const done = await this.#store.keys.limit(keyId, quota);
    if (done) await this.note('policy', { act: 'quota', keyId, quota });
    return done;
  }

  /** Which invites there are is not noted, and neither is what they become. */
  async invite(request: Pick<KeyRequest, 'role' | 'project'>, expires: number): Promise<string> {
    const invite = await makeInvite(this.#store, request, expires);
    await this.note('key', { act: 'invited', role: request.role });
    return invite;
  }

  redeem(invite: string): Promise<MadeKey | undefined> {
    return redeemInvite(this.#store, invite, this.#now);
  }

  async changeProject(name: string, { visibility, ...change }: PolicyChange): Promise<Project> {
    const before = await this.#store.projects.named(name);
    const policy: Record<string, unknown> = { ...before.policy };
    for (const [rule, value] of Object.entries(change)) {
      if (value === null) delete policy[rule];
      else if (value !== undefined) policy[rule] = value;
    }
    const seen = visibility ?? before.visibility;
    const project = await this.#store.projects.change(name, seen, policy as ProjectPolicy);
    await this.note('policy', { act: 'project', project: name, visibility: seen, policy });
    return project;
  }

  /** Told of what comes after this. Its secret is shown once, to who adds it. */
  async addWebhook(url: string, kinds: Webhook['kinds']): Promise<Pick<Webhook, 'id' | 'url' | 'kinds' | 'secret'>> {
    const id = `wh_${randomBytes(8).toString('hex')}`;
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const place = await this.#store.log.size();
    await this.#store.webhooks.add({ id, url, secret, kinds, made: this.#now, place });
    await this.note('policy', { act: 'webhook', webhook: id });
    return { id, url, kinds, secret };
  }

  async removeWebhook(id: string): Promise<boolean> {
    const done = await this.#store.webhooks.remove(id);
    if (done) await this.note('policy', { act: 'webhook-removed', webhook: id });
    return done;
  }
}
