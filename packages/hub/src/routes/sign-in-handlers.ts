/** Signing in: a browser leaves for whoever knows the person, comes back, and is logged in with a key of theirs. */
import { randomBytes } from 'node:crypto';
import { Refusal, sendUnauthorized } from '@hansard/server/frame';
import { sha256 } from '../digest.ts';
import type { Hub } from '../hub.ts';
import type { HubPrincipal } from '../hub-door.ts';
import { Keeper } from '../keys/keeper.ts';
import { works } from '../keys/make-key.ts';
import { cookie, cookieNamed } from '../login/cookie.ts';
import { loginPage } from '../login/login-page.ts';
import { type Leaving, type Person, type SignIn, signed, unsigned } from '../login/sign-in.ts';
import type { Key } from '../store/contract.ts';
import type { Handle, HubCall } from './handle.ts';
import { notFor } from './handle.ts';

const LEAVING = 'hansard-leaving';
const LEAVING_S = 600;
const BROWSER_S = 7 * 86_400;

export const signInHandlers: Readonly<Record<string, Handle>> = {
  'hub-sign-in': async (hub, call) => {
    const { query, reply } = call;
    const { link } = query as { link?: string };
    const key = link === undefined ? undefined : await browserKey(call);
    if (key?.role === 'guest') throw notFor(key, 'be named');
    const { address, leaving } = await signInOf(hub).leave(key?.keyId);
    const value = signed(leaving, await secretOf(hub));
    // It comes back from another site.
    reply.header('set-cookie', cookie(call, { name: LEAVING, value, seconds: LEAVING_S, sameSite: 'Lax' }));
    return reply.redirect(address, 303);
  },
  'hub-signed-in': async (hub, call) => {
    const { request, reply } = call;
    const leaving = unsigned<Leaving>(cookieNamed(request, LEAVING), await secretOf(hub));
    const query = request.url.split('?')[1] ?? '';
    const person = leaving && (await signInOf(hub).back(query, leaving));
    if (!leaving || !person) return refused(call, 'Signing in did not work. Please try again.');
    const key = await keyFor(hub, person, leaving.link);
    if (!key) return refused(call, 'Nobody has invited you to this hub yet. Ask for an invite.');
    const secret = randomBytes(32).toString('base64url');
    await hub.store.people.enter(sha256(secret), key.no, hub.now() + BROWSER_S * 1000);
    reply.header('set-cookie', [
      cookie(call, { value: secret, seconds: BROWSER_S }),
      cookie(call, { name: LEAVING, value: '', seconds: 0, sameSite: 'Lax' }),
    ]);
    // The cookie counts once this very site leads on: a redirect would still come from the other.
    return reply.code(200).type('text/html; charset=utf-8').send(GO_ON);
  },
  'hub-unlink': async (hub, _call, key) => {
    if (key.person === null) throw new Refusal('not-found', 'The key is not named.');
    await hub.store.people.link(key.no, null);
    const keeper = new Keeper(hub.store, key.keyId, hub.now());
    await keeper.note('key', { act: 'unlinked', keyId: key.keyId });
    // Whoever signed in may never have seen its secret.
    return keeper.rotate(key.keyId);
  },
};

const GO_ON = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/">
<title>Hansard hub</title>
<p>You are signed in. <a href="/">Go on</a></p>
</html>
`;

function signInOf({ signIn }: Hub): SignIn {
  if (signIn) return signIn;
  throw new Refusal('not-found', 'Nobody can sign in to this hub by name.');
}

const refused = ({ reply }: HubCall, wrong: string) => sendUnauthorized(reply, loginPage({ signIn: true, wrong }));

const secretOf = (hub: Hub): Promise<string> =>
  hub.store.setting('cookie-secret', () => randomBytes(32).toString('base64url'));

/** The key that is to be named, or the newest of the person, or a new one where the hub gives these. */
async function keyFor(hub: Hub, { issuer, subject, name }: Person, link: string | undefined): Promise<Key | undefined> {
  const { store } = hub;
  const now = hub.now();
  const person = await store.people.named(issuer, subject, name, now);
  if (link !== undefined) {
    const key = await store.keys.byId(link);
    if (!key || !works(key, now)) return undefined;
    await store.people.link(key.no, person);
    await new Keeper(store, link, now).note('key', { act: 'named', keyId: link });
    return key;
  }
  const known = (await store.people.keysOf(person)).find((key) => works(key, now));
  const { role } = signInOf(hub).options;
  if (known || role === undefined) return known;
  const { keyId } = await new Keeper(store, 'sign-in', now).makeKey({ role, more: { person } });
  return store.keys.byId(keyId);
}

async function browserKey({ app, request }: HubCall): Promise<Key> {
  const principal = await app.guard.authorize(request, { method: 'GET', scope: 'read' });
  return (principal as HubPrincipal).key;
}
