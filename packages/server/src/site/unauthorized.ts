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

export const sendUnauthorized = (reply: FastifyReply): FastifyReply =>
  reply.code(401).type('text/html; charset=utf-8').send(PAGE);
