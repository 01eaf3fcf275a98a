/** The run that an address names: by the name of its folder, its key, or an id that its own files give it. */
import { Failure } from '@hansard/core';
import type { RunDetail, RunRow, StoreRuns } from '@hansard/core/store/runs.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { Refusal } from '../problems.ts';

export function runsOf({ store: { runs } }: Pick<App, 'store'>): StoreRuns {
  if (!runs) throw new Refusal('not-offered', 'This server keeps no runs of flows.');
  return runs;
}

/** With everything that is known of it. One of which a part may not be told to who asks is not there. */
export async function namedRun(app: App, content: Content, name: string): Promise<RunDetail> {
  const runs = runsOf(app);
  const found = await runs.find(name);
  const [only] = found;
  if (!only) throw unknownRun(name);
  if (found.length > 1) throw new Failure('ambiguous-run', `"${name}" fits ${found.map(placeOf).join(' and ')}.`);
  const detail = await runs.detail(only.key);
  if (!detail || !(await isCovered(content, detail))) throw unknownRun(name);
  return detail;
}

const unknownRun = (name: string) => new Failure('unknown-run', `Run '${name.slice(0, 300)}' not found`);

/** Two folders may have the same name. */
const placeOf = ({ id, folder, key }: RunRow): string => `${id} (${folder ?? key})`;

/** A profile may leave sessions out; a run is told of when all its steps may be. */
export async function isCovered(content: Content, { steps }: Pick<RunDetail, 'steps'>): Promise<boolean> {
  if (content.profile === null) return true;
  for (const session of new Set(steps.flatMap((step) => step.session ?? []))) {
    try {
      await content.answer(session, null);
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }
  return true;
}
