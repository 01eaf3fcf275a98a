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
}

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
  readonly #infos = new WeakMap<RecordedCall, CallInfo>();
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
    const call: RecordedCall = { id, request, placement, source, startedAt: this.#options.now() };
    this.#infos.set(call, info);
    const side = this.#side.isSide(request, placement);
    const first: CaptureMetadata = {
      placed: placement.kind,
      ...(placement.forkedFrom ? { forked_from: placement.forkedFrom } : {}),
    };
    const metadata = { ...this.#base(call), ...(side ? { side } : {}) };
    for (const entry of [...this.#briefing(call), ...this.#fresh(call)]) {
      this.#emit(call, { ...entry, metadata: { ...metadata, ...first, ...entry.metadata } });
      delete first.placed;
      delete first.forked_from;
    }
    return call;
  }

  /** The answer is there, or as much of it as there will be. */
  answered(call: RecordedCall, answer: Answer, info: AnswerInfo = {}): void {
    if (answer.error) this.failed(call, answer.error);
    const threads = this.#tracker.answered(call.placement, answeredBy(call, answer));
    const shared = this.#answerMetadata(call, answer, info);
    let counted = false;
    for (const [choice, items] of answer.choices.entries()) {
      const thread = threads[choice] ?? call.placement.thread;
      for (const entry of items.map((item) => this.#entryOf(item, thread))) {
        const once = counted ? {} : shared.once;
        counted = true;
        const own = { ...shared.all, thread, ...(choice > 0 ? { choice } : {}), ...once };
        this.#emit(call, { ...entry, metadata: { ...own, ...entry.metadata } });
      }
    }
    // An answer without words has used tokens, too.
    if (!counted && !answer.error) {
      this.#emit(call, { role: 'assistant', content: '', metadata: { ...shared.all, ...shared.once, type: 'answer' } });
    }
  }

  failed(call: RecordedCall, error: CaptureError): void {
    const attempt = this.#infos.get(call)?.attempt;
    const told = { ...error, ...(attempt ? { attempt } : {}) };
    this.#emit(call, {
      role: 'system',
      content: error.message,
      metadata: { ...this.#base(call), type: 'error', error: told },
    });
  }

  /** A tool of the conversation has run, as somebody tells who saw it. */
  toolRan(callId: string, run: { readonly duration_ms?: number; readonly failed?: boolean }): void {
    this.#pending.ran(callId, run);
  }

  /** The same, by what the tool was called with. */
  toolRanBy(name: string, input: unknown, run: { readonly duration_ms?: number; readonly failed?: boolean }): void {
    this.#pending.ranBy(name, input, run);
  }

  #emit(call: RecordedCall, entry: Omit<EntryDraft, 'created_at'> & { created_at?: string }): void {
    this.#options.emit({ created_at: this.#options.now(), ...entry, source: call.source });
  }

  #base({ id, placement: { thread }, request }: RecordedCall): CaptureMetadata {
    return { call: id, thread, ...(request.model ? { model: request.model } : {}) };
  }

  /** The prompt and the tools, where they were not told yet. */
  *#briefing({ request, placement }: RecordedCall): Iterable<Omit<EntryDraft, 'created_at'>> {
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

  #fresh({ request, placement }: RecordedCall): Omit<EntryDraft, 'created_at'>[] {
    return request.items.flatMap((item, at) => {
      if (!placement.fresh[at]) return [];
      const entry = this.#entryOf(item, placement.thread);
      // When it ran is not told, only when its result was sent.
      const late = item.kind === 'result' ? { timestamp_source: 'request' } : {};
      return [{ ...entry, metadata: { ...late, ...entry.metadata } }];
    });
  }

  #entryOf(item: Item, thread: string): Omit<EntryDraft, 'created_at'> & { metadata: CaptureMetadata } {
    const parts = item.media?.map((media) => this.#media.partOf(media));
    const metadata: CaptureMetadata = {
      ...(item.kind === 'reasoning' || item.kind === 'other' ? { type: item.kind } : {}),
      ...(parts?.length ? { parts } : {}),
      ...(item.refusal ? { refusal: true } : {}),
      ...(item.failed ? { failed: true } : {}),
      ...(item.extra ? { extra: item.extra } : {}),
    };
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
    const { endpoint, attempt } = this.#infos.get(call) ?? {};
    const { parameters } = call.request;
    const all: CaptureMetadata = {
      ...this.#base(call),
      ...(answer.model ? { model: answer.model } : {}),
      ...(endpoint?.provider ? { provider: endpoint.provider } : {}),
      ...(info.interrupted ? { interrupted: info.interrupted } : {}),
      started_at: call.startedAt,
    };
    const once: CaptureMetadata = {
      ...(endpoint ? { api: endpoint.api.id, endpoint: endpoint.address } : {}),
      ...(answer.usage ? { usage: answer.usage } : {}),
      ...(answer.responseId ? { response_id: answer.responseId } : {}),
      ...(info.requestId ? { request_id: info.requestId } : {}),
      ...(answer.finishReason ? { finish_reason: answer.finishReason } : {}),
      ...(info.firstTokenMs === undefined ? {} : { first_token_ms: info.firstTokenMs }),
      ...(attempt ? { attempt } : {}),
      ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    };
    return { all, once };
  }
}

const wordsOf = ({ kind, text, extra }: Item): string => (kind === 'other' && extra ? JSON.stringify(extra) : text);

function answeredBy({ request }: RecordedCall, { choices, responseId }: Answer): Answered {
  return { choices, responseId, conversation: request.conversation };
}
