/**
 * The server that runs on this archive already. It leaves its address beside the archive. It may have gone without saying
 * so, and a stranger may have its port: the token is sent only while the process that left the address is there.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archiveHome, replaceFile } from '@hansard/archive';
import { createClient } from '@hansard/client';
import type { Host } from '@hansard/core';

const FILE = 'server.json';
const TOKEN_FILE = 'server-token';
const PATIENCE_MS = 2000;

interface Noted {
  readonly pid: number;
  readonly url: string;
}

/** Leaves the address; gives what takes it away again. */
export function noteServer(home: string, url: string): () => void {
  const path = join(home, FILE);
  const noted: Noted = { pid: process.pid, url };
  replaceFile(path, `${JSON.stringify(noted)}\n`);
  return () => {
    if (notedIn(home)?.pid === process.pid) rmSync(path, { force: true });
  };
}

/** A link that logs a browser in at the server that runs; undefined when none answers. */
export async function linkToRunning(
  host: Host,
  place: { readonly session: string; readonly event?: string },
): Promise<string | undefined> {
  const home = archiveHome(host);
  const [noted, token] = [notedIn(home), textIn(join(home, TOKEN_FILE))?.trim()];
  if (!noted || !isThere(noted.pid) || token === undefined) return undefined;
  try {
    const client = createClient({ baseUrl: noted.url, token });
    await client.session(place.session, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    return undefined;
  }
  const { session, event } = place;
  const where = new URLSearchParams({ token, session, ...(event === undefined ? {} : { event }) });
  return `${noted.url}/login?${where.toString()}`;
}

/** Whether a process of this user has that number. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function notedIn(home: string): Noted | undefined {
  try {
    const { pid, url } = JSON.parse(textIn(join(home, FILE)) ?? '') as Partial<Noted>;
    const isOurs = typeof url === 'string' && /^http:\/\/[^/?#@]+$/.test(url) && typeof pid === 'number';
    return isOurs ? { pid, url } : undefined;
  } catch {
    return undefined;
  }
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
