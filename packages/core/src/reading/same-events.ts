/**
 * Finds the event that a stream tells of under an id of its own among those that a better witness of the session tells of.
 * Some agents give no ids that are in both: then a call is known by its call id or by what it does, a text by its words, and
 * both by where they stand. What comes next in the better witness is preferred, so that texts that repeat go by order.
 */
import type { Dialect, EventDraft } from '../adapters/contract.ts';
import { touchesOf } from '../events/event-facts.ts';
import { commandText } from './command-text.ts';

/** Words and calls of one agent are not another's; which of several subagents spoke has no name that both sides know. */
export type Speaker = 'own' | 'subagent';

/** What is looked at in an event. */
export type Spoken = Pick<EventDraft, 'id' | 'type' | 'text' | 'tool' | 'phase' | 'parts' | 'error'>;

interface Known<Id> {
  readonly id: Id;
  /** Which event of the better witness it is. */
  readonly at: number;
  readonly callId: string | undefined;
}

/** Events that are alike, in order; those before `open` are taken. */
interface List<Id> {
  readonly all: Known<Id>[];
  open: number;
}

/** What a stream names by ids of its own: texts, or even calls. */
export type OwnIds = NonNullable<Dialect['ownIds']>;

export class SameEvents<Id = string> {
  readonly #lists = new Map<string, List<Id>>();
  readonly #taken = new Set<Id>();
  /** Where what both are known to tell of stands in the better witness. */
  readonly #shared = new Map<Id, number>();
  /** Ids of calls that were found by what they do, by the stream's id. */
  readonly #calls = new Map<string, string>();
  #learnt = 0;
  /** Where the last one was found. */
  #at = -1;

  /** Takes the next event of the better witness. */
  learn(id: Id, event: Spoken, speaker: Speaker): void {
    const known = { id, at: this.#learnt++, callId: event.tool?.callId };
    for (const like of likenesses(event, 'all')) {
      const name = `${speaker} ${like}`;
      const list = this.#lists.get(name);
      if (list) list.all.push(known);
      else this.#lists.set(name, { all: [known], open: 0 });
    }
  }

  /** The next event of the better witness is one that the stream is known to tell of. */
  share(id: Id): void {
    this.#shared.set(id, this.#learnt++);
  }

  /** The stream is at an event that both are known to tell of. */
  pass(id: Id): void {
    this.#taken.add(id);
    this.#at = Math.max(this.#at, this.#shared.get(id) ?? -1);
  }

  /** What the better witness calls the stream's next event. Each is found once. */
  find(event: Spoken, speaker: Speaker, ownIds: OwnIds): Id | undefined {
    for (const like of likenesses(event, ownIds, this.#calls.get(event.tool?.callId ?? ''))) {
      const found = this.#next(`${speaker} ${like}`);
      if (found) return this.#take(event, found);
    }
    return undefined;
  }

  /** The first behind the last that was found, else the first that is left. */
  #next(name: string): Known<Id> | undefined {
    const list = this.#lists.get(name);
    if (!list) return undefined;
    const { all } = list;
    const isTaken = (known: Known<Id> | undefined) => known !== undefined && this.#taken.has(known.id);
    while (isTaken(all[list.open])) list.open++;
    let next = firstBehind(all, this.#at, list.open);
    while (isTaken(all[next])) next++;
    return all[next] ?? all[list.open];
  }

  #take({ type, tool }: Spoken, { id, at, callId }: Known<Id>): Id {
    this.#taken.add(id);
    this.#at = Math.max(this.#at, at);
    if (type === 'tool_call' && tool?.callId !== undefined && callId !== undefined)
      this.#calls.set(tool.callId, callId);
    return id;
  }
}

/** Which of them, from `low` on, is the first behind `at`. */
function firstBehind(all: readonly Known<unknown>[], at: number, low: number): number {
  let [from, to] = [low, all.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((all[middle] as Known<unknown>).at > at) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Types of events that a log and a stream both have. */
export const TOLD_TWICE: ReadonlySet<string> = new Set([
  'user_message',
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_result',
  'turn',
  'error',
]);

/** What an event is known by, the surest first. */
function* likenesses(event: Spoken, ownIds: OwnIds, callId = event.tool?.callId): Generator<string> {
  const { type, text, tool, phase, error } = event;
  if (type === 'turn') yield `turn ${phase ?? ''}`;
  else if (type === 'tool_result') {
    if (callId !== undefined) yield `result ${callId}`;
  } else if (type === 'tool_call') {
    if (callId !== undefined) yield `call ${callId}`;
    // A call that is known by an id that both have is another's if that is not there, whatever it does.
    const does = tool && ownIds === 'all' ? doing(event) : undefined;
    if (does !== undefined) yield `does ${does}`;
  } else if (TOLD_TWICE.has(type)) {
    const words = (text ?? error?.message)?.trim();
    if (!words) return;
    const said = digest(words);
    yield `${type} ${said}`;
    // What failed is said like an answer in some streams.
    if (type === 'assistant_message') yield `error ${said}`;
  }
}

/** A shell around a command, as some streams have it and logs have not. */
const SHELL = /^(?:\S*\/)?(?:ba|z|da)?sh -\w*c (['"])([\s\S]*)\1$/;

/** A command, or the names of the files that the call is about: paths may be relative in one place and not in the other. */
function doing(event: Spoken): string | undefined {
  const { kind, input, name } = event.tool ?? {};
  // Streams shorten the names of these: `wait` for `wait_agent`.
  if (kind === 'task') return `task ${name?.split('_')[0]}`;
  if (kind === 'shell') {
    const command = commandText(input)?.trim();
    return command === undefined ? undefined : `shell ${digest(SHELL.exec(command)?.[2] ?? command)}`;
  }
  const files = touchesOf(event).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  return files.length === 0 ? undefined : `${kind} ${[...new Set(files)].sort().join('\n')}`;
}

/** Long sessions have long texts, which are not to be held: their length, and two lanes of FNV-1a over them. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995);
  }
  return `${text.length} ${a >>> 0} ${b >>> 0}`;
}
