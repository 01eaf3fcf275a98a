/**
 * What holds for every stream, whoever wrote it: sequences without gaps, each start closed once, parents that exist,
 * balanced turns, nothing after the end, deltas that add up to the text. Takes one event at a time.
 */
import { isFailed } from '../../events/tool-outcome.ts';
import { spokenText } from './content.ts';
import type { UniversalEvent, UniversalItem } from './event.ts';

type Of<T extends UniversalEvent['type']> = Extract<UniversalEvent, { type: T }>;

interface OpenItem {
  readonly kind: UniversalItem['kind'];
  deltas: string | undefined;
}

export class StreamInvariants {
  /** What does not hold, with the sequence number at which it was noticed. */
  readonly violations: string[] = [];
  readonly #ids = new Set<string>();
  readonly #items = new Map<string, OpenItem>();
  readonly #seen = new Set<string>();
  readonly #turns = new Set<string>();
  readonly #requests = new Set<string>();
  #turn: string | undefined;
  #last = 0;
  #session: string | undefined;
  #ended = false;

  push(event: UniversalEvent): void {
    this.#envelope(event);
    switch (event.type) {
      case 'session.ended':
        this.#closed(event.sequence);
        this.#ended = true;
        break;
      case 'turn.started':
      case 'turn.ended':
        this.#turnEvent(event);
        break;
      case 'item.started':
        this.#started(event);
        break;
      case 'item.delta':
        this.#delta(event);
        break;
      case 'item.completed':
        this.#completed(event);
        break;
      case 'permission.requested':
      case 'permission.resolved':
        this.#request(event, `permission ${event.data.permission_id}`, event.data.status);
        break;
      case 'question.requested':
      case 'question.resolved':
        this.#request(event, `question ${event.data.question_id}`, event.data.status);
    }
  }

  /** After the last event: an exported snapshot is closed, a log that may still grow need not be. */
  finish(expected: 'closed' | 'open'): readonly string[] {
    if (expected === 'closed' && !this.#ended) this.#wrong(this.#last, 'the session is not ended');
    return this.violations;
  }

  #envelope({ event_id, sequence, session_id, type, source, synthetic }: UniversalEvent): void {
    this.#expect(sequence, sequence === this.#last + 1, `follows ${this.#last}`);
    this.#last = sequence;
    this.#expect(sequence, !this.#ids.has(event_id), `has the id ${event_id} of another event`);
    this.#ids.add(event_id);
    this.#session ??= session_id;
    this.#expect(sequence, session_id === this.#session, 'belongs to another session');
    this.#expect(sequence, (sequence === 1) === (type === 'session.started'), 'is a start that is not the first event');
    this.#expect(sequence, !this.#ended, 'comes after the end');
    this.#expect(sequence, synthetic === (source === 'daemon'), 'is synthetic or of the daemon, not both');
  }

  #turnEvent({ type, sequence, data }: Of<'turn.started' | 'turn.ended'>): void {
    const id = data.turn_id ?? '';
    if (type === 'turn.started') {
      this.#expect(sequence, this.#turn === undefined, `begins inside turn ${this.#turn}`);
      this.#expect(sequence, !this.#turns.has(id), `begins turn ${id} again`);
      this.#turns.add(id);
      this.#turn = id;
      return;
    }
    this.#expect(sequence, this.#turn === id, `ends turn ${id}, which is not open`);
    this.#expect(sequence, this.#requests.size === 0, 'ends a turn with requests pending');
    this.#turn = undefined;
  }

  #started({ sequence, data: { item } }: Of<'item.started'>): void {
    this.#expect(sequence, !this.#seen.has(item.item_id), `starts ${item.item_id} again`);
    this.#expect(sequence, item.status === 'in_progress', 'starts an item that is not in progress');
    this.#checkItem(sequence, item);
    this.#seen.add(item.item_id);
    this.#items.set(item.item_id, { kind: item.kind, deltas: undefined });
  }

  #delta({ sequence, data }: Of<'item.delta'>): void {
    const open = this.#items.get(data.item_id);
    this.#expect(sequence, open !== undefined, `adds to ${data.item_id}, which is not open`);
    if (open) open.deltas = (open.deltas ?? '') + data.delta;
  }

  #completed({ sequence, data: { item } }: Of<'item.completed'>): void {
    const open = this.#items.get(item.item_id);
    this.#expect(sequence, open !== undefined, `completes ${item.item_id}, which is not open`);
    this.#expect(sequence, item.status !== 'in_progress', 'completes an item that is in progress');
    this.#expect(sequence, !open || open.kind === item.kind, `was ${open?.kind} and is ${item.kind}`);
    this.#checkItem(sequence, item);
    const text = spokenText(item.content);
    const told = open?.deltas;
    this.#expect(sequence, told === undefined || told === text, 'has deltas that do not add up to its text');
    this.#items.delete(item.item_id);
  }

  #checkItem(sequence: number, { parent_id, content, tool, status }: UniversalItem): void {
    this.#expect(
      sequence,
      !parent_id || this.#seen.has(parent_id),
      `has the parent ${parent_id}, which does not exist`,
    );
    for (const part of content) {
      if (part.type === 'tool_call') this.#expect(sequence, isJson(part.arguments), 'has arguments that are not JSON');
    }
    const failed = isFailed(tool?.status);
    this.#expect(sequence, !failed || status !== 'completed', 'is a failed tool that is told as completed');
  }

  #request({ sequence, type }: UniversalEvent, key: string, status: string): void {
    const asks = type.endsWith('.requested');
    this.#expect(sequence, asks === (status === 'requested'), `has the status ${status}`);
    if (asks) {
      this.#expect(sequence, !this.#requests.has(key), `asks for ${key} again`);
      this.#requests.add(key);
    } else this.#expect(sequence, this.#requests.delete(key), `resolves ${key}, which nobody asked for`);
  }

  #closed(sequence: number): void {
    const open = [...this.#items.keys(), ...this.#requests, ...(this.#turn === undefined ? [] : [this.#turn])];
    this.#expect(sequence, open.length === 0, `ends the session with ${open.join(', ')} open`);
  }

  #expect(sequence: number, holds: boolean, otherwise: string): void {
    if (!holds) this.#wrong(sequence, otherwise);
  }

  #wrong(sequence: number, what: string): void {
    this.violations.push(`${sequence}: ${what}`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
