/** Secrets that were found in the archive, as a table: kind, place and age, never the secret. */
import { type Archive, listSessions, type SessionFound, sessionByUuid } from '@hansard/archive';
import { neutraliseLine } from '@hansard/core';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

export interface SecretPlace {
  readonly ruleId: string;
  readonly label: string;
  /** Id of the session. */
  readonly session: string;
  /** Id of the event; null for what is said about the session. */
  readonly event: string | null;
  readonly seq: number | null;
  readonly field: string;
  /** RFC 3339. */
  readonly at: string | null;
  /** Keyed hash: the same for the same secret, and of no use to anybody else. Null when its extent is not known. */
  readonly secret: string | null;
}

export function allSessions(archive: Archive): SessionFound[] {
  return listSessions(archive).flatMap(({ id }) => sessionByUuid(archive, id) ?? []);
}

const NEXT = 'Revoke what is real: the agent has read it. `hansard scrub --all` removes them from the archive.';

export function scanText(places: readonly SecretPlace[], sessions: number, now: number): string {
  const looked = `Looked at ${count(sessions, 'session')}.`;
  if (places.length === 0) return `No secrets found. ${looked}\n`;
  const groups = new Map<string, SecretPlace[]>();
  for (const place of places) {
    const key = `${place.ruleId}\n${place.session}`;
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  const rows = [...groups.values()].map((group) => rowOf(group, now));
  const head = ['kind', 'session', 'first at', 'age', 'different', 'places', 'fields'];
  const align = ['left', 'left', 'left', 'right', 'right', 'right'] as const;
  const distinct = new Set(places.map(({ secret, ruleId }) => secret ?? ruleId)).size;
  const found = `${count(distinct, 'secret')} in ${count(places.length, 'place')}. ${looked}`;
  return `${table([head, ...rows], align)}\n\n${found}\n${NEXT}\n`;
}

function rowOf(group: readonly SecretPlace[], now: number): string[] {
  const first = group.find(({ seq }) => seq !== null) ?? (group[0] as SecretPlace);
  const times = group.flatMap(({ at }) => (at === null || Number.isNaN(Date.parse(at)) ? [] : [Date.parse(at)]));
  const fields = [...new Set(group.map(({ field }) => field))];
  return [
    first.label,
    first.session.slice(0, 8),
    first.seq === null ? 'session' : `#${first.seq}`,
    times.length === 0 ? '?' : ageInWords(now - Math.min(...times)),
    String(new Set(group.map(({ secret }) => secret)).size),
    String(group.length),
    fields.slice(0, 2).join(', ') + (fields.length > 2 ? `, … ${fields.length - 2} more` : ''),
  ].map(neutraliseLine);
}

const DAY = 86_400_000;

function ageInWords(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  if (days >= 730) return `${Math.floor(days / 365)} years`;
  return days < 1 ? 'today' : count(days, 'day');
}
