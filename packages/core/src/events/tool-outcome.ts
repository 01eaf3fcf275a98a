/** How tool calls end, in one place: which statuses count as a failure, and the two readings that differ on purpose. */

type Status = string | null | undefined;

const FAILED: ReadonlySet<Status> = new Set(['error', 'denied', 'timeout', 'interrupted']);
const BROKE_DOWN: ReadonlySet<Status> = new Set(['error', 'timeout', 'interrupted']);
export const CHANGED_NOTHING: readonly string[] = ['error', 'denied', 'timeout'];

/** The call did not do what it was asked to do, for whatever reason. */
export const isFailed = (status: Status): boolean => FAILED.has(status);

/** The call ran and failed. A refusal is somebody's decision and not a fault of the tool: failure rates leave it out. */
export const brokeDown = (status: Status): boolean => BROKE_DOWN.has(status);

/** The call left no file changed. An edit that was interrupted may have been made, and is shown. */
export const changedNothing = (status: Status): boolean => CHANGED_NOTHING.includes(status ?? '');
