/** One side of the benchmark of recording: the model, the proxy, or the program that asks. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [role, ...args] = process.argv.slice(2);
await { model, proxy, program }[role](...args);

async function model() {
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const { stream, chunks } = JSON.parse(Buffer.concat(pieces).toString());
    if (!stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(
        JSON.stringify({ id: 'x', model: 'm', choices, usage: { prompt_tokens: 9, completion_tokens: 2 } }),
      );
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (delta, finish_reason = null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    for (let at = 0; at < chunks; at++) {
      // As a model does: piece by piece, each written by itself.
      if (!response.write(chunk({ content: `word ${at} ` })))
        await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
  server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
}

async function proxy(upstream, folder) {
  const { startProxy } = await import('@hansard/capture/proxy');
  const { Session } = await import('@hansard/capture');
  const session = new Session({ id: 'proxied', baseDir: folder });
  const running = await startProxy({ session: () => session, env: { OPENAI_BASE_URL: `${upstream}/v1` } });
  process.send({ url: running.env.OPENAI_BASE_URL });
}

async function program(given) {
  const { model: url, proxy: proxied, folder, key, chunks, calls, streams } = JSON.parse(given);
  const { captureFetch, Session, TranscriptEntry } = await import('@hansard/capture');
  const session = new Session({ id: 'program', baseDir: folder });
  const hook = captureFetch(session);
  let asked = 0;
  const ask = async (fetched, base, stream) => {
    const messages = [{ role: 'user', content: `Question ${asked++}` }];
    const body = JSON.stringify({ model: 'm', messages, stream, chunks });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const started = performance.now();
    const response = await fetched(`${base}/chat/completions`, { method: 'POST', headers, body });
    if (stream) for await (const _ of response.body);
    else await response.json();
    return performance.now() - started;
  };
  const OpenAI = await realSdk();
  /** As programs read streams: by the SDK, which parses each piece; by hand where it was not installed. */
  const streamed = (fetched, base) => {
    if (!OpenAI) return () => ask(fetched, base, true);
    const client = new OpenAI({ apiKey: key, baseURL: base, fetch: fetched, maxRetries: 0 });
    return async () => {
      const messages = [{ role: 'user', content: `Question ${asked++}` }];
      const started = performance.now();
      for await (const _ of await client.chat.completions.create({ model: 'm', messages, stream: true, chunks }));
      return performance.now() - started;
    };
  };
  /** By turns, so that whatever else the machine does falls on both; the first of each warm up. */
  const compare = async (rounds, without, withIt) => {
    const times = [[], []];
    for (let round = 0; round < rounds * 1.2; round++) {
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const side of order) {
        const time = await (side === 0 ? without() : withIt());
        if (round >= rounds * 0.2) times[side].push(time);
      }
    }
    return { without: median(times[0]), with: median(times[1]) };
  };
  const direct = `${url}/v1`;
  const measured = {
    calls: await compare(
      calls,
      () => ask(fetch, direct, false),
      () => ask(hook, direct, false),
    ),
    streams: await compare(streams, streamed(fetch, direct), streamed(hook, direct)),
    proxied: await compare(
      calls,
      () => ask(fetch, direct, false),
      () => ask(fetch, proxied, false),
    ),
    proxiedStreams: await compare(streams, streamed(fetch, direct), streamed(fetch, proxied)),
    entries: session.slice(TranscriptEntry).all().length,
  };
  process.send({ measured });
  await new Promise((resolve) => setTimeout(resolve, 200));
  process.exit();
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

/** The SDK that the tests run, where `npm test` has installed it. */
async function realSdk() {
  const folder = new URL('../node_modules/.cache/hansard/capture-sdks/package.json', import.meta.url);
  if (!existsSync(folder)) return undefined;
  return (await import(pathToFileURL(createRequire(folder).resolve('openai')).href)).default;
}
