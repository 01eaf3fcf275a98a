/** Small programs that record a call, for every kind of runtime: `scripts/capture-package.mjs` runs them. */

/**
 * Without files and scopes, as every runtime can. The model is a function: an answer that is whole, one that is streamed and read
 * in each of the ways that there are, one that the program leaves. Each must be recorded, and come as it is.
 */
export const UNIVERSAL = `
import { captureFetch, formatTranscript, Session, TranscriptEntry } from '@hansard/capture/universal';
const url = 'https://api.openai.com/v1/chat/completions';
const choice = (content) => ({ id: 'x', model: 'm', choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] });
const delta = (content, finish_reason = null) => 'data: ' + JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, delta: { content }, finish_reason }] }) + '\\n\\n';
const pieces = ['Hello ', 'there', ', again'];
const events = [...pieces.map((piece) => delta(piece)), delta('', 'stop'), 'data: [DONE]\\n\\n'];
const streamed = () => new Response(new ReadableStream({
  start(controller) {
    for (const event of events) controller.enqueue(new TextEncoder().encode(event));
    controller.close();
  },
}), { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
const answer = async (_url, { body }) => JSON.parse(body).stream ? streamed() : Response.json(choice('Hello there'));
const session = new Session();
const hook = captureFetch(session, { fetch: answer });
const ask = (content, stream) => hook(url, { method: 'POST', body: JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content }] }) });
const told = () => formatTranscript(session.slice(TranscriptEntry));
async function until(holds, what) {
  for (let n = 0; n < 200 && !holds(); n++) await new Promise((resolve) => setTimeout(resolve, 10));
  if (!holds()) throw new Error(what + ' is not in the record:\\n' + told());
}
const same = (got, wanted) => { if (got !== wanted) throw new Error('The program got ' + got); };
const last = () => session.slice(TranscriptEntry).latest()?.metadata ?? {};

same((await (await ask('Hi')).json()).choices[0].message.content, 'Hello there');
await until(() => /USER\\nHi\\n[^]*ASSISTANT\\nHello there\\n/.test(told()), 'A whole answer');
const whole = events.join('');
const ways = {
  text: (response) => response.text(),
  reader: async ({ body }) => {
    const reader = body.getReader();
    let text = '';
    const decoder = new TextDecoder();
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += decoder.decode(next.value, { stream: true });
    return text;
  },
  iterator: async ({ body }) => {
    if (!body[Symbol.asyncIterator]) return ways.reader({ body });
    let text = '';
    for await (const piece of body) text += new TextDecoder().decode(piece);
    return text;
  },
  pipe: ({ body }) => new Response(body.pipeThrough(new TransformStream())).text(),
  handed: ({ body }) => new Response(body).text(),
  tee: async ({ body }) => { const [one, other] = body.tee(); await new Response(one).text(); return new Response(other).text(); },
};
for (const [name, read] of Object.entries(ways)) {
  const before = session.stats().entries;
  same(await read(await ask('Read by ' + name, true)), whole);
  await until(() => session.stats().entries === before + 2 && /Hello there, again\\n$/.test(told()), 'What was read by ' + name);
}
const left = await ask('Left', true);
await left.body.cancel();
await until(() => last().interrupted !== undefined, 'That the program left');
if (session.stats().errors > 0) throw new Error('There were errors in the recording.');
`;

/** With files and scopes. */
export const WHOLE = `${UNIVERSAL.replace('@hansard/capture/universal', '@hansard/capture').replace('new Session()', "new Session({ baseDir: './out' })")}
import { currentSession, readTranscript } from '@hansard/capture';
if ([...readTranscript('./out')].length !== session.stats().entries) throw new Error('The file does not hold the entries.');
await session.run(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  if (currentSession() !== session) throw new Error('The scope is lost.');
});
const [one, other] = [new Session(), new Session()];
const scoped = captureFetch(undefined, { fetch: answer });
const askIn = (content) => scoped(url, { method: 'POST', body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] }) }).then((response) => response.text());
await Promise.all([one.run(() => askIn('One')), other.subagent('a', () => askIn('Other'))]);
for (const [mine, content, source] of [[one, 'One', 'primary'], [other, 'Other', 'subagent:a']]) {
  const [entry] = mine.slice(TranscriptEntry).all();
  if (entry?.content !== content || entry.source !== source) throw new Error('Scopes are mixed.');
}
for (const path of ['proxy', 'claude', 'ai-sdk', 'openai-agents', 'langchain']) await import('@hansard/capture/' + path);
`;

/** A response that goes on to whoever asked, as servers on the edge pass streams on: nobody but the runtime reads it. */
export const WORKER = `
${UNIVERSAL.slice(0, UNIVERSAL.indexOf('same((await'))}
export default {
  async fetch(request) {
    if (new URL(request.url).pathname === '/told') return new Response(told());
    const response = await ask('Passed on', true);
    return new Response(response.body, { headers: { 'content-type': 'text/event-stream' } });
  },
};
`;

/** Types of a program that has it, in an empty project. */
export const TYPED = `
import { captureFetch, JsonlSliceFactory, MemorySliceFactory, Session, SliceFactoryConfig, TranscriptEntry } from '@hansard/capture';
const sliceConfig = new SliceFactoryConfig({ stateFactory: new MemorySliceFactory(), logFactory: new JsonlSliceFactory({ baseDir: '.' }) });
const session = new Session({ sliceConfig });
const hook: typeof fetch = captureFetch(session);
const latest: TranscriptEntry | undefined = session.slice(TranscriptEntry).latest();
export { hook, latest };
`;
