/**
 * `<session>.settings.json` beside the log, rewritten as the session goes on: model, autonomy, and the only token
 * numbers there are, a running total. It does not name its session; the layout does.
 */
import type { DocumentDialect, Head, InputContext } from '../contract.ts';
import { isObject, type Json, stringOf } from './native.ts';
import { totalOf } from './usage.ts';

interface SettingsState {
  /** The file's name, which is the session's: the event stays the same when the file is rewritten. */
  id?: string;
}

export const settings: DocumentDialect<SettingsState> = {
  id: 'settings',
  kind: 'document',
  live: false,
  detect,
  begin: ({ path }: InputContext) => ({ id: path?.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) }),
  *records(document) {
    yield { value: document, pointer: '' };
  },
  read({ id }, record, out) {
    const value: Json = record.value;
    const usage = totalOf(value['tokenUsage']);
    const model = stringOf(value['model']);
    const provider = stringOf(value['providerLock']);
    const variant = stringOf(value['reasoningEffort']);
    out.add({
      id: id ?? record.ref,
      type: 'session',
      phase: 'settings',
      ...(model ? { model } : {}),
      ...(provider ? { provider } : {}),
      ...(variant ? { variant } : {}),
      ...(usage ? { usage } : {}),
      session: isObject(value) ? value : {},
      native: record.native('settings'),
    });
  },
};

const OWN = ['assistantActiveTimeMs', 'autonomyLevel', 'autonomyMode', 'providerLock', 'interactionMode'];

/** A document of many lines gives no records, one of a single line gives one. */
function detect({ records, keys }: Head): number {
  if (records.length > 1) return 0;
  if (!keys.includes('tokenUsage') && !keys.includes('autonomyLevel')) return 0;
  return OWN.filter((key) => keys.includes(key)).length >= 2 ? 0.9 : 0;
}
