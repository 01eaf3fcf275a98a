/** What is to be removed and what was, by kind and place, never the secret. */
import type { ScrubbedCopy, ScrubPlace, ScrubPlan, ScrubReport } from '@hansard/archive';
import { neutraliseLine } from '@hansard/core';
import type { Context } from '../context.ts';
import { table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

export function planText({ places, split, shared, inputs }: ScrubPlan): string {
  const looked = `Looked at ${count(inputs, 'file')}.`;
  const lines = [
    places.length === 0
      ? `No secrets found. ${looked}`
      : `${placesTable(places)}\n\n${count(distinct(places), 'secret')} in ${count(places.length, 'place')}. ${looked}`,
  ];
  if (shared > 0) lines.push(`Shared ${count(shared, 'time')}: what has left the machine is out of reach.`);
  if (split.length > 0) lines.push(splitText(split));
  if (places.length > 0) lines.push('Agents’ own files are left as they are. Revoke what was ever real.');
  return lines.map((line) => `${line}\n`).join('');
}

function placesTable(places: readonly ScrubPlace[]): string {
  const groups = new Map<string, ScrubPlace[]>();
  for (const place of places) {
    const key = `${place.ruleId}\n${place.path ?? place.in}\n${place.part ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  const rows = [...groups.values()].map((group) => {
    const first = group[0] as ScrubPlace;
    const lines = [...new Set(group.flatMap(({ line }) => line ?? []))];
    return [
      first.label,
      first.sessions.map((uuid) => uuid.slice(0, 8)).join(' ') || '-',
      String(distinct(group)),
      String(group.length),
      first.path === null ? first.in : `${first.path}${first.part ? ` (${first.part})` : ''}`,
      lines.length === 0 ? '' : `line ${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ', …' : ''}`,
    ].map(neutraliseLine);
  });
  const head = ['kind', 'session', 'different', 'places', 'where', ''];
  return table([head, ...rows], ['left', 'left', 'right', 'right', 'left', 'left']);
}

/** The same secret may be found by several rules. */
const distinct = (places: readonly ScrubPlace[]): number => new Set(places.map(({ secret }) => secret)).size;

function splitText(split: readonly ScrubPlace[]): string {
  const sessions = [...new Set(split.flatMap((place) => place.sessions))].map((uuid) => uuid.slice(0, 8));
  return (
    `${count(distinct(split), 'secret')} cannot be removed: put together from several records, none of which holds ` +
    `enough of it to be found again (${sessions.join(', ')}). \`hansard rm\` erases the session.`
  );
}

export function scrubText(plan: ScrubPlan, { inputs, stretches, copies }: ScrubReport): string {
  const reached = copies.filter(({ outcome }) => outcome === 'scrubbed').length;
  const also = reached > 0 ? `, also in ${reached === 1 ? 'a copy' : `${reached} copies`} of the archive` : '';
  const lines = [
    `Removed ${count(distinct(plan.places), 'secret')} from ${count(stretches, 'place')} in ${count(inputs, 'original')}${also}.`,
    'Agents’ own files still hold them, and are read without them from now on. Revoke what was ever real.',
  ];
  if (plan.split.length > 0) lines.push(splitText(plan.split));
  return lines.map((line) => `${line}\n`).join('');
}

/** Tells of copies that may still hold what was removed; whether there are none. */
export function noteScrubbed(context: Context, copies: readonly ScrubbedCopy[]): boolean {
  for (const { path, outcome, message } of copies) {
    if (outcome === 'absent')
      context.note(`The backup ${path} is not there now. If it still exists, it was not changed.`);
    if (outcome === 'failed') context.note(`${path} may still hold what was removed: ${message}. Delete it by hand.`);
  }
  return copies.every(({ outcome }) => outcome !== 'failed');
}
