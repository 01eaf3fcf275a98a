/** The server of a tree, as its own benchmark starts it: CPU seconds of answering every page of all sessions, twice. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ask } from './http-load.mjs';

const WORDS = ['the', 'error', 'file', 'read%20function', 'test'];
const ROUNDS = 2;

/** Bundles the server into a folder, and gives the program's path. */
export async function bundledServer(tree, folder) {
  mkdirSync(folder, { recursive: true });
  symlinkSync(path.join(tree, 'node_modules'), path.join(folder, 'node_modules'));
  const { bundle } = await import(pathToFileURL(path.join(tree, 'scripts/lib/bundle.mjs')).href);
  await bundle({ input: { main: path.join(tree, 'bench/server-worker.mjs') }, folder: path.join(folder, 'out') });
  return path.join(folder, 'out', 'main.js');
}

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
  return [...pages, ...WORDS.map((word) => `/v1/search?q=${word}`)];
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
