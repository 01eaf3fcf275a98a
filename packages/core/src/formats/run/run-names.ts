/** The names under which a session is a run: run, flow, step, agents and engine, its own where it was a step of one. */
import { subagentPath } from '../../events/source-path.ts';
import { objectOf, stringOf } from '../../reading/native-values.ts';
import type { OptionValues, TranscriptHeader } from '../contract.ts';
import { fileName } from './layout.ts';
import { earlierOf, stepPaths } from './step-paths.ts';

export const DEFAULT_FLOW = 'build';

export interface RunNames {
  readonly runId: string;
  readonly flowKey: string;
  readonly engine: string;
  /** The one step that the session is; undefined when its turns are the steps. */
  readonly stepId: string | undefined;
  agentKey(source: string): string;
  transcriptPath(stepId: string, source: string): string;
  receiptPath(stepId: string, source: string): string;
}

export function runNames(header: TranscriptHeader, options: OptionValues | undefined): RunNames {
  const { run = {} } = header.session;
  const engine = run.engine ?? `${header.source.agent}-step`;
  const agentKey = agentKeys(run.agentKey);
  const told = run.stepId === undefined ? undefined : toldPath(header);
  const pathsOf = (stepId: string, source: string) => {
    const earlier = source === 'primary' && told !== undefined ? earlierOf(told) : undefined;
    return stepPaths({ stepId, agentKey: agentKey(source), engine, earlier });
  };
  return {
    runId: run.runId ?? runIdOf(header),
    flowKey: run.flowKey ?? (String(options?.['flow'] ?? '') || DEFAULT_FLOW),
    engine,
    stepId: run.stepId,
    agentKey,
    transcriptPath: (stepId, source) => (source === 'primary' ? told : undefined) ?? pathsOf(stepId, source).transcript,
    receiptPath: (stepId, source) => pathsOf(stepId, source).receipt,
  };
}

/** `run-YYYYMMDD-HHMMSS-` and six characters of the transcript's id. */
function runIdOf({ transcriptId, session }: TranscriptHeader): string {
  const time = new Date(session.startedAt);
  const digits = (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString().replaceAll(/[^\dT]/g, '');
  const id = transcriptId.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return `run-${digits.slice(0, 15).replace('T', '-')}-${id.slice(0, 6).padEnd(6, '0')}`;
}

/** The agent itself is `primary`, a subagent goes by its id; no two have the same key. */
function agentKeys(own: string | undefined): (source: string) => string {
  const keys = new Map([['primary', own ?? 'primary']]);
  const taken = new Set(keys.values());
  return (source) => {
    const known = keys.get(source);
    if (known !== undefined) return known;
    const name = `subagent-${fileName(subagentPath(source))}`;
    let key = name;
    for (let n = 2; taken.has(key); n++) key = `${name}-${n}`;
    taken.add(key);
    keys.set(source, key);
    return key;
  };
}

/** Where the receipt that was read says that the transcript is. */
function toldPath({ session }: TranscriptHeader): string | undefined {
  const set = objectOf(objectOf(session.extra?.['receipt'])['set']);
  const path = stringOf(set['/transcript_path']);
  return path && /^llm\/[\w-][\w.-]*(?:@\d{1,6})?\.jsonl$/.test(path) ? path : undefined;
}
