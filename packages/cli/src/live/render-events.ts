/** Shows a session in the terminal as it goes: what is said piece by piece, tools and requests a line each. */

import type { UniversalEvent } from '@hansard/client';
import { neutralise, neutraliseLine } from '@hansard/core';
import type { Colors } from '../terminal/colors.ts';

interface Item {
  readonly item_id: string;
  readonly kind: string;
  readonly role?: string;
  readonly status: string;
  readonly content: readonly Readonly<Record<string, unknown>>[];
}

const LONGEST = 300;

export class EventText {
  readonly #colors: Colors;
  /** Whether the cursor stands behind something on its line. */
  #isOpen = false;
  #speaker = '';
  #called = '';

  constructor(colors: Colors) {
    this.#colors = colors;
  }

  /** What an event adds to the terminal. */
  of({ type, data }: UniversalEvent): string {
    const said = data as Record<string, unknown>;
    switch (type) {
      case 'item.delta':
        return this.#delta(String(said['item_id']), String(said['delta'] ?? ''));
      case 'item.started':
        return this.#started(said['item'] as Item);
      case 'item.completed':
        return this.#completed(said['item'] as Item);
      case 'permission.resolved':
        return this.#line(this.#colors.dim(`  ${said['action']}: ${said['status']}`));
      case 'agent.unparsed':
        return this.#line(this.#colors.dim('  It wrote something that is not in its protocol; `hansard show` has it.'));
      case 'error':
        return this.#line(this.#colors.removed(`Error: ${said['message']}`));
      case 'session.ended':
        return said['reason'] === 'error' ? this.#line(this.#colors.removed(endOf(said))) : '';
      default:
        return '';
    }
  }

  #delta(id: string, text: string): string {
    const begins = this.#speaker === id ? '' : this.#newLine();
    this.#speaker = id;
    this.#isOpen = !text.endsWith('\n');
    return `${begins}${neutralise(text)}`;
  }

  /** A call that is over at once is told whole only at its end. */
  #call({ item_id: id, content }: Item): string {
    const call = content.find((part) => part['type'] === 'tool_call');
    if (!call || this.#called === id) return '';
    this.#called = id;
    return this.#line(
      `${this.#colors.bold(String(call['name'] ?? 'tool'))} ${shortened(String(call['arguments'] ?? ''))}`,
    );
  }

  #started(item: Item): string {
    return item.kind === 'tool_call' ? this.#call(item) : '';
  }

  #completed(item: Item): string {
    const { kind, status, content } = item;
    if (kind === 'tool_call') return this.#call(item);
    if (kind === 'message' && item.role !== 'user') return this.#pictures(item);
    if (kind !== 'tool_result') return '';
    const result = content.find((part) => part['type'] === 'tool_result') ?? {};
    const first =
      String(result['output'] ?? '')
        .trim()
        .split('\n', 1)[0] ?? '';
    const mark = status === 'failed' ? this.#colors.removed('failed') : 'ok';
    return this.#line(this.#colors.dim(`  ${mark} ${shortened(first)}`));
  }

  #pictures({ content }: Item): string {
    const pictures = content.filter(({ type }) => type === 'image');
    const names = pictures.map(({ path, mime }) => neutraliseLine(String(mime ?? path ?? 'of an unknown kind')));
    return names.map((name) => this.#line(this.#colors.dim(`  picture: ${name}`))).join('');
  }

  #newLine(): string {
    const ended = this.#isOpen ? '\n' : '';
    this.#isOpen = false;
    return ended;
  }

  #line(text: string): string {
    this.#speaker = '';
    return `${this.#newLine()}${text}\n`;
  }

  /** Ends the line, if one is open. */
  end(): string {
    return this.#newLine();
  }
}

function endOf(said: Record<string, unknown>): string {
  const { message, exit_code: code, stderr } = said;
  const words = (stderr as { tail?: string; head?: string } | undefined)?.tail ?? (stderr as { head?: string })?.head;
  const last = words?.trim().split('\n').slice(-5).join('\n');
  return neutralise(
    [`The agent ended: ${message ?? `exit code ${code ?? 'unknown'}`}`, last].filter(Boolean).join('\n'),
  );
}

const shortened = (text: string): string => {
  const line = neutraliseLine(text.replace(/\s+/g, ' '));
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};
