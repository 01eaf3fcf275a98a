/** People sign in by a real OpenID provider: they get a key of theirs, may name the one that they have, and be unnamed again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryPlace } from '../testing/hub-places.ts';
import { CLIENT, hasOidc, OidcServer, Visitor } from '../testing/oidc-server.ts';
import type { TestHub } from '../testing/running-hub.ts';
import { messages, redacted, uuidOf } from '../testing/samples.ts';
import { SignIn, signed } from './sign-in.ts';

const COOKIE = 'hansard';
const NAME = 'Ada Grottenolm';

describe.skipIf(!hasOidc)('signing in', { timeout: 60_000 }, () => {
  onEveryPlace('by OpenID Connect', (open) => {
    let provider: OidcServer;
    let hub: TestHub;
    let url: string;
    let role: 'submitter' | undefined;
    beforeEach(async () => {
      provider = await OidcServer.start();
      provider.names.set('ada', NAME);
      role = 'submitter';
      const signIn = new SignIn({
        issuer: provider.issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        get url() {
          return url;
        },
        get role() {
          return role;
        },
      });
      hub = await open({ signIn });
      url = hub.running.url;
      await provider.serve(url);
    });
    afterEach(async () => {
      await hub.close();
      await provider.stop();
    });
    const me = async (visitor: Visitor) => {
      const headers = { cookie: `${COOKIE}=${visitor.cookie(url, COOKIE)}` };
      const response = await fetch(`${url}/v1/status`, { headers });
      // biome-ignore lint/suspicious/noExplicitAny: a status as it comes
      return response.status === 200 ? ((await response.json()) as any).hub : response.status;
    };

    it('gives somebody new a key, and the same one again in another browser', async () => {
      const [first, second, other] = [new Visitor(), new Visitor(), new Visitor()];
      const page = await (await first.signIn(url, 'ada')).text();
      expect(page).toContain('You are signed in');
      const who = await me(first);
      expect(who).toMatchObject({ role: 'submitter', name: NAME, signIn: true });
      await second.signIn(url, 'ada');
      expect((await me(second)).keyId).toBe(who.keyId);
      await other.signIn(url, 'bob');
      expect((await me(other)).keyId).not.toBe(who.keyId);
      // Logging out ends this browser, and no other.
      const headers = { cookie: `${COOKIE}=${first.cookie(url, COOKIE)}`, 'x-hansard': '1' };
      expect((await fetch(`${url}/v1/logout`, { method: 'POST', headers })).status).toBe(200);
      expect([await me(first), (await me(second)).keyId]).toEqual([401, who.keyId]);
      await hub.store.keys.revoke(who.keyId, Date.now());
      expect(await me(second)).toBe(401);
    });

    it('lets nobody in who was not invited, where the hub gives no keys', async () => {
      role = undefined;
      const visitor = new Visitor();
      const response = await visitor.signIn(url, 'ada');
      expect([response.status, (await response.text()).includes('Ask for an invite')]).toEqual([401, true]);
      expect(await hub.store.keys.list()).toEqual([]);
    });

    it('names a key that somebody has, shows the name where a profile links identity, and forgets it again', async () => {
      const key = await hub.key('submitter');
      const visitor = new Visitor();
      await visitor.visit(`${url}/login?token=${key}`);
      await visitor.signIn(url, 'ada', '?link=1');
      expect(await me(visitor)).toMatchObject({ keyId: key.split('_')[1], name: NAME });
      expect((await hub.ask(key, '/v1/status')).json.hub.name).toBe(NAME);

      const plain = redacted('plain', messages('one'));
      const linked = redacted('linked', messages('two'));
      await hub.send(key, plain);
      const submitter = { keyId: 'key_1', pseudonym: 'anon_1', identityLinked: true };
      expect((await hub.send(key, { ...linked, submitter })).status).toBe(201);
      const reader = await hub.key('reader');
      const nameOf = async (name: string) =>
        (await hub.ask(reader, `/v1/transcripts/${uuidOf(name)}/receipt`)).json.name;
      expect([await nameOf('plain'), await nameOf('linked')]).toEqual([undefined, NAME]);

      const again = await hub.ask(key, '/v1/me/identity', { method: 'DELETE' });
      expect([again.status, again.json.keyId]).toEqual([200, key.split('_')[1]]);
      expect(await nameOf('linked')).toBeUndefined();
      expect(await me(visitor)).toBe(401);
      expect((await hub.ask(again.json.key, '/v1/sessions')).json.sessions).toHaveLength(2);
      const person = await hub.store.people.named(provider.issuer, 'ada', null, 0);
      expect(await hub.store.people.keysOf(person)).toEqual([]);
      const admin = await hub.key('admin');
      const all = [await hub.ask(admin, '/v1/log/leaves'), await hub.ask(admin, '/v1/keys')];
      expect(all.map(({ text }) => text).join()).not.toMatch(/Ada|ada"/);
    });

    it('believes neither a state that is not the browser’s own nor a cookie that the hub did not make', async () => {
      const key = await hub.key('submitter');
      const thief = new Visitor();
      const leaving = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), link: key.split('_')[1] };
      thief.keep(url, 'hansard-leaving', signed(leaving, 'another secret'));
      expect((await thief.visit(`${url}/sign-in/back?code=c&state=s`)).status).toBe(401);
      await thief.visit(`${url}/sign-in`);
      expect((await thief.visit(`${url}/sign-in/back?code=c&state=s`)).status).toBe(401);
      expect((await new Visitor().visit(`${url}/sign-in?link=1`)).status).toBe(401);
      expect((await hub.ask(key, '/v1/status')).json.hub.name).toBeNull();
      expect(hub.reported).toEqual([]);
    });
  });
});
