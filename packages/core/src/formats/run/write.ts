/**
 * Writes a session as a run: a step for each turn, and in it a transcript and a receipt for each agent. The agent's own
 * lines are passed on as they come; those of its subagents are held until their turn is over.
 */
import type { Event } from '../../transcript.ts';
import { countedEvents } from '../../usage/counted.ts';
import { CallPairs } from '../call-pairs.ts';
import type { FolderFile, FormatContext, TranscriptSource } from '../contract.ts';
import { corrected } from '../corrections.ts';
import { takenApart } from '../own-results.ts';
import { fileName } from './layout.ts';
import { filesAgain, filesOfRun, isLogAlone, type ToldReceipt } from './run-files.ts';
import { type RunNames, runNames } from './run-names.ts';
import { documentText } from './run-text.ts';
import { StepWriter } from './step-writer.ts';
import { Turns } from './turns.ts';
import { receiptOf } from './write-receipt.ts';

export async function* writeRun(given: TranscriptSource, { options }: FormatContext): AsyncIterable<FolderFile> {
  const source = takenApart(given);
  const names = runNames(source.header, options);
  if (isLogAlone(source.header)) return yield* filesAgain(source.header, fileName(names.runId));
  const writer = new RunWriter(source, names, await surveyOf(source));
  const events = eachOf(source)[Symbol.asyncIterator]();
  let next = await events.next();
  for (let number = 1; number === 1 || !next.done; number++) {
    const step = writer.begin(number);
    const lines = (async function* () {
      for (; !next.done && writer.take(next.value); next = await events.next()) yield* step.ready();
      writer.close();
      yield* step.ready();
    })();
    yield { path: writer.transcriptPath(step), pieces: () => lines };
    for await (const _line of lines); // What was not taken must pass by, the next turn comes behind it.
    yield* writer.finish(next.done === true);
  }
  yield* writer.runFiles();
}

/** Which calls have a result, and whose tokens count. */
interface Survey {
  readonly answered: ReadonlySet<string>;
  readonly counted: ReadonlySet<string>;
}

async function surveyOf(source: TranscriptSource): Promise<Survey> {
  const pairs = new CallPairs();
  const answered = new Set<string>();
  const usages: Pick<Event, 'id' | 'usage' | 'source'>[] = [];
  for await (const event of source.events()) {
    if (event.usage) usages.push({ id: event.id, source: event.source, usage: { ...event.usage, native: undefined } });
    if (event.type === 'tool_call') pairs.call(event);
    if (event.type === 'tool_result') answered.add(pairs.answer(event) ?? '');
  }
  return { answered, counted: new Set(countedEvents(usages).map(({ id }) => id)) };
}

async function* eachOf(source: TranscriptSource): AsyncIterable<Event> {
  yield* source.events();
}

class RunWriter {
  readonly #source: TranscriptSource;
  readonly #names: RunNames;
  readonly #survey: Survey;
  readonly #pairs = new CallPairs();
  readonly #turns: Turns;
  /** Of what was written; the log of the run tells of them. */
  readonly #receipts: ToldReceipt[] = [];
  #steps = new Map<string, StepWriter>();
  #stepId = '';

  constructor(source: TranscriptSource, names: RunNames, survey: Survey) {
    this.#source = source;
    this.#names = names;
    this.#survey = survey;
    this.#turns = new Turns(names.stepId !== undefined);
  }

  begin(number: number): StepWriter {
    this.#stepId = this.#names.stepId ?? `turn-${String(number).padStart(3, '0')}`;
    this.#steps = new Map();
    this.#turns.next();
    return this.#stepOf('primary');
  }

  #stepOf(source: string): StepWriter {
    const step = this.#steps.get(source) ?? new StepWriter(this.#stepId, source);
    this.#steps.set(source, step);
    return step;
  }

  /** False when the event begins the next turn. */
  take(event: Event): boolean {
    if (!this.#turns.takes(event)) return false;
    if (event.type === 'tool_call') this.#pairs.call(event);
    const call = event.type === 'tool_result' ? this.#pairs.answer(event) : undefined;
    const { answered, counted } = this.#survey;
    this.#stepOf(event.source ?? 'primary').take(event, {
      answered: answered.has(event.id),
      counted: counted.has(event.id),
      call,
    });
    return true;
  }

  close(): void {
    for (const step of this.#steps.values()) step.close();
  }

  /** The transcripts of subagents, and all receipts. */
  *finish(last: boolean): Iterable<FolderFile> {
    const steps = [...this.#steps.values()];
    for (const step of steps.slice(1)) {
      yield { path: this.transcriptPath(step), pieces: () => step.ready() };
    }
    for (const step of steps) {
      const receipt = this.#receiptOf(step, last);
      this.#receipts.push(receipt);
      const text = documentText(receipt);
      yield { path: this.#pathOf(this.#names.receiptPath(step.stepId, step.source)), pieces: () => [text] };
    }
  }

  /** A session that is a step of another run has them if it was its first. */
  runFiles(): Iterable<FolderFile> {
    const { header } = this.#source;
    const folder = fileName(this.#names.runId);
    if (this.#names.stepId !== undefined) return filesAgain(header, folder);
    return filesOfRun(header, this.#names, folder, this.#receipts);
  }

  transcriptPath({ stepId, source }: StepWriter): string {
    return this.#pathOf(this.#names.transcriptPath(stepId, source));
  }

  #pathOf(path: string): string {
    const { runId, flowKey } = this.#names;
    return `${fileName(runId)}/${fileName(flowKey)}/${path}`;
  }

  #receiptOf(step: StepWriter, last: boolean): Record<string, unknown> {
    const { engine, flowKey, runId, agentKey, transcriptPath, stepId } = this.#names;
    const { session } = this.#source.header;
    const isPrimary = step.source === 'primary';
    const isSession = isPrimary && stepId !== undefined;
    const receipt = receiptOf(step, {
      engine,
      flowKey,
      runId,
      agentKey: agentKey(step.source),
      transcriptPath: transcriptPath(step.stepId, step.source),
      fallbackTime: session.startedAt,
      ...(isSession
        ? { startedAt: session.startedAt, endedAt: session.endedAt ?? undefined, model: session.models?.[0] }
        : {}),
      ...(isPrimary && last && session.state === 'failed' ? { failed: true } : {}),
    });
    return isSession ? corrected(receipt, session.extra?.['receipt']) : receipt;
  }
}
