/** Damaged originals in words: which session each is of, and where. */
import type { Adapter, Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import type { DamagedPlace } from '../sqlite/originals/damage.ts';
import { sessionsOfAgent } from '../sqlite/sessions/all-sessions.ts';
import { sessionById, sessionLine } from '../sqlite/sessions/find-session.ts';
import { firstSessionOf } from '../sqlite/sessions/input-sessions.ts';
import { SessionInputs } from './session-inputs.ts';

export interface DamagedOriginal {
  readonly path: string;
  /** The session that it is of, as lists name it; none for files that belong to no session. */
  readonly session: string | undefined;
  readonly start: number;
  readonly end: number;
}

export async function namedDamage(
  archive: Pick<Archive, 'sql' | 'originals'>,
  places: readonly DamagedPlace[],
  { host, adapters }: { readonly host: Host; readonly adapters: readonly Adapter[] },
): Promise<DamagedOriginal[]> {
  const members = new SessionInputs(archive, adapters, host);
  const sessions = new Map<number, number | undefined>();
  for (const { inputId } of places) {
    if (!sessions.has(inputId)) sessions.set(inputId, await sessionOf(archive, members, inputId));
  }
  return places.map(({ inputId, path, start, end }) => {
    const session = sessions.get(inputId);
    const found = session === undefined ? undefined : sessionById(archive, session);
    return { path, session: found && sessionLine(found), start, end };
  });
}

export const damageLine = ({ path, session, start, end }: DamagedOriginal): string =>
  `${session === undefined ? '' : `${session}  `}${path}, bytes ${start} to ${end}`;

/** A file beside a session's own has no threads: whoever names it is asked. */
async function sessionOf(
  { sql, originals }: Pick<Archive, 'sql' | 'originals'>,
  members: SessionInputs,
  inputId: number,
): Promise<number | undefined> {
  const own = firstSessionOf(sql, inputId);
  if (own !== undefined) return own;
  const input = originals.inputById(inputId);
  if (!input) return undefined;
  for (const id of sessionsOfAgent(sql, input.agent, input.machine)) {
    // What is damaged may be what would have told.
    const inputs = await members.of(id).catch(() => []);
    if (inputs.some((one) => one.id === inputId)) return id;
  }
  return undefined;
}
