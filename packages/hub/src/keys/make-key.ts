/** Makes keys and invites. A secret is told once and never again: the hub keeps its hash. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieFor } from '@hansard/server/frame';
import { sha256 } from '../digest.ts';
import type { HubStore, Key, NewKey, Role } from '../store/contract.ts';

export interface MadeKey {
  readonly keyId: string;
  /** `hsk_<keyId>_<secret>`; `hsl_` for a share link. */
  readonly key: string;
}

export interface KeyRequest {
  readonly role: Role;
  /** Name of the project that it is for; all without it. */
  readonly project?: string | undefined;
  readonly name?: string | undefined;
  readonly expires?: number | undefined;
  /** The session of a share link and who made it, or the person who signed in. */
  readonly more?: Partial<Pick<NewKey, 'person' | 'transcript' | 'madeBy'>>;
}

/** `hsl_` is a share link. */
const SHAPE = /^hs[kl]_([0-9a-f]{12})_[\w-]{43}$/;

export async function makeKey(store: HubStore, request: KeyRequest, now: number): Promise<MadeKey> {
  const { made, fresh } = freshKey(now, request.role === 'guest' ? 'hsl' : 'hsk');
  const project = request.project === undefined ? null : (await store.projects.named(request.project)).no;
  await store.keys.make({
    ...fresh,
    role: request.role,
    project,
    name: request.name ?? null,
    expires: request.expires ?? null,
    ...request.more,
  });
  return made;
}

/** The same key with another secret: the one before no longer works. */
export async function rotateKey(store: HubStore, keyId: string): Promise<MadeKey | undefined> {
  const key = secretFor(keyId);
  const done = await store.keys.rotate(keyId, sha256(key), sha256(cookieFor(key)));
  return done ? { keyId, key } : undefined;
}

/** Whoever has it gets a key for it, once. */
export async function makeInvite(
  store: HubStore,
  { role, project }: Pick<KeyRequest, 'role' | 'project'>,
  expires: number,
): Promise<string> {
  const invite = `hsi_${randomBytes(32).toString('base64url')}`;
  const no = project === undefined ? null : (await store.projects.named(project)).no;
  await store.keys.invite(sha256(invite), role, no, expires);
  return invite;
}

export async function redeemInvite(store: HubStore, invite: string, now: number): Promise<MadeKey | undefined> {
  const { made, fresh } = freshKey(now);
  const key = await store.keys.redeem(sha256(invite), now, { ...fresh, name: null, expires: null });
  return key && made;
}

/** The key that somebody has, if it works now. */
export async function keyOf(store: HubStore, secret: string, now: number): Promise<Key | undefined> {
  const keyId = SHAPE.exec(secret)?.[1];
  const known = keyId === undefined ? undefined : await store.keys.byId(keyId);
  if (!known || !isSame(sha256(secret), known.secretHash)) return undefined;
  return works(known, now) ? known : undefined;
}

export const works = ({ revoked, expires }: Pick<Key, 'revoked' | 'expires'>, now: number): boolean =>
  revoked === null && (expires === null || expires > now);

function freshKey(
  now: number,
  kind = 'hsk',
): { made: MadeKey; fresh: Omit<NewKey, 'role' | 'project' | 'name' | 'expires'> } {
  const keyId = randomBytes(6).toString('hex');
  const key = secretFor(keyId, kind);
  const pseudonym = `anon_${randomBytes(8).toString('hex')}`;
  const fresh = { keyId, pseudonym, made: now, secretHash: sha256(key), cookieHash: sha256(cookieFor(key)) };
  return { made: { keyId, key }, fresh };
}

const secretFor = (keyId: string, kind = 'hsk'): string => `${kind}_${keyId}_${randomBytes(32).toString('base64url')}`;

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
