/** An agent that is a server and takes its time to begin: what it is asked too early must not be waited for. */
import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { HttpAgent } from './http-agent.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

it('asks again when a server that still begins never answers', async () => {
  const told: unknown[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    if (asked.length === 1) return;
    if (url === '/events') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    else response.end(JSON.stringify({ url }));
  });
  const spec = { user: 'u', passwordVariable: 'P', health: '/health', events: '/events' };
  const { args, start } = HttpAgent.prepare(spec);
  await new Promise<void>((resolve) => server.listen(Number(args.at(-1)), '127.0.0.1', resolve));
  const agent = start((msg) => told.push(msg), { answerMs: 50 });
  ends.push(() => {
    agent.close();
    server.closeAllConnections();
    server.close();
  });
  agent.ask({ request: 1, method: 'GET', path: '/early' });
  await expect.poll(() => told).toEqual([{ stream: 'open' }, { response: 1, status: 200, body: { url: '/early' } }]);
  expect(asked).toEqual(['/health', '/health', '/events', '/early']);
});
