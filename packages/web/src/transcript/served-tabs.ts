/** What only the server can tell of a session: what it changed, and when what happened. */
import { ChangesView } from './changes/changes-view.tsx';
import type { TranscriptTab } from './tabs.ts';
import { TimelineView } from './timeline/timeline-view.tsx';

export const SERVED_TABS: readonly TranscriptTab[] = [
  { name: 'changes', label: 'Changes', View: ChangesView, hasDiffs: true },
  { name: 'timeline', label: 'Timeline', View: TimelineView },
];
