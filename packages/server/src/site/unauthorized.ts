/** What a browser shows that has not logged in. A link on this very page makes the cookie count that was just set. */
import type { FastifyReply } from 'fastify';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hansard</title>
<h1>Hansard</h1>
<p>Open the link that <code>hansard serve</code> printed: it logs this browser in.</p>
<p>If you have just done so, <a href="/">go on</a>.</p>
</html>
`;

/** A page of its own, with the policy that it needs. */
export interface LoginPage {
  readonly html: string;
  readonly policy: string;
}

export function sendUnauthorized(reply: FastifyReply, page?: LoginPage): FastifyReply {
  if (page) reply.header('content-security-policy', page.policy);
  return reply
    .code(401)
    .type('text/html; charset=utf-8')
    .send(page?.html ?? PAGE);
}
