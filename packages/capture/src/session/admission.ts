/**
 * What of an entry is kept: the user's own choice of content first, then limits of size. Every entry comes through here,
 * so that no hook can forget it.
 */
import { hash } from '@hansard/core/recording/hash.ts';
import { TranscriptEntry } from './transcript-entry.ts';

/** `full`: everything; `none`: roles, tools, models and numbers without words; or one's own choice. */
export type Keep = 'full' | 'none' | ((entry: TranscriptEntry) => TranscriptEntry | undefined);

export interface Limits {
  /** Characters of content in one entry; beyond it the beginning and the end are kept. */
  readonly entryBytes?: number;
  /** Characters of content in the session; beyond it only a notice is kept. */
  readonly sessionBytes?: number;
}

export interface CaptureStats {
  /** Entries kept. */
  readonly entries: number;
  /** Entries of which something was cut off. */
  readonly cut: number;
  /** Entries that were not kept, because of `keep` or a limit. */
  readonly dropped: number;
  /** Errors inside the recording, of which the program saw nothing. */
  readonly errors: number;
}

const ENTRY_BYTES = 1_000_000;
const SESSION_BYTES = 500_000_000;

export class Admission {
  readonly #keep: Keep;
  readonly #entryBytes: number;
  readonly #sessionBytes: number;
  #bytes = 0;
  #full = false;
  entries = 0;
  cut = 0;
  dropped = 0;

  constructor(keep: Keep = 'full', { entryBytes = ENTRY_BYTES, sessionBytes = SESSION_BYTES }: Limits = {}) {
    this.#keep = keep;
    this.#entryBytes = Math.max(200, entryBytes);
    this.#sessionBytes = sessionBytes;
  }

  /** The entry as it is kept; undefined for one that is not. */
  admit(entry: TranscriptEntry): TranscriptEntry | undefined {
    const chosen = this.#choose(entry);
    const fitting = chosen && this.#fit(chosen);
    if (!fitting) {
      this.dropped++;
      return undefined;
    }
    this.#bytes += fitting.content.length;
    if (this.#bytes > this.#sessionBytes) return this.#overflow(fitting);
    this.entries++;
    return fitting;
  }

  #choose(entry: TranscriptEntry): TranscriptEntry | undefined {
    if (this.#keep === 'full') return entry;
    return this.#keep === 'none' ? withoutWords(entry) : this.#keep(entry);
  }

  #fit(entry: TranscriptEntry): TranscriptEntry {
    const { content, tool_input, metadata } = entry;
    const input = tool_input === null ? '' : content;
    if (content.length <= this.#entryBytes) return entry;
    this.cut++;
    const half = Math.floor(this.#entryBytes / 2);
    const left = content.length - 2 * half;
    const short = `${content.slice(0, half)}\n[… ${left} characters left out …]\n${content.slice(-half)}`;
    const cut = { content: { characters: content.length, hash: hash(content) } };
    return new TranscriptEntry({
      ...entry,
      content: short,
      tool_input: input.length > this.#entryBytes ? null : tool_input,
      metadata: { ...metadata, cut },
    });
  }

  /** One notice in the place of everything beyond the limit. */
  #overflow({ source, created_at }: TranscriptEntry): TranscriptEntry | undefined {
    if (this.#full) {
      this.dropped++;
      return undefined;
    }
    this.#full = true;
    this.cut++;
    const content = `The limit of this session, ${this.#sessionBytes} characters, is reached: nothing more is kept.`;
    const metadata = { provenance: 'captured', type: 'notice' };
    return new TranscriptEntry({ role: 'system', content, source, created_at, metadata });
  }
}

/** Fields of metadata that say nothing of the words. */
const NUMBERS = new Set([
  'provenance',
  'capture',
  'type',
  'call',
  'thread',
  'placed',
  'forked_from',
  'side',
  'choice',
  'timestamp_source',
  'model',
  'provider',
  'api',
  'endpoint',
  'usage',
  'response_id',
  'request_id',
  'finish_reason',
  'started_at',
  'completed_at',
  'first_token_ms',
  'attempt',
  'interrupted',
  'refusal',
  'failed',
  'duration_ms',
]);

function withoutWords(entry: TranscriptEntry): TranscriptEntry {
  const { content, metadata } = entry;
  const kept = Object.fromEntries(Object.entries(metadata ?? {}).filter(([name]) => NUMBERS.has(name)));
  const { error } = (metadata ?? {}) as { error?: { status?: number; code?: string } };
  return new TranscriptEntry({
    ...entry,
    content: '',
    tool_input: null,
    metadata: {
      ...kept,
      ...(error ? { error: { message: '', status: error.status, code: error.code } } : {}),
      cut: { content: { characters: content.length } },
    },
  });
}
