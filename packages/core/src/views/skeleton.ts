/** What the rows of events say, for the views that are made of them. */
import { FLAGS } from '../events/event-facts.ts';
import { PRIMARY_SOURCE } from '../events/source-path.ts';
import type { SourceFacts } from '../store/sessions.ts';
import type { SkeletonEvent } from '../store/views.ts';

/** The session's own agent. */
export const PRIMARY: SourceFacts = { source: PRIMARY_SOURCE, parent: null, title: null, type: null, callId: null };

/** What people asked, themselves. */
export function isPrompt({ type, flags, source }: Pick<SkeletonEvent, 'type' | 'flags' | 'source'>): boolean {
  const unseen = FLAGS.modelOnly | FLAGS.withdrawn | FLAGS.subagent;
  return type === 'user_message' && (flags & unseen) === 0 && source.source === PRIMARY_SOURCE;
}

export const hasFlag = ({ flags }: Pick<SkeletonEvent, 'flags'>, flag: number): boolean => (flags & flag) !== 0;
