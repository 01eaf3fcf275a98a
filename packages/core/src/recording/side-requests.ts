/**
 * Requests beside a conversation: agents ask the model for a title or a summary of it, through the same API. Such a
 * request offers no tools, begins a conversation of its own, and says what it is for or quotes what the user said.
 */
import type { Placement } from './conversation-tracker.ts';
import type { ModelRequest } from './item.ts';

const PURPOSE = /\b(?:title|summari[sz]e|summary|topic)\b/i;
/** What is quoted must be long enough to be no accident. */
const QUOTED = 12;
const MOST_PROMPTS = 64;

export class SideRequests {
  /** What users said at the beginning of conversations with tools. */
  readonly #prompts: string[] = [];
  readonly #threads = new Set<string>();

  isSide(request: ModelRequest, { kind, thread }: Placement): boolean {
    const said = request.items.find(({ role, kind: is }) => role === 'user' && is === 'text')?.text ?? '';
    if (request.tools.length > 0) {
      if (kind === 'new' && said.length >= QUOTED) this.#prompts.push(said.slice(0, 2000));
      if (this.#prompts.length > MOST_PROMPTS) this.#prompts.shift();
      return false;
    }
    if (kind !== 'new') return this.#threads.has(thread);
    const quotes = this.#prompts.some((prompt) => said.includes(prompt));
    const side = quotes || (request.items.length === 1 && PURPOSE.test((request.system ?? '').slice(0, 1000)));
    if (side) this.#threads.add(thread);
    return side;
  }
}
