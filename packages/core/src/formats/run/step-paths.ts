/**
 * Where the files of a step lie below its flow's folder. A step that runs again, in a loop or after it failed, has the usual
 * names; those of the earlier times are kept beside them with `@` and their number, a character that no name of a step has.
 */
import { fileName } from './layout.ts';

export interface StepNames {
  readonly stepId: string;
  readonly agentKey: string;
  /** As receipts have it, such as `claude-step`. */
  readonly engine: string;
  /** Which time it was, where it ran again later. */
  readonly earlier?: number | undefined;
}

export interface StepPaths {
  readonly transcript: string;
  readonly receipt: string;
}

export function stepPaths({ stepId, agentKey, engine, earlier }: StepNames): StepPaths {
  const name = `${fileName(stepId)}-${fileName(agentKey)}`;
  const at = earlier === undefined ? '' : `@${earlier}`;
  return {
    transcript: `llm/${name}-${fileName(engine.replace(/-step$/, ''))}${at}.jsonl`,
    receipt: `receipts/${name}${at}.json`,
  };
}

/** Which time of its step a file is of; undefined for that of the last. */
export function earlierOf(path: string): number | undefined {
  const [, number] = /@(\d{1,6})\.jsonl?$/.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}
