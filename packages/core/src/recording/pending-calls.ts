/** Calls of tools and their results: a result is told with the name of its call, and a call without an id gets one. */
import { canonical, type Item } from './item.ts';

interface Call {
  readonly id: string;
  readonly name: string;
  /** The arguments, until it was answered. */
  waits?: string;
  run?: Run;
}

interface Run {
  readonly duration_ms?: number;
  readonly failed?: boolean;
}

const MOST = 10_000;

export class PendingCalls {
  readonly #calls = new Map<string, Call>();
  /** Calls without an id of their own that wait for a result, by thread and name. */
  readonly #nameless = new Map<string, string[]>();
  #made = 0;

  called(thread: string, { callId, name = '', input }: Item): string {
    const id = callId ?? `call-${++this.#made}`;
    this.#calls.set(id, { ...this.#calls.get(id), id, name, waits: canonical(input) });
    if (callId === undefined) {
      const key = `${thread}\n${name}`;
      this.#nameless.set(key, [...(this.#nameless.get(key) ?? []), id]);
    }
    if (this.#calls.size > MOST) this.#calls.delete(this.#calls.keys().next().value as string);
    return id;
  }

  answered(thread: string, { callId, name }: Item): { name: string | null; callId: string | null; run: Run } {
    const id = callId ?? this.#nameless.get(`${thread}\n${name ?? ''}`)?.shift() ?? null;
    const call = id === null ? undefined : this.#calls.get(id);
    if (call) call.waits = undefined;
    return { name: name ?? call?.name ?? null, callId: id, run: call?.run ?? {} };
  }

  /** For who knows only what the tool was called with: the first such call that waits for its result. */
  ranBy(name: string, input: unknown, run: Run): void {
    const given = canonical(input);
    for (const call of this.#calls.values()) {
      if (call.name !== name || call.waits !== given || call.run) continue;
      call.run = run;
      return;
    }
  }

  ran(callId: string, run: Run): void {
    const call = this.#calls.get(callId);
    this.#calls.set(callId, { ...call, id: callId, name: call?.name ?? '', run: { ...call?.run, ...run } });
  }
}
