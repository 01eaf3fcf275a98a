/** What was said: the user's words, the model's answers and reasoning, and what the agent itself put in between. */
import type { Part } from '../../transcript.ts';
import { expectTwin, joinTwin, markOf, takeTwin } from './duplicate-records.ts';
import { isUsersOwn, kindsOf } from './injected.ts';
import { type Fields, fields, idOf, leftovers, list, text } from './native.ts';
import { addModelEvent, draft, modelEvent, type Reading } from './thread-state.ts';
import { imagePart } from './tool-outputs.ts';

/** `response_item/message`. */
export function readMessage(r: Reading, payload: Fields, native: string): boolean {
  const id = idOf(payload['id']);
  const content = payload['content'];
  if (payload['role'] === 'assistant') {
    addAnswer(r, { said: wholeText(content), stream: 'r', native, id, extra: leftovers(payload) });
    return true;
  }
  if (payload['role'] === 'user') return readUserMessage(r, payload, native, id);
  const event = draft(r, id ?? r.record.ref, 'system', native, id);
  event.role = 'system';
  event.audience = 'model';
  event.text = typeof content === 'string' ? content : textsOf(content).join('\n\n');
  const extra = leftovers(payload);
  if (extra || payload['role'] !== 'developer') event.extra = { ...extra, role: payload['role'] };
  r.out.add(event);
  return true;
}

export interface Answer {
  said: string;
  stream: 'r' | 'e';
  native: string;
  id?: string;
  extra?: Fields;
  startedAt?: string;
  completedAt?: string;
}

/** The model's words. The two copies share an id since 0.166; before, only the text tells that they are one. */
export function addAnswer(r: Reading, answer: Answer): void {
  const { said, stream, native, id, extra } = answer;
  const mark = markOf(said);
  const same = id === undefined ? undefined : takeTwin(r.state, 'i', markOf(id), stream);
  if (same !== undefined) takeTwin(r.state, 'a', mark, stream);
  if (same !== undefined && r.out.patch(same, { extra, native: r.record.native(native, id) })) return;
  if (joinTwin(r, { kind: 'a', mark, stream, native, id, extra })) return;
  const event = modelEvent(r, id ?? r.record.ref, 'assistant_message', native, id);
  event.text = said;
  if (extra) event.extra = extra;
  if (answer.startedAt !== undefined) event.startedAt = answer.startedAt;
  if (answer.completedAt !== undefined) event.completedAt = answer.completedAt;
  const added = addModelEvent(r, event);
  expectTwin(r.state, { kind: 'a', mark, event: added, stream }, id);
  if (id !== undefined) expectTwin(r.state, { kind: 'i', mark: markOf(id), event: added, stream }, id);
}

interface Sorted {
  own: string[];
  injected: string[];
  parts: Part[];
}

function readUserMessage(r: Reading, payload: Fields, native: string, id: string | undefined): boolean {
  const sorted = sortContent(r, payload);
  const ref = id ?? r.record.ref;
  const extra = leftovers(payload);
  const hasOwn = sorted.own.length > 0 || sorted.parts.length > 0;
  if (hasOwn || sorted.injected.length === 0)
    addPrompt(r, { said: sorted.own, parts: sorted.parts, stream: 'r', native, id, extra });
  if (sorted.injected.length === 0) return true;
  addInjected(r, { said: sorted.injected, stream: 'r', native, id, eventId: hasOwn ? `${ref}.1` : ref, extra });
  return true;
}

/** Context that the agent put into the conversation in the user's name. */
export function addInjected(
  r: Reading,
  context: {
    said: readonly string[];
    stream: 'r' | 'e';
    native: string;
    id?: string;
    eventId?: string;
    extra?: Fields;
  },
): void {
  const { said, stream, native, id, eventId, extra } = context;
  const mark = markOf(said.join(''));
  if (joinTwin(r, { kind: 's', mark, stream, native, id, extra })) return;
  const event = draft(r, eventId ?? r.record.ref, 'system', native, id);
  event.role = 'system';
  event.audience = 'model';
  event.text = said.join('\n\n');
  if (extra) event.extra = extra;
  expectTwin(r.state, { kind: 's', mark, event: r.out.add(event), stream }, id);
}

/** Parts the user's own words and images from what was injected around them. */
function sortContent(r: Reading, payload: Fields): Sorted {
  const sorted: Sorted = { own: [], injected: [], parts: [] };
  const content = payload['content'];
  const items = typeof content === 'string' ? [{ text: content }] : list(content);
  const kinds = kindsOf(payload);
  let label: Fields | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = fields(items[i]);
    if (!item) continue;
    const said = text(item['text']);
    if (said === undefined) {
      const image = imagePart(item, r.out);
      if (image) sorted.parts.push(label ? Object.assign(image, label) : image);
      label = undefined;
    } else if (isImageTag(said)) label = imageLabel(said) ?? label;
    else if (!r.state.reviewer && isUsersOwn(said, kinds[i])) sorted.own.push(said);
    else sorted.injected.push(said);
  }
  return sorted;
}

/** Images stand between `<image name=[Image #1] path="…">` and `</image>`: written by the agent around the user's. */
const isImageTag = (said: string) =>
  said === '</image>' || (said.startsWith('<image') && said.length < 4096 && said.endsWith('>'));

function imageLabel(said: string): Fields | undefined {
  const match = /^<image(?: name=(\[[^\]]*\]|"[^"]*"))?(?: path="([^"]*)")?/.exec(said);
  const label: Fields = {};
  if (match?.[1]) label['label'] = match[1];
  if (match?.[2]) label['path'] = match[2];
  return match?.[1] || match?.[2] ? label : undefined;
}

export interface Prompt {
  said: readonly string[];
  parts: Part[];
  stream: 'r' | 'e';
  native: string;
  id?: string;
  extra?: Fields;
}

export function addPrompt(r: Reading, prompt: Prompt): void {
  const { said, parts, stream, native, id, extra } = prompt;
  const mark = markOf(said.length === 1 ? (said[0] as string) : said.join(''));
  if (stream === 'e' && id === undefined && repeatsLast(r, mark, native)) return;
  const joined = joinTwin(r, { kind: 'u', mark, stream, native, id, extra });
  if (joined !== undefined) {
    // Only the response item holds the image itself.
    if (stream === 'r' && parts.length > 0) r.out.patch(joined, { parts: promptParts(said, parts) });
    return;
  }
  const event = draft(r, promptId(r, id), 'user_message', native, id);
  event.role = 'user';
  event.text = said.join('\n');
  if (parts.length > 0) event.parts = promptParts(said, parts);
  if (extra) event.extra = extra;
  expectTwin(r.state, { kind: 'u', mark, event: r.out.add(event), stream }, id);
}

/**
 * The log and the live protocol give the same prompt different ids of their own. Both know the turn, and which of its
 * prompts this is.
 */
function promptId(r: Reading, id: string | undefined): string {
  const { state } = r;
  if (id === undefined || state.turn === undefined) return id ?? r.record.ref;
  state.prompts = state.prompts?.turn === state.turn ? state.prompts : { turn: state.turn, count: 0 };
  state.prompts.count++;
  return promptOf(state.turn, state.prompts.count);
}

/** Id of the nth prompt of a turn. */
export const promptOf = (turn: string, nth: number): string => `${turn}.prompt${nth > 1 ? `.${nth}` : ''}`;

/** A review tells of its prompt twice in a row. */
function repeatsLast(r: Reading, mark: number, native: string): boolean {
  const last = r.state.twins.at(-1);
  if (last?.kind !== 'u' || last.stream !== 'e' || last.mark !== mark) return false;
  return r.out.patch(last.event, { native: r.record.native(native) });
}

const promptParts = (said: readonly string[], parts: Part[]): Part[] => [
  ...said.map((words) => ({ type: 'text', text: words })),
  ...parts,
];

/** `response_item/agent_message`: one agent of a team writes to another. */
export function readAgentMail(r: Reading, payload: Fields, native: string): boolean {
  const id = idOf(payload['id']);
  const event = draft(r, id ?? r.record.ref, 'system', native, id);
  event.role = 'system';
  event.audience = 'model';
  event.text = textsOf(payload['content']).join('');
  const sealed = list(payload['content']).filter((item) => fields(item)?.['type'] === 'encrypted_content');
  const extra = leftovers(payload) ?? {};
  if (sealed.length > 0) extra['encrypted_content'] = sealed;
  event.extra = extra;
  r.out.add(event);
  return true;
}

function wholeText(content: unknown): string {
  if (typeof content === 'string') return content;
  const only = Array.isArray(content) && content.length === 1 ? text(fields(content[0])?.['text']) : undefined;
  return only ?? textsOf(content).join('');
}

export function textsOf(content: unknown): string[] {
  const texts: string[] = [];
  if (!Array.isArray(content)) return texts;
  for (let i = 0; i < content.length; i++) {
    const value: unknown = content[i];
    const item = fields(value);
    const said = typeof value === 'string' ? value : text(item?.['text'] ?? item?.['refusal']);
    if (said !== undefined) texts.push(said);
  }
  return texts;
}
