/** One step of a run, from its start to its end in the log; after a kill, from wherever it was. */

import { documentText } from '@hansard/core/formats/run/run-text.ts';
import { stepPaths } from '@hansard/core/formats/run/step-paths.ts';
import { NO_MODEL, receiptDocument } from '@hansard/core/formats/run/write-receipt.ts';
import { isObject, stringOf } from '@hansard/core/reading/native-values.ts';
import type { Engine, StepOutcome } from '../engines/contract.ts';
import { type EngineSpec, engineOf } from '../engines/engine-list.ts';
import { lastAnswer } from './last-answer.ts';
import { type Place, type Routing, routingOf, type Verdict } from './plan.ts';
import { type EndedStep, type OpenStep, type Progress, stepKey } from './progress.ts';
import { promptOf, says } from './prompt.ts';
import { documentOf, type KeptSpec } from './run-folder.ts';
import type { LoggedEvent, RunWriter } from './run-writer.ts';

export interface StepContext {
  readonly writer: RunWriter;
  readonly progress: Progress;
  readonly spec: KeptSpec;
  readonly signal: AbortSignal;
  engine(spec: EngineSpec): Promise<Engine>;
}

export interface StepDone {
  readonly failed: boolean;
  readonly lost: boolean;
  readonly error: string | undefined;
  readonly routing: Routing | undefined;
}

export async function runStep(context: StepContext, place: Place): Promise<StepDone> {
  const step = await Step.begin(context, place);
  const receipt = step.resumed ? await step.receiptThere() : undefined;
  return step.end(receipt ?? (await step.execute()));
}

class Step {
  readonly #context: StepContext;
  readonly #place: Place;
  readonly #open: OpenStep;
  readonly #engine: EngineSpec;
  readonly resumed: boolean;

  private constructor(context: StepContext, place: Place, engine: EngineSpec, open: OpenStep, resumed: boolean) {
    this.#context = context;
    this.#place = place;
    this.#engine = engine;
    this.#open = open;
    this.resumed = resumed;
  }

  static async begin(context: StepContext, place: Place): Promise<Step> {
    const { writer, progress } = context;
    const { flow, step, number, iteration } = place;
    const engine = engineFor(place);
    const key = stepKey(flow.key, step.id);
    if (progress.open) return new Step(context, place, engine, progress.open, true);
    const execution = (progress.executions.get(key) ?? 0) + 1;
    const names = { stepId: step.id, agentKey: step.agent, engine: engine.id };
    if (execution > 1) await writer.retire(flow.key, names, execution - 1);
    const startedAt = writer.clock();
    const payload = {
      role: step.role,
      agents: [step.agent],
      step_index: number,
      engine: engine.id,
      execution,
      iteration,
    };
    const open = { flow: flow.key, step: step.id, execution, startedAt, told: new Set<string>() };
    progress.executions.set(key, execution);
    progress.open = open;
    await writer.log({ kind: 'step_start', flow: flow.key, step: step.id, agent: step.agent, ts: startedAt, payload });
    return new Step(context, place, engine, open, false);
  }

  get #names() {
    return { stepId: this.#place.step.id, agentKey: this.#place.step.agent, engine: this.#engine.id };
  }

  get #paths() {
    return stepPaths(this.#names);
  }

  #below(path: string): string {
    return `${this.#place.flow.key}/${path}`;
  }

  /** It was written before the program was killed: files of earlier times have given way, so it is this time's. */
  receiptThere(): Promise<Record<string, unknown> | undefined> {
    return documentOf(this.#context.writer.disk, this.#below(this.#paths.receipt));
  }

  async execute(): Promise<Record<string, unknown>> {
    const { writer, spec } = this.#context;
    const path = this.#below(this.#paths.transcript);
    const write = await writer.transcript(path, this.resumed);
    const prompt = await promptOf(this.#place.step, {
      params: { ...defaultsOf(this.#place), ...spec.params },
      directory: spec.directory,
      answerOf: (step) => this.#answerOf(step),
    });
    const outcome = await this.#outcome(prompt.role, prompt.text, write);
    const routing = outcome.failed ? undefined : routingOf(this.#place, verdictOf(outcome));
    const receipt = {
      ...receiptDocument({
        ...this.#names,
        model: outcome.model,
        flowKey: this.#place.flow.key,
        runId: writer.runId,
        startedAt: outcome.startedAt,
        completedAt: outcome.completedAt,
        failed: outcome.failed,
        tokens: outcome.tokens ?? { input: 0, output: 0 },
        transcriptPath: this.#paths.transcript,
      }),
      ...outcome.receipt,
      ...(outcome.tokens ? {} : { tokens_note: 'The agent reported no token counts.' }),
      ...(prompt.truncation ? { context_truncation: prompt.truncation } : {}),
      ...(routing ? { routing } : {}),
      ...(outcome.error === undefined ? {} : { error: outcome.error }),
      ...(outcome.lost ? { lost: true } : {}),
    };
    await writer.disk.close(path);
    await writer.disk.replace(this.#below(this.#paths.receipt), documentText(receipt));
    return receipt;
  }

  /** Whatever an engine throws is how the step went. */
  async #outcome(
    role: string,
    prompt: string,
    write: (lines: readonly string[]) => Promise<void>,
  ): Promise<StepOutcome> {
    const { writer, signal, engine } = this.#context;
    const { flow, step } = this.#place;
    const { startedAt, execution } = this.#open;
    const call = {
      ...{ runId: writer.runId, flowKey: flow.key, stepId: step.id, agentKey: step.agent, engine: this.#engine },
      ...{ role, prompt, model: step.model, permissions: step.permissions, execution, startedAt },
      ...{ resumed: this.resumed, signal, now: writer.clock },
      write: async (lines: readonly string[]) => {
        await write(lines);
        await writer.disk.settle(false);
      },
    };
    try {
      return await (await engine(this.#engine)).run(call);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { failed: true, error: message, model: NO_MODEL, startedAt, completedAt: writer.clock(), answer: '' };
    }
  }

  /** Of this step itself the time before is meant. */
  #answerOf(id: string): Promise<string | undefined> {
    const { flow, step } = this.#place;
    const asked = flow.steps.find((one) => one.id === id);
    if (!asked) return Promise.resolve(undefined);
    const engine = engineFor({ ...this.#place, step: asked }).id;
    const earlier = asked === step ? this.#open.execution - 1 : undefined;
    const { transcript } = stepPaths({ stepId: id, agentKey: asked.agent, engine, earlier });
    return lastAnswer(this.#context.writer.disk, `${flow.key}/${transcript}`);
  }

  /** Tells the log what the receipt says, unless it was told already. */
  async end(receipt: Record<string, unknown>): Promise<StepDone> {
    const { writer, progress } = this.#context;
    const { transcript, receipt: receiptPath } = this.#paths;
    const { execution, told } = this.#open;
    const failed = receipt['status'] === 'failed';
    const error = stringOf(receipt['error']);
    const routing = isObject(receipt['routing']) ? (receipt['routing'] as unknown as Routing) : undefined;
    const lost = receipt['lost'] === true;
    const paths = { transcript_path: transcript, receipt_path: receiptPath };
    const end = { status: receipt['status'], duration_ms: receipt['duration_ms'], error: error ?? null, execution };
    const message = `${this.#engine.id} executed step ${this.#place.step.id}`;
    const events = [
      this.#event('log', { message, engine_id: this.#engine.id, execution, ...paths }),
      ...(routing ? [this.#event('route_decision', { ...routing, execution })] : []),
      this.#event('step_end', {
        ...end,
        engine: this.#engine.id,
        receipt_path: receiptPath,
        ...(routing ? { routing } : {}),
        ...(lost ? { lost } : {}),
      }),
    ].filter(({ kind }) => !told.has(kind));
    await writer.log(...events);
    await writer.disk.settle(false);
    progress.open = undefined;
    progress.ended.push(this.#ended(failed, lost, routing?.decision ?? 'advance', receiptPath));
    return { failed, lost, error, routing };
  }

  #ended(failed: boolean, lost: boolean, decision: string, receipt: string): EndedStep {
    const { flow, step, execution } = this.#open;
    return { flow, step, execution, failed, lost, decision, receipt };
  }

  #event(kind: string, payload: Record<string, unknown>): LoggedEvent {
    const { flow, step } = this.#place;
    return { kind, flow: flow.key, step: step.id, agent: step.agent, payload };
  }
}

function engineFor({ flow, step }: Pick<Place, 'flow' | 'step'>): EngineSpec {
  const engine = engineOf(step.engine ?? flow.engine ?? '');
  if (!engine) throw new Error(`The engine of ${step.id} was checked, and is not there.`);
  return engine;
}

/** A stub never ends a loop before its time, and passes every gate. */
function verdictOf({ answer, passesGates }: StepOutcome): Verdict {
  if (passesGates) return { until: () => false, gate: () => true };
  return { until: (text) => says(answer, text), gate: (text) => says(answer, text) };
}

const defaultsOf = ({ flow }: Place): Record<string, string> =>
  Object.fromEntries(Object.entries(flow.params ?? {}).map(([name, param]) => [name, param.default ?? '']));
