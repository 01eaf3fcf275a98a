/** Parts that a server may be without: what needs one is answered with 501 then. */
import type { StoreJournal } from '@hansard/core/store/journal.ts';
import type { App } from './app.ts';
import { Refusal } from './problems.ts';

type Part = 'machine' | 'git' | 'sharing' | 'live' | 'intake' | 'telemetry' | 'erasing' | 'upkeep' | 'flows';

export function partOf<P extends Part>(app: App, part: P, what: string): NonNullable<App[P]> {
  const found = app[part];
  if (found === undefined) throw new Refusal('not-offered', `This server does not ${what}.`);
  return found as NonNullable<App[P]>;
}

export function journalOf({ store: { journal } }: Pick<App, 'store'>): StoreJournal {
  if (!journal) throw new Refusal('not-offered', 'This server keeps no tags, notes, stars and views.');
  return journal;
}
