/**
 * Events of the stream as lines: the text of `JSON.stringify`, made by hand where it is the same for most of them. An
 * item is told in two to three lines that repeat its ids and its words; these are made once. Everything else goes through
 * `JSON.stringify`.
 */
import type { TranscriptHeader } from '../contract.ts';
import { jsonText } from '../json-text.ts';
import { idPrefix, NOTHING } from './envelopes.ts';
import type { ContentPart, ToolAddition, UniversalEvent, UniversalItem, UsageAddition } from './event.ts';

/** Texts of which JSON is the text itself, in quotes. To know that takes half the time of `JSON.stringify`. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** Longer texts are seldom plain. */
const SHORT = 100;

const isPlain = (text: string): boolean => text.length < SHORT && PLAIN.test(text);

/** The JSON of a text, and the same without the quotes. */
const quoted = (text: string): string => (isPlain(text) ? `"${text}"` : JSON.stringify(text));
const inQuotes = (text: string): string => (isPlain(text) ? text : JSON.stringify(text).slice(1, -1));

/** A text that is mostly the one before, and its JSON without the quotes. */
class LastText {
  #text = '';
  #json = '';

  json(text: string): string {
    if (text !== this.#text) [this.#text, this.#json] = [text, inQuotes(text)];
    return this.#json;
  }
}

/** Texts that are the same for all events of a kind. Fewer and longer texts are put together in less time. */
interface Fixed {
  readonly synthetic: string;
  readonly native: string;
}

export class LineWriter {
  /** Where events of items begin, with what all ids begin with. */
  readonly #begin: string;
  readonly #fixed = new Map<UniversalEvent['type'], Fixed>();
  readonly #session: string;
  readonly #openings = new Map<string, string>();
  readonly #time = new LastText();
  readonly #item = new LastText();
  readonly #native = new LastText();
  readonly #parent = new LastText();
  readonly #model = new LastText();
  readonly #words = new LastText();

  constructor({ transcriptId, session }: TranscriptHeader) {
    this.#begin = `{"event_id":${JSON.stringify(idPrefix(transcriptId)).slice(0, -1)}`;
    const native = session.nativeId === undefined ? '' : `,"native_session_id":${JSON.stringify(session.nativeId)}`;
    this.#session = `","session_id":${JSON.stringify(transcriptId)}${native},"source":`;
  }

  lines(events: readonly UniversalEvent[]): string {
    let lines = '';
    for (const event of events) lines += this.#line(event);
    return lines;
  }

  #line(event: UniversalEvent): string {
    const { sequence, time, synthetic, type, agent_source, transcript, transcript_event } = event;
    const fixed = this.#fixed.get(type) ?? this.#fix(type);
    const kind = synthetic ? fixed.synthetic : fixed.native;
    const line = `${this.#idOf(event)}${sequence},"time":"${this.#time.json(time)}${kind}${this.#data(event)}`;
    const agent = agent_source === undefined ? '' : `,"agent_source":${quoted(agent_source)}`;
    if (transcript === undefined && transcript_event === undefined) return `${line}${agent}}\n`;
    return `${line}${agent},${jsonText({ transcript, transcript_event }).slice(1)}\n`;
  }

  #fix(type: UniversalEvent['type']): Fixed {
    const fixed = {
      synthetic: `${this.#session}"daemon","synthetic":true,"type":"${type}","data":`,
      native: `${this.#session}"agent","synthetic":false,"type":"${type}","data":`,
    };
    this.#fixed.set(type, fixed);
    return fixed;
  }

  /** The id of what starts and completes an item is made from the item's. */
  #idOf({ type, event_id, data }: UniversalEvent): string {
    if (type === 'item.started') return `${this.#begin}${this.#item.json(data.item.item_id)}.started","sequence":`;
    if (type === 'item.completed') return `${this.#begin}${this.#item.json(data.item.item_id)}.completed","sequence":`;
    return `{"event_id":${quoted(event_id)},"sequence":`;
  }

  #data({ type, data }: UniversalEvent): string {
    if (type === 'item.delta') {
      const ids = `{"item_id":"${this.#item.json(data.item_id)}${this.#nativeOf(data.native_item_id)}`;
      return `${ids}","delta":"${this.#words.json(data.delta)}"}`;
    }
    if (type === 'item.started') return data.item.content === NOTHING ? this.#opening(data.item) : jsonText(data);
    return type === 'item.completed' ? this.#completed(data.item) : jsonText(data);
  }

  /** Nearly half of all lines tell that an item starts, and hold little but its ids. */
  #opening({ item_id, native_item_id, parent_id, kind, role }: UniversalItem): string {
    const ids = `${this.#item.json(item_id)}${this.#nativeOf(native_item_id)}${this.#parentOf(parent_id)}`;
    return `{"item":{"item_id":"${ids}${this.#openings.get(`${kind} ${role}`) ?? this.#openingOf(kind, role)}`;
  }

  #openingOf(kind: UniversalItem['kind'], role: UniversalItem['role']): string {
    const whose = role == null ? '' : `,"role":"${role}"`;
    const text = `","kind":"${kind}"${whose},"status":"in_progress","content":[]}}`;
    this.#openings.set(`${kind} ${role}`, text);
    return text;
  }

  /** In the order in which `itemOf` lays them out. */
  #completed(item: UniversalItem): string {
    const { item_id, kind, status, content, native_item_id, parent_id, role } = item;
    let parts = '';
    for (const part of content) parts += parts === '' ? this.#part(part) : `,${this.#part(part)}`;
    const whose = role == null ? '' : `,"role":"${role}"`;
    const told = `{"item":{"item_id":"${this.#item.json(item_id)}","kind":"${kind}","status":"${status}"`;
    const native = native_item_id == null ? '' : `,"native_item_id":"${this.#native.json(native_item_id)}"`;
    const parent = parent_id == null ? '' : `,"parent_id":"${this.#parent.json(parent_id)}"`;
    return `${told},"content":[${parts}]${native}${parent}${whose}${this.#facts(item)}}}`;
  }

  /** Parts that are made of an event's own words and tool have these fields and no others. */
  #part(part: ContentPart): string {
    switch (part.type) {
      case 'text':
        return hasTwoFields(part) ? `{"type":"text","text":"${this.#words.json(part.text)}"}` : jsonText(part);
      case 'status':
        return hasTwoFields(part) ? `{"type":"status","label":${quoted(part.label)}}` : jsonText(part);
      case 'tool_call':
        return `{"type":"tool_call","name":${quoted(part.name)},"arguments":${JSON.stringify(part.arguments)},"call_id":${quoted(part.call_id)}}`;
      case 'tool_result':
        return `{"type":"tool_result","call_id":${quoted(part.call_id)},"output":${quoted(part.output)},"name":${quoted(part.name ?? '')}}`;
      default:
        return jsonText(part);
    }
  }

  #facts(item: UniversalItem): string {
    const { event_role, event_type, phase, model, provider, variant, usage, cost_micro_usd, tool } = item;
    let text = event_role === undefined ? '' : `,"event_role":${quoted(event_role)}`;
    if (event_type !== undefined) text += `,"event_type":${quoted(event_type)}`;
    if (phase !== undefined) text += `,"phase":${quoted(phase)}`;
    if (model !== undefined) text += `,"model":"${this.#model.json(model)}"`;
    if (provider !== undefined) text += `,"provider":${quoted(provider)}`;
    if (variant !== undefined) text += `,"variant":${quoted(variant)}`;
    text += promptOf(item);
    if (usage) text += `,"usage":${usageText(usage)}`;
    if (cost_micro_usd !== undefined) text += `,"cost_micro_usd":${jsonText(cost_micro_usd)}`;
    if (tool) text += `,"tool":${toolText(tool)}`;
    return text + marksOf(item);
  }

  /** Behind another id, whose quotes it closes. */
  #nativeOf(id: string | null | undefined): string {
    return id == null ? '' : `","native_item_id":"${this.#native.json(id)}`;
  }

  #parentOf(id: string | null | undefined): string {
    return id == null ? '' : `","parent_id":"${this.#parent.json(id)}`;
  }
}

/** What the model was given; only events of some agents say it. */
function promptOf({ prompt_hash, tools, tools_hash }: UniversalItem): string {
  if (prompt_hash === undefined && tools === undefined && tools_hash === undefined) return '';
  return `,${jsonText({ prompt_hash, tools, tools_hash }).slice(1, -1)}`;
}

/** Few items have any of these. */
function marksOf({ audience, branch, hidden_by, withdrawn }: UniversalItem): string {
  if (audience === undefined && branch === undefined && hidden_by === undefined && withdrawn === undefined) return '';
  return `,${jsonText({ audience, branch, hidden_by, withdrawn }).slice(1, -1)}`;
}

function hasTwoFields(part: object): boolean {
  let fields = 0;
  for (const _field in part) fields++;
  return fields === 2;
}

function usageText(usage: UsageAddition): string {
  const { input, output, cache_read, cache_write_5m, cache_write_1h, reasoning, scope, response_id, inherited } = usage;
  // A number that JSON has no word for makes a sum that is none.
  if (!Number.isFinite(input + output + cache_read + cache_write_5m + cache_write_1h + reasoning))
    return jsonText(usage);
  let text = `{"input":${input},"output":${output},"cache_read":${cache_read},"cache_write_5m":${cache_write_5m}`;
  text += `,"cache_write_1h":${cache_write_1h},"reasoning":${reasoning}`;
  if (scope !== undefined) text += `,"scope":${quoted(scope)}`;
  if (response_id !== undefined) text += `,"response_id":${quoted(response_id)}`;
  return inherited === undefined ? `${text}}` : `${text},"inherited":${inherited}}`;
}

/** A tool that says what it is, how it ended and how long it took, and no more. */
function toolText(tool: ToolAddition): string {
  const { kind, status, exit_code, duration_ms, server, stdout, stderr } = tool;
  const more = server ?? stdout ?? stderr;
  const isNumbers = Number.isFinite((exit_code ?? 0) + (duration_ms ?? 0));
  if (more !== undefined || kind === undefined || status === undefined || !isNumbers) return jsonText(tool);
  const code = exit_code === undefined ? '' : `,"exit_code":${exit_code}`;
  const took = duration_ms === undefined ? '' : `,"duration_ms":${duration_ms}`;
  return `{"kind":${quoted(kind)},"status":${quoted(status)}${code}${took}}`;
}
