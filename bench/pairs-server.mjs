/** The server of a tree, as its own benchmark starts it: CPU seconds of answering every page of all sessions, and searches, twice. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ask } from './http-load.mjs';

const WORDS = ['the', 'error', 'file', 'read%20function', 'test'];
const ROUNDS = 2;

/** Starts it on an archive that is up to date, asks it, and gives the CPU seconds that it took to answer. */
export async function serverSeconds(program, env) {
  const child = fork(program, [], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const { port, token } = await told(child);
    const paths = await pathsOf(port, token);
    const before = await usageOf(child);
    for (let round = 0; round < ROUNDS; round++) await ask(port, token, paths);
    return (await usageOf(child)) - before;
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

async function pathsOf(port, token) {
  const answers = [];
  await ask(port, token, ['/v1/sessions?limit=200'], { answered: (_at, body) => answers.push(JSON.parse(body)) });
  const pages = answers[0].sessions.flatMap(({ id, events }) => [
    `/v1/sessions/${id}`,
    ...steps(events, 100).map((at) => `/v1/sessions/${id}/events?offset=${at}`),
    ...steps(events, 200).map((at) => `/v1/transcripts/${id}/events?after=${at}`),
  ]);
  // Which order is the usual one has changed.
  const searches = WORDS.flatMap((word) => ['newest', 'ranked'].map((order) => `/v1/search?q=${word}&order=${order}`));
  return [...pages, ...searches];
}

const steps = (count, step) => Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);

async function usageOf(child) {
  child.send('usage');
  const { cpu } = await told(child);
  return (cpu.user + cpu.system) / 1e6;
}

async function told(child) {
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit').then(failed)]);
  return message;
}

function failed([status]) {
  throw new Error(`The server ended with ${status}.`);
}
