/** What a profile would take out of a session, place by place, before and after. */
import { archivedTranscript } from '@hansard/archive';
import { changesOf, droppedEvents } from '@hansard/archive/sharing/changes.ts';
import { countsByRule } from '@hansard/archive/sharing/receipt.ts';
import { Failure } from '@hansard/core';
import type { PreviewAnswer } from '@hansard/core/api/sharing.ts';
import type { App } from '../app.ts';
import { namedSession } from '../sessions/named-session.ts';

export async function previewSession(
  app: App,
  selector: string,
  name: string | undefined,
  limit: number,
): Promise<PreviewAnswer> {
  if (app.content.profile !== null) {
    throw new Failure('profile-local', 'What would be taken out is shown on this machine only.', {
      remedy: 'Run `hansard preview` where the archive is.',
    });
  }
  const { id, uuid } = namedSession(app, selector);
  const profile = app.privacy.profile(name ?? app.privacy.chosen);
  const gate = await app.privacy.gate(profile);
  const original = await archivedTranscript(app.archive, app.host, id, { now: new Date().toISOString() });
  const redacted = gate ? gate.redactTranscript(original) : original;
  const changes: PreviewAnswer['changes'] = [];
  let all = 0;
  for (const { event, lead: _lead, tail: _tail, ...change } of changesOf(original, redacted)) {
    if (all++ >= limit) continue;
    changes.push({ event: event?.id ?? null, seq: event?.seq ?? null, eventType: event?.type ?? null, ...change });
  }
  return {
    session: uuid,
    profile: profile.name,
    events: { all: original.events.length, dropped: droppedEvents(original.events, redacted.events) },
    counts: countsByRule(redacted),
    changes,
    hasMore: all > limit,
  };
}
