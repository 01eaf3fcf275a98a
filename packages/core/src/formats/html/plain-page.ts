/** What readers without scripts see: every prompt, and the beginning of the conversation. */
import type { Event } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import { plainPrompt, plainRow } from './plain-rows.ts';
import { type AgentNames, timeOf, toRow } from './to-row.ts';

/** Characters of conversation, and of prompts. */
const LONGEST = 200_000;

export class PlainPage {
  readonly #agents: AgentNames;
  readonly #prompts: string[] = [];
  readonly #rows: string[] = [];
  #promptsLeft = LONGEST;
  #rowsLeft = LONGEST;
  #seq = 0;

  constructor({ session }: TranscriptHeader) {
    this.#agents = new Map(
      (session.agents ?? []).map(({ source, title, type, id }) => [source, title ?? type ?? id ?? source]),
    );
  }

  /** Keeps what there is room for. */
  take(event: Event): void {
    this.#seq++;
    const isPrompt = event.type === 'user_message' && this.#promptsLeft > 0;
    if (this.#rowsLeft <= 0 && !isPrompt) return;
    const row = toRow(event, this.#agents);
    if (isPrompt) this.#promptsLeft -= this.#keep(this.#prompts, plainPrompt(row, this.#seq));
    if (this.#rowsLeft <= 0) return;
    this.#rowsLeft -= this.#keep(this.#rows, plainRow(row, this.#seq, timeOf(event), this.#rowsLeft));
  }

  #keep(list: string[], html: string): number {
    list.push(html);
    return html.length;
  }

  /** What was kept. */
  text(): string {
    const rest = this.#rowsLeft > 0 ? '' : REST;
    return `<h2>Prompts</h2>\n<ol>\n${this.#prompts.join('')}</ol>\n<h2>Conversation</h2>\n${this.#rows.join('')}${rest}`;
  }

  /** One event, whole, for pages that have no scripts at all. */
  row(event: Event): string {
    return plainRow(toRow(event, this.#agents), ++this.#seq, timeOf(event), Number.POSITIVE_INFINITY);
  }
}

const REST = '<p>The rest is in this file, and is shown by browsers with scripts.</p>\n';
