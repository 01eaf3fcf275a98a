/** What only the server can tell of a session: what it changed, what became of that in git, and when what happened. */
import { ChangesView } from './changes/changes-view.tsx';
import { CommitsView } from './commits/commits-view.tsx';
import type { TranscriptTab } from './tabs.ts';
import { TimelineView } from './timeline/timeline-view.tsx';

export const SERVED_TABS: readonly TranscriptTab[] = [
  { name: 'changes', label: 'Changes', View: ChangesView, hasDiffs: true },
  { name: 'commits', label: 'Commits', View: CommitsView },
  { name: 'timeline', label: 'Timeline', View: TimelineView },
];
