/** How a browser logs in to a hub with a key, and out again. */
import { cookieOf, Refusal, sendUnauthorized } from '@hansard/server/frame';
import { sha256 } from '../digest.ts';
import { cookie } from '../login/cookie.ts';
import { loginPage } from '../login/login-page.ts';
import { textIn } from './body.ts';
import type { Handle, HubCall } from './handle.ts';

const MOST = 4096;
const YEAR = 31_536_000;

export const loginHandlers: Readonly<Record<string, Handle>> = {
  'hub-page': (_hub, { app, request, reply }) => {
    const page = app.page.file('index.html');
    if (!page) throw new Refusal('not-found', 'This hub has no page.');
    return page.send(request, reply);
  },
  'hub-login': async (hub, call) => {
    const { app, request, reply } = call;
    checkOwn(call);
    const bytes = call.body as AsyncIterable<Uint8Array>;
    const text = await textIn({ bytes, encoding: undefined, length: 0 }, MOST);
    const secret = await app.guard.cookieFor(request, new URLSearchParams(text).get('key')?.trim() ?? '');
    if (secret !== undefined)
      return reply.header('set-cookie', cookie(call, { value: secret, seconds: YEAR })).redirect('/', 303);
    return sendUnauthorized(
      reply,
      loginPage({ signIn: hub.signIn !== undefined, wrong: 'The key is not one of this hub, or no longer.' }),
    );
  },
  'hub-logout': async (hub, call) => {
    const own = cookieOf(call.request);
    if (own !== undefined) await hub.store.people.leave(sha256(own));
    return call.reply.header('set-cookie', cookie(call, { value: '', seconds: 0 })).send({});
  },
};

/** Another site must not log a browser in as somebody else. */
function checkOwn({ request }: Pick<HubCall, 'request'>): void {
  const from = request.headers['sec-fetch-site'];
  if (from === undefined || from === 'same-origin' || from === 'none') return;
  throw new Refusal('not-from-here', 'Only the page of this hub logs in to it.');
}
