/** What a profile would take out of a session, place by place, before and after. */
import { Failure } from '@hansard/core';
import type { PreviewAnswer } from '@hansard/core/api/sharing.ts';
import { changesOf, droppedEvents } from '@hansard/core/sharing/changes.ts';
import { leftOutOf } from '@hansard/core/sharing/left-out.ts';
import { countsByRule } from '@hansard/core/sharing/receipt.ts';
import { sessionTranscript } from '@hansard/core/views/session-document.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { partOf } from '../parts.ts';
import { namedSession } from '../sessions/named-session.ts';

export async function previewSession(
  app: App,
  content: Content,
  selector: string,
  name: string | undefined,
  limit: number,
): Promise<PreviewAnswer> {
  if (content.profile !== null) {
    throw new Failure('profile-local', 'What would be taken out is shown on this machine only.', {
      remedy: 'Run `hansard preview` where the archive is.',
    });
  }
  // Where nothing is exported there are no profiles either.
  partOf(app, 'sharing', 'export sessions');
  const id = await namedSession(app, selector);
  const profile = app.privacy.profile(name ?? app.privacy.chosen);
  const gate = await app.privacy.gate(profile);
  const original = await sessionTranscript(app.store.events, id, { now: new Date().toISOString() });
  const redacted = gate ? gate.redactTranscript(original) : original;
  const changes: PreviewAnswer['changes'] = [];
  let all = 0;
  for (const { event, lead: _lead, tail: _tail, ...change } of changesOf(original, redacted)) {
    if (all++ >= limit) continue;
    changes.push({ event: event?.id ?? null, seq: event?.seq ?? null, eventType: event?.type ?? null, ...change });
  }
  return {
    session: id,
    profile: profile.name,
    events: { all: original.events.length, dropped: droppedEvents(original.events, redacted.events) },
    leftOut: leftOutOf(redacted, profile),
    counts: countsByRule(redacted),
    changes,
    hasMore: all > limit,
  };
}
