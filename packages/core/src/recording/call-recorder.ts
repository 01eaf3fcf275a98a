/**
 * Turns calls of models into entries: what is new in a request when it is sent, the answer when it is there. One recorder
 * stands for one session; it knows the session's conversations, and nothing of files, clocks or the network.
 */
import { isObject } from '../reading/native-values.ts';
import { type Answered, ConversationTracker, type Placement } from './conversation-tracker.ts';
import type { Endpoint } from './endpoint.ts';
import type { CaptureError, CaptureMetadata, EntryDraft } from './entry-draft.ts';
import { hash } from './hash.ts';
import { type Answer, canonical, type Item, type ModelRequest } from './item.ts';
import { MediaParts } from './media-parts.ts';
import { PendingCalls } from './pending-calls.ts';
import { SideRequests } from './side-requests.ts';

export interface CallRecorderOptions {
  /** Takes the entries, in order. */
  emit(entry: EntryDraft): void;
  /** The time, as RFC 3339. */
  now(): string;
  /** Media of more base64 than this are told by their key and size alone. */
  readonly mediaBytes?: number;
  readonly mostLinks?: number;
}

/** What is known of a call when it is made. */
export interface CallInfo {
  readonly endpoint: Pick<Endpoint, 'api' | 'address' | 'provider'>;
  /** Which agent of the session asks: `primary`, `subagent:<id>`. */
  readonly source?: string;
  /** Which try it is, from 1 for the first repetition. */
  readonly attempt?: number;
}

/** What is known when the answer ends. */
export interface AnswerInfo {
  readonly requestId?: string;
  readonly firstTokenMs?: number;
  /** Why it is not whole, when it is not. */
  readonly interrupted?: string;
}

export interface RecordedCall {
  readonly id: string;
  readonly request: ModelRequest;
  readonly placement: Placement;
  readonly source: string;
  readonly startedAt: string;
  readonly info: CallInfo;
}

/** What of an entry does not depend on when and where it was. */
type Draft = Omit<EntryDraft, 'created_at' | 'source'>;

const NONE: CaptureMetadata = {};
const MEDIA_BYTES = 1_000_000;

export class CallRecorder {
  readonly #options: CallRecorderOptions;
  readonly #tracker: ConversationTracker;
  readonly #media: MediaParts;
  readonly #pending = new PendingCalls();
  readonly #side = new SideRequests();
  /** Prompts and lists of tools that an entry holds. */
  readonly #told = new Set<string>();
  /** The prompt that each thread was last given. */
  readonly #prompts = new Map<string, string>();
  #calls = 0;

  constructor(options: CallRecorderOptions) {
    this.#options = options;
    this.#tracker = new ConversationTracker(options);
    this.#media = new MediaParts(options.mediaBytes ?? MEDIA_BYTES);
  }

  /** A request is on its way. */
  begin(request: ModelRequest, info: CallInfo): RecordedCall {
    const { source = 'primary' } = info;
    const { items, previous, conversation } = request;
    const placement = this.#tracker.place({ scope: source, items, previous, conversation });
    const id = `c${++this.#calls}`;
    const at = this.#options.now();
    const call: RecordedCall = { id, request, placement, source, startedAt: at, info };
    const side = this.#side.isSide(request, placement);
    let first: CaptureMetadata = { placed: placement.kind };
    if (placement.forkedFrom) first.forked_from = placement.forkedFrom;
    const base = this.#base(call);
    if (side) base.side = true;
    for (const entry of [...this.#briefing(call), ...this.#fresh(call)]) {
      this.#emit(call, at, entry, Object.assign({}, base, first, entry.metadata));
      first = NONE;
    }
    return call;
  }

  /** The answer is there, or as much of it as there will be. */
  answered(call: RecordedCall, answer: Answer, info: AnswerInfo = {}): void {
    if (answer.error) this.failed(call, answer.error);
    const threads = this.#tracker.answered(call.placement, answeredBy(call, answer));
    const shared = this.#answerMetadata(call, answer, info);
    const at = this.#options.now();
    let counted = false;
    for (const [choice, items] of answer.choices.entries()) {
      const thread = threads[choice] ?? call.placement.thread;
      for (const entry of items.map((item) => this.#entryOf(item, thread))) {
        const own: CaptureMetadata = Object.assign({}, shared.all, { thread });
        if (choice > 0) own.choice = choice;
        this.#emit(call, at, entry, Object.assign(own, counted ? NONE : shared.once, entry.metadata));
        counted = true;
      }
    }
    // An answer without words has used tokens, too.
    if (!counted && !answer.error) {
      this.#emit(call, at, { role: 'assistant', content: '' }, { ...shared.all, ...shared.once, type: 'answer' });
    }
  }

  failed(call: RecordedCall, error: CaptureError): void {
    const { attempt } = call.info;
    const told = { ...error, ...(attempt ? { attempt } : {}) };
    const entry: Draft = { role: 'system', content: error.message };
    this.#emit(call, this.#options.now(), entry, { ...this.#base(call), type: 'error', error: told });
  }

  /** A tool of the conversation has run, as somebody tells who saw it. */
  toolRan(callId: string, run: { readonly duration_ms?: number; readonly failed?: boolean }): void {
    this.#pending.ran(callId, run);
  }

  /** The same, by what the tool was called with. */
  toolRanBy(name: string, input: unknown, run: { readonly duration_ms?: number; readonly failed?: boolean }): void {
    this.#pending.ranBy(name, input, run);
  }

  #emit({ source }: RecordedCall, created_at: string, entry: Draft, metadata: CaptureMetadata): void {
    const { role, content, tool_name = null, tool_call_id = null, tool_input = null } = entry;
    this.#options.emit({ role, content, tool_name, tool_call_id, tool_input, created_at, source, metadata });
  }

  #base({ id, placement: { thread }, request }: RecordedCall): CaptureMetadata {
    return request.model ? { call: id, thread, model: request.model } : { call: id, thread };
  }

  /** The prompt and the tools, where they were not told yet. */
  *#briefing({ request, placement }: RecordedCall): Iterable<Draft> {
    const { system, tools } = request;
    if (system !== undefined && this.#prompts.get(placement.thread) !== hash(system)) {
      this.#prompts.set(placement.thread, hash(system));
      if (this.#isNews(`system ${hash(system)}`)) yield { role: 'system', content: system, metadata: {} };
    }
    if (tools.length > 0 && this.#isNews(`tools ${hash(canonical(tools))}`)) {
      const names = tools.map(({ name }) => name).join(', ');
      yield { role: 'system', content: `Tools: ${names}`, metadata: { type: 'tools', tools } };
    }
  }

  #isNews(key: string): boolean {
    if (this.#told.has(key)) return false;
    if (this.#told.size > 10_000) this.#told.clear();
    this.#told.add(key);
    return true;
  }

  #fresh({ request, placement }: RecordedCall): Draft[] {
    return request.items.flatMap((item, at) => {
      if (!placement.fresh[at]) return [];
      const entry = this.#entryOf(item, placement.thread);
      // When it ran is not told, only when its result was sent.
      const late = item.kind === 'result' ? { timestamp_source: 'request' } : {};
      return [{ ...entry, metadata: { ...late, ...entry.metadata } }];
    });
  }

  #entryOf(item: Item, thread: string): Draft & { metadata: CaptureMetadata } {
    const parts = item.media?.map((media) => this.#media.partOf(media));
    // By hand, here and below: to spread what may be there takes longer than all the rest.
    const metadata: CaptureMetadata = {};
    if (item.kind === 'reasoning' || item.kind === 'other') metadata.type = item.kind;
    if (parts?.length) metadata.parts = parts;
    if (item.refusal) metadata.refusal = true;
    if (item.failed) metadata.failed = true;
    if (item.extra) metadata['extra'] = item.extra;
    if (item.kind === 'call') {
      const callId = this.#pending.called(thread, item);
      const { name = '', input } = item;
      const content = typeof input === 'string' ? input : JSON.stringify(input);
      return {
        role: 'assistant',
        content: content ?? '',
        tool_name: name,
        tool_call_id: callId,
        tool_input: isObject(input) ? input : null,
        metadata,
      };
    }
    if (item.kind !== 'result') return { role: item.role, content: wordsOf(item), metadata };
    const { name, callId, run } = this.#pending.answered(thread, item);
    return {
      role: 'tool',
      content: item.text,
      tool_name: name,
      tool_call_id: callId,
      metadata: { ...metadata, ...run },
    };
  }

  #answerMetadata(call: RecordedCall, answer: Answer, info: AnswerInfo) {
    const { endpoint, attempt } = call.info;
    const { parameters } = call.request;
    const all = this.#base(call);
    if (answer.model) all.model = answer.model;
    if (endpoint.provider) all.provider = endpoint.provider;
    if (info.interrupted) all.interrupted = info.interrupted;
    all.started_at = call.startedAt;
    const once: CaptureMetadata = { api: endpoint.api.id, endpoint: endpoint.address };
    if (answer.usage) once.usage = answer.usage;
    if (answer.responseId) once.response_id = answer.responseId;
    if (info.requestId) once.request_id = info.requestId;
    if (answer.finishReason) once.finish_reason = answer.finishReason;
    if (info.firstTokenMs !== undefined) once.first_token_ms = info.firstTokenMs;
    if (attempt) once.attempt = attempt;
    if (Object.keys(parameters).length > 0) once.parameters = parameters;
    return { all, once };
  }
}

const wordsOf = ({ kind, text, extra }: Item): string => (kind === 'other' && extra ? JSON.stringify(extra) : text);

function answeredBy({ request }: RecordedCall, { choices, responseId }: Answer): Answered {
  return { choices, responseId, conversation: request.conversation };
}
