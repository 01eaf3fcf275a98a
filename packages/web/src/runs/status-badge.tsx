/** How a run or a step goes, in words and colour. */
import type { RunAnswer, RunStepEntry } from '@hansard/client';

export type Status = RunAnswer['status'] | RunStepEntry['status'];

export const StatusBadge = ({ status }: { status: Status }) => <span className={`run-status ${status}`}>{status}</span>;

export const StubBadge = () => (
  <span className="stub-badge" title="No model was called: a stub has answered">
    stub
  </span>
);
