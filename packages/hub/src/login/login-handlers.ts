/** How a browser logs in to a hub with a key, and out again. */
import { COOKIE, Refusal, sendUnauthorized } from '@hansard/server/frame';
import { textIn } from '../routes/body.ts';
import type { Handle, HubCall } from '../routes/handle.ts';
import { loginPage } from './login-page.ts';

const MOST = 4096;
const YEAR = 31_536_000;

export const loginHandlers: Readonly<Record<string, Handle>> = {
  'hub-page': (_hub, { app, request, reply }) => {
    const page = app.page.file('index.html');
    if (!page) throw new Refusal('not-found', 'This hub has no page.');
    return page.send(request, reply);
  },
  'hub-login': async (_hub, call) => {
    const { app, request, reply } = call;
    checkOwn(call);
    const bytes = call.body as AsyncIterable<Uint8Array>;
    const text = await textIn({ bytes, encoding: undefined, length: 0 }, MOST);
    const secret = await app.guard.cookieFor(request, new URLSearchParams(text).get('key')?.trim() ?? '');
    if (secret !== undefined) return reply.header('set-cookie', cookie(call, secret, YEAR)).redirect('/', 303);
    return sendUnauthorized(
      reply,
      loginPage({ signIn: false, wrong: 'The key is not one of this hub, or no longer.' }),
    );
  },
  'hub-logout': (_hub, call) => call.reply.header('set-cookie', cookie(call, '', 0)).send({}),
};

/** Another site must not log a browser in as somebody else. */
export function checkOwn({ request }: Pick<HubCall, 'request'>): void {
  const from = request.headers['sec-fetch-site'];
  if (from === undefined || from === 'same-origin' || from === 'none') return;
  throw new Refusal('not-from-here', 'Only the page of this hub logs in to it.');
}

export function cookie({ request }: Pick<HubCall, 'request'>, value: string, seconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}${secure}`;
}
