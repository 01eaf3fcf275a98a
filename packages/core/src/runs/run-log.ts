/** The log of a run, line by line, in the shape in which it is told; lines that are none are left out. */
import type { FolderFile } from '../formats/contract.ts';
import { readRunEvents } from '../formats/run/read-events.ts';
import { objectOf, restOf } from '../reading/native-values.ts';
import { readTime } from '../reading/time.ts';
import type { RunLogEvent } from '../store/runs.ts';

const KNOWN = new Set(['run_id', 'ts', 'timestamp', 'kind', 'event', 'flow_key', 'step_id', 'agent_key', 'payload']);

export async function readRunLog(file: FolderFile, after = 0): Promise<RunLogEvent[]> {
  const events = await readRunEvents(file, []);
  return events
    .filter(({ line }) => line > after)
    .map(({ line, kind, flowKey = null, stepId = null, agentKey = null, value }) => ({
      line,
      ts: readTime(value['ts'] ?? value['timestamp']) ?? null,
      kind,
      ...{ flow: flowKey, step: stepId, agent: agentKey },
      payload: { ...restOf(value, KNOWN), ...objectOf(value['payload']) },
    }));
}
