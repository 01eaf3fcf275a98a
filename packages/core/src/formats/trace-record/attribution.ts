/**
 * Which lines of which files the session's steps wrote: in a revision, where history was looked at; else at the time of the
 * edits, as far as calls and diffs say.
 */
import type { LineAttribution, WrittenRange } from '../../transcript.ts';
import { lineCount } from '../file-changes.ts';
import { murmur3 } from '../murmur3.ts';
import { ecosystemOf } from './languages.ts';
import type { WrittenStep } from './open-step.ts';

interface Range {
  readonly start_line: number;
  readonly end_line: number;
  readonly content_hash: string | null;
  readonly confidence: string;
  readonly change_type: string;
  readonly original: Pick<Range, 'start_line' | 'end_line' | 'content_hash'> | null;
  readonly contributor: Readonly<Record<string, string>> | null;
}

interface Conversation {
  readonly contributor: Record<string, string>;
  readonly url: string | null;
  readonly ids: null;
  readonly related: null;
  readonly ranges: Range[];
}

export class AttributionBuilder {
  readonly #traceId: string;
  readonly #files = new Map<string, Conversation[]>();
  readonly #ecosystems = new Set<string>();
  readonly #contributors = new Map<string | null, Conversation['contributor']>();
  readonly #pinned: LineAttribution | undefined;
  /** Calls that wrote, by the event's id: their step, and where their ranges were then. */
  readonly #calls = new Map<string, WritingCall>();
  #certain = true;

  constructor(traceId: string, pinned?: LineAttribution) {
    this.#traceId = traceId;
    this.#pinned = pinned;
  }

  take({ index, model, changes }: WrittenStep): void {
    for (const { path, ranges, event } of changes) {
      const language = ecosystemOf(path);
      if (language) this.#ecosystems.add(language);
      if (ranges.length === 0) continue;
      if (this.#pinned) {
        const known = this.#calls.get(event)?.ranges ?? [];
        this.#calls.set(event, { index, model, ranges: [...known, ...ranges.map((range) => this.#rangeOf(range))] });
        continue;
      }
      const conversations = this.#files.get(path) ?? [];
      this.#files.set(path, conversations);
      conversations.push({
        contributor: this.#contributor(model),
        url: `opentraces://${this.#traceId}/step_${index}`,
        ids: null,
        related: null,
        ranges: ranges.map((range) => this.#rangeOf(range)),
      });
    }
  }

  #contributor(model: string | null): Conversation['contributor'] {
    const known = this.#contributors.get(model) ?? { type: 'ai', ...(model ? { model_id: model } : {}) };
    this.#contributors.set(model, known);
    return known;
  }

  /** An edit whose place is not known is put at the beginning of the file, and marked as uncertain. */
  #rangeOf({ start, text, change }: WrittenStep['changes'][number]['ranges'][number]): Range {
    if (start === undefined) this.#certain = false;
    const first = start ?? 1;
    return {
      start_line: first,
      end_line: first + (text === '' ? 0 : lineCount(text) - 1),
      content_hash: text === '' ? null : `murmur3:${murmur3(text)}`,
      confidence: start === undefined ? 'low' : 'high',
      change_type: change,
      original: null,
      contributor: null,
    };
  }

  /** In order of appearance. */
  get ecosystems(): string[] {
    return [...this.#ecosystems];
  }

  result(): Record<string, unknown> | null {
    if (this.#pinned) return this.#inRevision(this.#pinned);
    if (this.#files.size === 0) return null;
    const files = [...this.#files].map(([path, conversations]) => ({ path, conversations }));
    return { experimental: !this.#certain, revision: null, files, unaccounted_files: null };
  }

  /** Line numbers are those of the revision: each range leads to the step that wrote it. */
  #inRevision({ vcs, revision, files, unaccounted }: LineAttribution): Record<string, unknown> {
    const listed = files.map(({ path, ranges }) => {
      const byEvent = new Map<string, WrittenRange[]>();
      for (const range of ranges) {
        const event = range.event ?? '';
        byEvent.set(event, [...(byEvent.get(event) ?? []), range]);
      }
      return { path, conversations: Array.from(byEvent, ([event, own]) => this.#conversation(event, own)) };
    });
    const isGuess = files.some(({ ranges }) => ranges.some(({ confidence }) => confidence === 'low'));
    return {
      experimental: isGuess,
      revision: { vcs_type: vcs, revision },
      files: listed,
      unaccounted_files: unaccounted ?? null,
    };
  }

  #conversation(event: string, ranges: readonly WrittenRange[]): Conversation {
    const call = this.#calls.get(event);
    const contributor = this.#contributor(call?.model ?? null);
    return {
      contributor,
      url: call ? `opentraces://${this.#traceId}/step_${call.index}` : null,
      ids: null,
      related: null,
      ranges: ranges.map((range) => inRevision(range, contributor, call?.ranges ?? [])),
    };
  }
}

interface WritingCall {
  readonly index: number;
  readonly model: string | null;
  readonly ranges: readonly Range[];
}

/** What somebody changed after the agent is of both, and says where the agent had put it. */
function inRevision(
  { start, end, text, confidence, mixed }: WrittenRange,
  contributor: Readonly<Record<string, string>>,
  written: readonly Range[],
): Range {
  const range = {
    start_line: start,
    end_line: Math.max(start, end),
    content_hash: text === undefined || text === '' ? null : `murmur3:${murmur3(text)}`,
    confidence,
    change_type: mixed ? 'modification' : 'addition',
  };
  if (!mixed) return { ...range, original: null, contributor: null };
  const [nearest] = written.toSorted((a, b) => distance(a, start) - distance(b, start));
  const original = nearest && {
    start_line: nearest.start_line,
    end_line: nearest.end_line,
    content_hash: nearest.content_hash,
  };
  return { ...range, original: original ?? null, contributor: { ...contributor, type: 'mixed' } };
}

const distance = ({ start_line, end_line }: Range, line: number): number =>
  line < start_line ? start_line - line : Math.max(0, line - end_line);
