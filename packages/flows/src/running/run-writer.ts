/** Writes what a run does into its folder while it does it: the log, the description, transcripts and receipts. */
import { logLine, metaDocument, type RunMeta } from '@hansard/core/formats/run/run-log.ts';
import { documentText } from '@hansard/core/formats/run/run-text.ts';
import { type StepNames, stepPaths } from '@hansard/core/formats/run/step-paths.ts';
import type { Clock } from './clock.ts';
import type { Progress } from './progress.ts';
import type { RunDisk } from './run-disk.ts';
import { documentOf, LOG, META } from './run-folder.ts';

export interface LoggedEvent {
  readonly kind: string;
  readonly flow: string;
  readonly step?: string;
  readonly agent?: string;
  readonly ts?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export class RunWriter {
  readonly disk: RunDisk;
  readonly runId: string;
  readonly clock: Clock;
  readonly #progress: Progress;
  readonly #told: ((event: LoggedEvent) => void) | undefined;

  constructor(disk: RunDisk, runId: string, clock: Clock, progress: Progress, told?: (event: LoggedEvent) => void) {
    this.disk = disk;
    this.runId = runId;
    this.clock = clock;
    this.#progress = progress;
    this.#told = told;
  }

  /** Several events are one write. */
  async log(...events: readonly LoggedEvent[]): Promise<void> {
    const lines = events.map(({ kind, flow, step, agent, ts, payload }) =>
      logLine({
        runId: this.runId,
        ts: ts ?? this.clock(),
        kind,
        flowKey: flow,
        seq: ++this.#progress.seq,
        stepId: step,
        agentKey: agent,
        payload,
      }),
    );
    await this.disk.append(LOG, lines.join(''));
    for (const event of events) this.#told?.(event);
  }

  async meta(run: Omit<RunMeta, 'id' | 'updatedAt'>): Promise<void> {
    const document = metaDocument({ ...run, id: this.runId, updatedAt: this.clock() });
    // What people have said of the run since stays.
    const { tags, is_exemplar, title, description } = (await documentOf(this.disk, META)) ?? {};
    const kept = Object.entries({ tags, is_exemplar, title, description }).filter(([, value]) => value);
    await this.disk.replace(META, documentText({ ...document, ...Object.fromEntries(kept) }));
  }

  /** The step begins again: files of its last time give way. Done as often as needed, it is done once. */
  async retire(flow: string, names: Omit<StepNames, 'earlier'>, execution: number): Promise<void> {
    const last = stepPaths(names);
    const kept = stepPaths({ ...names, earlier: execution });
    await this.disk.move(`${flow}/${last.transcript}`, `${flow}/${kept.transcript}`);
    const receipt = await documentOf(this.disk, `${flow}/${last.receipt}`);
    if (!receipt) return;
    const text = documentText({ ...receipt, transcript_path: kept.transcript });
    await this.disk.replace(`${flow}/${kept.receipt}`, text);
    await this.disk.remove(`${flow}/${last.receipt}`);
  }

  /** Takes the lines of a transcript from its beginning, and writes those that are not there yet. */
  async transcript(path: string, resumed: boolean): Promise<(lines: readonly string[]) => Promise<void>> {
    let present = resumed ? (await this.disk.lines(path)).length : 0;
    return async (lines) => {
      const fresh = lines.slice(present);
      present = Math.max(0, present - lines.length);
      if (fresh.length > 0) await this.disk.append(path, fresh.join(''));
    };
  }
}
