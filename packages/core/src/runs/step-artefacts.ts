/** Which of a run's other files belong to a step: those that are named for it, lie in its folder, or are named by its receipt. */
import type { RunFileKind } from '../store/runs.ts';

interface StepPlace {
  readonly flow: string;
  readonly step: string;
}

/** A receipt is whatever somebody wrote: so many of its texts are looked at, so deep. */
const MOST_TEXTS = 5000;
const DEEPEST = 12;

/** In the flow's folder: named for the step, or in a folder of its name. */
export function isNamedFor({ flow, step }: StepPlace, path: string): boolean {
  if (!path.startsWith(`${flow}/`)) return false;
  if (path.startsWith(`${flow}/${step}/`)) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === step || name.startsWith(`${step}.`) || name.startsWith(`${step}-`) || name.includes(`_${step}.`);
}

export interface ReceiptOf extends StepPlace {
  /** Ids of the run. */
  readonly runs: readonly string[];
  readonly receipts: readonly unknown[];
}

/** Artefacts of one step, in their order. Empty where none is said to be its own. */
export function stepArtefacts<T extends { readonly path: string; readonly kind: RunFileKind }>(
  files: readonly T[],
  place: ReceiptOf,
): T[] {
  const told = new Set(place.receipts.flatMap((receipt) => textsIn(receipt)).map((text) => below(text, place.runs)));
  const prefix = `${place.flow}/`;
  return files.filter(({ path, kind }) => {
    if (kind !== 'artefact') return false;
    if (isNamedFor(place, path) || told.has(path)) return true;
    return path.startsWith(prefix) && told.has(path.slice(prefix.length));
  });
}

/** A path as it is below the run's folder, whether it is written so, with `./`, or with the folder before it. */
function below(text: string, runs: readonly string[]): string {
  const path = text.replaceAll('\\', '/');
  for (const run of runs) {
    const at = `/${path}`.indexOf(`/${run}/`);
    if (at >= 0) return path.slice(at + run.length + 1);
  }
  return path.replace(/^(?:\.\/)+/, '');
}

function textsIn(receipt: unknown): string[] {
  const texts: string[] = [];
  const look = (value: unknown, depth: number): void => {
    if (texts.length >= MOST_TEXTS || depth > DEEPEST) return;
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) look(part, depth + 1);
  };
  look(receipt, 0);
  return texts;
}
