/**
 * Session files: Pi's entries and a dozen kinds of its own. A line of fixed length before the header holds the title as it is now;
 * it is rewritten in place.
 */
import { type EntryReader, entryReader, readSetting } from '../../families/pi/entry.ts';
import { addEvent, type Frame } from '../../families/pi/frame.ts';
import { isObject, type Native, nameOf, restOf, textOf } from '../../families/pi/native.ts';
import { isHeader, sessionLog as sessionLogOfPi } from '../../families/pi/session-log.ts';
import type { ReaderState } from '../../families/pi/state.ts';
import { usageOf } from '../../families/pi/usage.ts';
import type { Head, LogDialect } from '../contract.ts';

const OWN: Readonly<Record<string, EntryReader>> = {
  title: readTitle,
  title_change: readTitle,
  model_change: readModel,
  service_tier_change: readChange,
  mode_change: readChange,
  session_init: readBriefing,
  model_usage: readUsage,
  reset_boundary: readAside,
  archive: readAside,
  ttsr_injection: readAside,
  credential_pin: readAside,
};

export const sessionLog: LogDialect<ReaderState> = { ...sessionLogOfPi, detect, read: entryReader(OWN) };

/** Without an entry of its own kind in the head, a file is Pi's, unless its folder says otherwise. */
function detect(head: Head): number {
  const [first, second] = head.records;
  if (first?.['type'] === 'title' && isObject(second)) return isHeader(second) ? 1 : 0;
  const isOwn = first !== undefined && isHeader(first) && head.records.some(({ type }) => OWNED.has(type));
  return isOwn ? 1 : sessionLogOfPi.detect(head) * 0.9;
}

const OWNED: ReadonlySet<unknown> = new Set(Object.keys(OWN).filter((type) => type !== 'model_change'));
const ENVELOPE = new Set(['type', 'id', 'parentId', 'timestamp']);
const SLOT = new Set([...ENVELOPE, 'pad', 'v']);

function readTitle(frame: Frame, entry: Native): void {
  const title = textOf(entry['title']);
  if (title) frame.out.session({ title: { text: title, rank: entry['source'] === 'user' ? 3 : 2 } });
  addEvent(frame, { type: 'session', phase: 'updated', session: restOf(entry, SLOT) ?? {} });
}

/** `provider/model` in one. */
function readModel(frame: Frame, entry: Native): void {
  const named = nameOf(entry['model']);
  const at = named?.indexOf('/') ?? -1;
  const apart = named && at > 0 ? { provider: named.slice(0, at), modelId: named.slice(at + 1) } : {};
  readSetting(frame, { ...entry, ...apart });
}

function readChange(frame: Frame, entry: Native): void {
  addEvent(frame, { type: 'session', phase: 'updated', session: restOf(entry, ENVELOPE) ?? {} });
}

const BRIEFING = new Set([...ENVELOPE, 'systemPrompt']);

/** What a subagent begins with. */
function readBriefing(frame: Frame, entry: Native): void {
  const prompt = entry['systemPrompt'];
  const text = Array.isArray(prompt)
    ? prompt.filter((block) => typeof block === 'string').join('\n\n')
    : textOf(prompt);
  const rest = restOf(entry, BRIEFING);
  addEvent(frame, {
    type: 'system',
    role: 'system',
    audience: 'model',
    text: text ?? '',
    ...(rest ? { extra: rest } : {}),
  });
}

const USAGE = new Set([...ENVELOPE, 'usage', 'model', 'provider']);

/** A call of a model that is no part of the conversation, such as one for the title. */
function readUsage(frame: Frame, entry: Native): void {
  const usage = usageOf(entry['usage']);
  const [model, provider] = [nameOf(entry['model']), nameOf(entry['provider'])];
  const rest = restOf(entry, USAGE);
  addEvent(frame, {
    type: 'meta',
    status: { label: 'model call', ...(textOf(entry['purpose']) ? { detail: entry['purpose'] } : {}) },
    ...(usage ? { usage } : {}),
    ...(model ? { model } : {}),
    ...(provider ? { provider } : {}),
    ...(rest ? { extra: rest } : {}),
  });
}

function readAside(frame: Frame, entry: Native): void {
  addEvent(frame, { type: 'meta', extra: { kind: entry['type'], ...restOf(entry, ENVELOPE) } });
}
