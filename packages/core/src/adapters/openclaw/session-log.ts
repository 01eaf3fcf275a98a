/** Session files of earlier versions: Pi's entries, with the header as their parent and notes of the program's own. */
import { readEntry } from '../../families/pi/entry.ts';
import { isObject, type Native } from '../../families/pi/native.ts';
import { beginState, type ReaderState } from '../../families/pi/state.ts';
import type { Head, LogDialect } from '../contract.ts';

export const sessionLog: LogDialect<ReaderState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect,
  begin: beginState,
  read: readEntry,
};

function detect({ records }: Head): number {
  const [header, ...entries] = records;
  if (header?.['type'] !== 'session' || typeof header['id'] !== 'string') return 0;
  return entries.some((entry) => isOwn(entry, header)) ? 1 : 0;
}

/** What Pi itself does not write. */
function isOwn({ parentId, customType, message }: Native, header: Native): boolean {
  if (parentId === header['id'] && parentId !== undefined) return true;
  if (typeof customType === 'string' && /^(openclaw\.|model-snapshot$)/.test(customType)) return true;
  return isObject(message) && message['provider'] === 'openclaw';
}
