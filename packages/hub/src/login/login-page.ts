/** What a browser is shown that has not logged in to a hub: a field for a key, and a link to sign in where that is on. */
import { createHash } from 'node:crypto';
import type { LoginPage } from '@hansard/server/frame';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 12vh auto 0; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
label { display: block; margin: 1.5rem 0 .3rem; }
input { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit; }
button, .sign-in { display: inline-block; margin-top: .8rem; padding: .45rem 1rem; font: inherit; }
.wrong { color: #b3261e; }
@media (prefers-color-scheme: dark) { .wrong { color: #ff8a80; } }
`;

const HASH = createHash('sha256').update(STYLE).digest('base64');
/** Nothing but this style, and a form that goes nowhere else. */
const POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export function loginPage({ signIn, wrong }: { signIn: boolean; wrong?: string }): LoginPage {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hansard hub</title>
<style>${STYLE}</style>
<main>
<h1>Hansard hub</h1>
${wrong === undefined ? '' : `<p class="wrong" role="alert">${wrong}</p>`}
${signIn ? '<p><a class="sign-in" href="/sign-in">Sign in with your organisation</a></p>' : ''}
<form method="post" action="/login">
<label for="key">Key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required>
<button>Log in</button>
</form>
<p>Whoever runs this hub gives out keys and invites. <code>hansard login</code> redeems an invite.</p>
</main>
</html>
`;
  return { html, policy: POLICY };
}
