/** What of a run may leave the machine beside the content of its steps. */
import type { RunAnswer, RunEventEntry } from '@hansard/core/api/index.ts';
import type { Content } from '../content/content.ts';

/** What an event says of how things go; whatever else is in it may be what was said. */
const KEPT = new Set([
  'status',
  'duration_ms',
  'engine',
  'engine_id',
  'agents',
  'step_index',
  'flows',
  'backend',
  'mode',
  'iteration',
]);

export async function leavingEvent(content: Content, event: RunEventEntry): Promise<RunEventEntry> {
  if (content.profile === null) return event;
  const payload = Object.fromEntries(Object.entries(event.payload).filter(([name]) => KEPT.has(name)));
  return content.answer(null, { ...event, payload });
}

/** Parameters are whatever somebody typed. */
export async function leavingRun(content: Content, run: RunAnswer): Promise<RunAnswer> {
  if (content.profile === null) return run;
  return content.answer(null, { ...run, params: {} });
}
