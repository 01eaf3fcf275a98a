/**
 * The model's reasoning: summaries that are shown, raw text that some models give, and the encrypted form that
 * only the response item has. Summaries come one by one as events, all together in the item.
 */
import type { Part } from '../../transcript.ts';
import { expectTwin, markOf, takeTwin } from './duplicate-records.ts';
import { textsOf } from './messages.ts';
import { type Fields, idOf, leftovers, text } from './native.ts';
import { addModelEvent, modelEvent, type Reading } from './thread-state.ts';

interface Thought {
  summaries: readonly string[];
  raw: readonly string[];
  encrypted?: string;
  stream: 'r' | 'e';
  native: string;
  id?: string;
  extra?: Fields;
  startedAt?: string;
  completedAt?: string;
}

/** `response_item/reasoning`. */
export function readReasoning(r: Reading, payload: Fields, native: string): boolean {
  const encrypted = text(payload['encrypted_content']) || undefined;
  addThought(r, {
    summaries: textsOf(payload['summary']),
    raw: textsOf(payload['content']),
    encrypted,
    stream: 'r',
    native,
    id: idOf(payload['id']),
    extra: leftovers(payload),
  });
  return true;
}

export function addThought(r: Reading, thought: Thought): void {
  const missing = joinKnown(r, thought);
  if (missing === undefined) return;
  const { stream, native, id } = thought;
  const event = modelEvent(r, id ?? r.record.ref, 'reasoning', native, id);
  if (missing.length > 0) event.text = missing.length === 1 ? missing[0] : missing.join('\n\n');
  const parts = privateParts(thought.raw, thought.encrypted);
  if (parts) event.parts = parts;
  const extra = extraOf(thought);
  if (extra) event.extra = extra;
  if (thought.startedAt !== undefined) event.startedAt = thought.startedAt;
  if (thought.completedAt !== undefined) event.completedAt = thought.completedAt;
  const added = addModelEvent(r, event);
  const expect = (kind: string, words: string) =>
    expectTwin(r.state, { kind, mark: markOf(words), event: added, stream }, id);
  if (id !== undefined) expect('i', id);
  for (const summary of missing) expect('t', summary);
  for (const raw of thought.raw) expect('w', raw);
}

/** Joins what the other stream has said already; gives the summaries that are new, or nothing when all are known. */
function joinKnown(r: Reading, thought: Thought): readonly string[] | undefined {
  const { stream, id, summaries, raw } = thought;
  const same = id === undefined ? undefined : takeTwin(r.state, 'i', markOf(id), stream);
  if (same !== undefined && patchThought(r, same, thought)) {
    for (const summary of summaries) takeTwin(r.state, 't', markOf(summary), stream);
    for (const words of raw) takeTwin(r.state, 'w', markOf(words), stream);
    return undefined;
  }
  if (summaries.length === 1 && raw.length === 0) {
    const known = takeTwin(r.state, 't', markOf(summaries[0] as string), stream);
    return known !== undefined && patchThought(r, known, thought) ? undefined : summaries;
  }
  return summaries.length + raw.length === 0 ? summaries : joinSeveral(r, thought);
}

function joinSeveral(r: Reading, thought: Thought): readonly string[] | undefined {
  const known = new Set<string>();
  const isNew = (kind: string) => (words: string) => {
    const event = takeTwin(r.state, kind, markOf(words), thought.stream);
    if (event !== undefined) known.add(event);
    return event === undefined;
  };
  const missing = thought.summaries.filter(isNew('t'));
  const missingRaw = thought.raw.filter(isNew('w'));
  if (known.size === 0 || missing.length > 0) return missing;
  for (const event of known) patchThought(r, event, thought, missingRaw);
  return undefined;
}

function patchThought(r: Reading, event: string, thought: Thought, raw = thought.raw): boolean {
  const parts = privateParts(raw, thought.encrypted);
  return r.out.patch(event, {
    parts,
    extra: extraOf(thought),
    native: r.record.native(thought.native, thought.id),
  });
}

/** The leftovers are the thought's own: the encrypted form joins them. */
function extraOf({ extra, encrypted }: Thought): Fields | undefined {
  if (encrypted === undefined) return extra;
  if (extra === undefined) return { encrypted_content: encrypted };
  extra['encrypted_content'] = encrypted;
  return extra;
}

function privateParts(raw: readonly string[], encrypted: string | undefined): Part[] | undefined {
  if (raw.length === 0 && encrypted === undefined) return undefined;
  const parts: Part[] = [];
  for (const words of raw) parts.push({ type: 'reasoning', text: words, visibility: 'private' });
  if (encrypted !== undefined) parts.push({ type: 'reasoning', visibility: 'private', label: 'encrypted' });
  return parts;
}
