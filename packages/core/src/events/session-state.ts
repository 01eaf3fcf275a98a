/** How a session stands: one definition for documents, lists and pages. */

/** What the agent says of it, else `open`: the log may still grow. */
export const sessionState = (told: string | null | undefined): string => told ?? 'open';

/** The same for people. An open session in which nothing happens is idle, whoever shows it. */
export function stateWord(state: string | null | undefined, live = false): string {
  const known = sessionState(state);
  return known === 'open' ? (live ? 'live' : 'idle') : known;
}
