/**
 * The server's token. It lies beside the archive, for its owner only, so that links and programs go on working when
 * the server is started again. Browsers get another secret that is made from it, and never the token itself.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@hansard/core';

const TOKEN_FILE = 'server-token';
const SHAPE = /^[\w-]{43}$/;

export class Token {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** What the cookie of a browser holds that logged in at a port: it lets nobody in at another one. */
  cookieAt(port: number | undefined): string {
    return cookieFor(port === undefined ? this.text : `${this.text} at ${port}`);
  }

  fits(given: string): boolean {
    return isSame(given, this.text);
  }

  fitsCookie(given: string, port: number | undefined): boolean {
    return isSame(given, this.cookieAt(port));
  }
}

/** What the cookie of a browser holds that logged in with a token. */
export const cookieFor = (token: string): string =>
  createHash('sha256').update(`hansard cookie ${token}`).digest('base64url');

/** Writes a file that is not there yet; false when it is. */
type MakeFile = (path: string, text: string) => boolean;

/** The token in a folder; it is made when there is none. */
export function tokenIn(folder: string, makeFile: MakeFile): Token {
  const path = join(folder, TOKEN_FILE);
  try {
    return new Token(readToken(path) ?? makeToken(path, makeFile));
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('archive-unusable', `The token ${path} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

function readToken(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (!SHAPE.test(text)) {
      throw new Failure('archive-unusable', `${path} is not a token.`, {
        remedy: 'Move it away: a new one is made, and links that were printed before no longer work.',
      });
    }
    if (process.platform !== 'win32') chmodSync(path, 0o600);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of two servers that make one at the same time, the first wins. */
function makeToken(path: string, makeFile: MakeFile): string {
  const text = randomBytes(32).toString('base64url');
  return makeFile(path, `${text}\n`) ? text : (readToken(path) ?? text);
}

/** In a time that says nothing of where they differ. How long they are is no secret: all are of one length. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
