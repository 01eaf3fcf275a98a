/** SESSION as the user names it, from the archive: an id, its beginning, or a number in the last list. */
import { Archive, archivedTranscript, archiveExists, condition, listSessions } from '@hansard/archive';
import { Failure, type Host, type PriceBook, type Transcript } from '@hansard/core';
import { namedSessionToRead } from '../archive/named-session.ts';

/** No id is longer; what is, was meant as a path. */
const LONGEST_SELECTOR = 200;

/** Undefined when there is no archive to look into. */
export async function archivedTarget(
  host: Host,
  selector: string,
  prices: PriceBook | undefined,
): Promise<{ readonly transcript: Transcript; readonly scrubbed: boolean } | undefined> {
  if (selector.length > LONGEST_SELECTOR || !archiveExists(host)) return undefined;
  const archive = await Archive.open(host);
  try {
    const { id } = namedSessionToRead(archive, host, selector);
    const transcript = await archivedTranscript(archive, host, id, { now: new Date().toISOString(), prices });
    return { transcript, scrubbed: listSessions(archive, condition('session.id = ?', id))[0]?.scrubbed === true };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unknown-session') throw error;
    const nothing = `There is no file or folder ${selector}`;
    const isNumber = /^\d+$/.test(selector);
    const message = isNumber
      ? `${nothing}. ${error.message}`
      : `${nothing}, and no session of that name in the archive.`;
    throw new Failure('file-not-found', message, { remedy: error.remedy });
  } finally {
    archive.close();
  }
}

/** `SESSION#EVENT` names an event; `#12` alone is a number in the archive. */
export function splitEvent(target: string): { target: string; event?: string } {
  const match = /^(.+?)#(.+)$/.exec(target);
  return match ? { target: match[1] as string, event: match[2] as string } : { target };
}
