/** The prompts of a session with what came of each, for the outline; gathered as events go by. */
import type { Event } from '../../transcript.ts';
import { answeredAt, isTurnEnd, type TurnStep, turnStepKind } from '../../turns/turn-step.ts';
import { turnTimes, waitedMs, workedMs } from '../../turns/turn-times.ts';
import { beginning, wordsOf } from '../event-words.ts';
import type { FilePrompt } from './file-data.ts';

const LONGEST = 240;
const MOST_FILES = 8;

interface Known {
  readonly isPrompt: boolean;
  readonly isError: boolean;
  /** In milliseconds; 0 when it is not known. */
  readonly time: number;
  readonly source: string;
  /** Files that it changed. */
  readonly changed: readonly string[];
}

interface Turn {
  readonly seq: number;
  readonly text: string;
  costMicroUsd: number | null;
  toolCalls: number;
  errors: number;
  readonly files: Set<string>;
}

export class PromptList {
  readonly #turns: Turn[] = [];
  readonly #steps: TurnStep[] = [];

  add(event: Event, seq: number, known: Known): void {
    if (known.isPrompt) this.#turns.push(turnOf(event, seq));
    const turn = this.#turns.at(-1);
    if (turn) take(turn, event, known);
    const step = turnStep(event, known);
    if (step) this.#steps.push(step);
  }

  list(): FilePrompt[] {
    const times = turnTimes(this.#steps);
    return this.#turns.map(({ files, ...turn }, at) => {
      const time = times[at] ?? { start: 0, end: undefined, waits: [] };
      return { ...turn, durationMs: workedMs(time) ?? null, waitedMs: waitedMs(time), files: [...files] };
    });
  }
}

function turnOf(event: Event, seq: number): Turn {
  return {
    seq,
    text: beginning(wordsOf(event) ?? '', LONGEST),
    costMicroUsd: null,
    toolCalls: 0,
    errors: 0,
    files: new Set(),
  };
}

/** Turns are those of the session's own agent; what was taken back is not in them. */
function turnStep(event: Event, { isPrompt, source, time }: Known): TurnStep | undefined {
  if (source !== 'primary' || event.withdrawn) return undefined;
  const kind = turnStepKind(event.type, { isPrompt, isEnd: isTurnEnd(event) });
  if (!kind) return undefined;
  if (event.timestampSource !== undefined || time === 0) return { kind, time: 0 };
  const answered = kind === 'wait' ? Date.parse(answeredAt(event) ?? '') - time : Number.NaN;
  return { kind, time, ms: Number.isNaN(answered) ? event.tool?.durationMs : Math.max(0, answered) };
}

function take(turn: Turn, event: Event, known: Known): void {
  if (event.type === 'tool_call') turn.toolCalls++;
  if (known.isError) turn.errors++;
  for (const path of known.changed) if (turn.files.size < MOST_FILES) turn.files.add(path);
  if (event.costMicroUsd !== undefined) turn.costMicroUsd = (turn.costMicroUsd ?? 0) + event.costMicroUsd;
}
