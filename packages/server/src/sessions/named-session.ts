/** The session that an address names: by its id, the beginning of it, or the agent's own id. */
import { findSession, listSessions, type SessionFound, type SessionListed } from '@hansard/archive';
import { WhileUnchanged } from '@hansard/archive/database/while-unchanged.ts';
import { Failure } from '@hansard/core';
import type { App } from '../app.ts';

/** Numbers in the archive and paths of files name sessions for commands only. */
export function namedSession({ archive }: Pick<App, 'archive'>, id: string): SessionFound {
  if (/[#/\\]/.test(id)) throw unknown(id);
  let known = KNOWN.get(archive);
  if (!known) {
    known = new WhileUnchanged(archive.sql, MOST_KNOWN);
    KNOWN.set(archive, known);
  }
  return known.get(id, () => found(archive, id));
}

/** What commands say about sessions that are not found is of use in a terminal only. */
function found(archive: App['archive'], id: string): SessionFound {
  try {
    return findSession(archive, id);
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (code === 'unknown-session') throw unknown(id);
    if (code !== 'ambiguous-session') throw error;
    throw new Failure(code, `The ids of several sessions begin with "${id.slice(0, 100)}".`, {
      remedy: 'Give more of the id.',
    });
  }
}

const unknown = (id: string): Failure =>
  new Failure('unknown-session', `No session has the id "${id.slice(0, 100)}".`, {
    remedy: 'It may have been erased; /v1/sessions lists those that there are.',
  });

/** Whoever pages through a session names it each time. */
const KNOWN = new WeakMap<App['archive'], WhileUnchanged<string, SessionFound>>();
const MOST_KNOWN = 1000;

export function listedSession(app: Pick<App, 'archive'>, id: string): SessionListed {
  const { id: number } = namedSession(app, id);
  const [listed] = listSessions(app.archive, { where: 'session.id = ?', parameters: [number] });
  if (!listed) throw new Failure('unknown-session', 'The session is no longer in the archive.');
  return listed;
}
