/**
 * Finds an erased session that somebody means: by its number, the beginning of its id, or by names that only its hashes
 * remember, which is why these must be given whole: the path of one of its files, or the agent's id for it.
 */

import { resolve } from 'node:path';
import { type Adapter, Failure } from '@hansard/core';
import type { Archive } from '../../archive.ts';
import { uuidOf } from '../../database/columns.ts';
import { sessionKey } from '../../sessions/session-key.ts';

const SHORTEST_PREFIX = 4;

/** The session's id. */
export function findErased({ sql, erasures }: Archive, adapters: readonly Adapter[], selector: string): string {
  const number = /^#(\d{1,15})$/.exec(selector)?.[1];
  const named = erasures.find(
    erasures.ofInput({ path: resolve(selector) }),
    ...adapters.map(({ id }) => erasures.ofSession(sessionKey(id, selector))),
  );
  if (named !== undefined) return named;
  const rows = sql.all(
    `SELECT uuid FROM known_session WHERE erased IS NOT NULL
       AND (number = ? OR (? >= ${SHORTEST_PREFIX} AND substr(uuid, 1, ?) = ?))`,
    number === undefined ? null : Number(number),
    selector.length,
    selector.length,
    selector.toLowerCase(),
  );
  const [row, ...others] = rows;
  if (row && others.length === 0) return uuidOf(row);
  if (row) throw new Failure('ambiguous-session', `"${selector}" fits several erased sessions.`);
  throw new Failure('unknown-session', `No session that was erased is called "${selector}".`, {
    remedy: 'Give #N, its id, the whole path of one of its files, or the agent’s whole id for it.',
  });
}
