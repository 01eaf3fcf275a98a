/**
 * What the notes of the daemon in a wire say: the queue, the rules, and what was decided by whom. Like the drivers' state it
 * is only ever made by reading the wire.
 */
import type { LiveDecision } from '@hansard/core/api/live.ts';
import { isObject, stringOf } from '@hansard/core/reading/native-values.ts';
import type { SettingsChange, UserMessage } from '../drivers/contract.ts';
import type { Rule } from '../permissions/rule.ts';

export interface Decided {
  readonly what: string;
  readonly by: string;
  readonly via: string;
  readonly at: number;
}

const MOST_DECIDED = 500;
const MOST_TOLD = 20;

export class SessionRecord {
  queue: UserMessage[] = [];
  rules: Rule[] = [];
  readonly decided = new Map<string, Decided>();
  /** What was changed since the session was created. */
  settings: SettingsChange = {};
  /** Somebody has ended the session. */
  terminated = false;
  /** The wire says which thread of its process the session is. */
  isOpened = false;

  /** At another process, whose wire tells everything that still holds. */
  begin(): void {
    this.queue = [];
    this.rules = [];
    this.terminated = false;
    this.isOpened = false;
  }

  note(msg: unknown, at: number): void {
    if (!isObject(msg)) return;
    const { queued, unqueued, answer, rule, terminate, settings, opened } = msg;
    if (isObject(opened)) this.isOpened = true;
    if (isObject(queued)) this.queue.push(queued as unknown as UserMessage);
    if (isObject(unqueued)) this.queue = this.queue.filter(({ id }) => id !== unqueued['id']);
    if (isObject(rule)) this.rules.push(rule as unknown as Rule);
    if (isObject(terminate)) this.terminated = true;
    if (isObject(answer)) this.#decide(answer, at);
    if (isObject(settings)) this.settings = { ...this.settings, ...changeOf(settings) };
  }

  /** The last decisions, newest first: whoever asked too late sees who was first. */
  lastDecided(): LiveDecision[] {
    const last = [...this.decided].slice(-MOST_TOLD).reverse();
    return last.map(([requestId, { what, by, via, at }]) => ({
      requestId,
      what,
      by,
      via,
      at: new Date(at).toISOString(),
    }));
  }

  #decide(answer: Record<string, unknown>, at: number): void {
    if (this.decided.size >= MOST_DECIDED) this.decided.delete(this.decided.keys().next().value as string);
    this.decided.set(String(answer['request']), {
      what: stringOf(answer['decision']) ?? 'answered',
      by: stringOf(answer['by']) ?? 'somebody',
      via: stringOf(answer['via']) ?? 'somewhere',
      at,
    });
  }
}

/** Who made the change stands beside it. */
function changeOf({ by: _by, via: _via, ...change }: Record<string, unknown>): SettingsChange {
  return change;
}
