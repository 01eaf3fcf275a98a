/** Which lines of which files the session's steps wrote, as far as their calls and diffs say. */
import { lineCount } from '../file-changes.ts';
import { murmur3 } from '../murmur3.ts';
import { ecosystemOf } from './languages.ts';
import type { WrittenStep } from './open-step.ts';

interface Range {
  readonly start_line: number;
  readonly end_line: number;
  readonly content_hash: string | null;
  readonly confidence: 'high' | 'low';
  readonly change_type: string;
  readonly original: null;
  readonly contributor: null;
}

interface Conversation {
  readonly contributor: Record<string, string>;
  readonly url: string;
  readonly ids: null;
  readonly related: null;
  readonly ranges: Range[];
}

export class AttributionBuilder {
  readonly #traceId: string;
  readonly #files = new Map<string, Conversation[]>();
  readonly #ecosystems = new Set<string>();
  readonly #contributors = new Map<string | null, Conversation['contributor']>();
  #certain = true;

  constructor(traceId: string) {
    this.#traceId = traceId;
  }

  take({ index, model, changes }: WrittenStep): void {
    for (const { path, ranges } of changes) {
      const language = ecosystemOf(path);
      if (language) this.#ecosystems.add(language);
      if (ranges.length === 0) continue;
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
    if (this.#files.size === 0) return null;
    const files = [...this.#files].map(([path, conversations]) => ({ path, conversations }));
    return { experimental: !this.#certain, revision: null, files, unaccounted_files: null };
  }
}
