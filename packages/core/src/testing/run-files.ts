/** Files of small runs, as a runtime of flows lays them out. */

export interface StepSpec {
  readonly flow?: string;
  readonly step: string;
  readonly agent: string;
  readonly engine?: string;
  readonly model?: string;
  readonly status?: string;
  /** Second of the minute in which it began. */
  readonly at?: number;
  readonly lines?: readonly object[];
  readonly receipt?: object;
}

const time = (second: number): string => `2026-04-01T10:00:${String(second).padStart(2, '0')}.000000Z`;

/** A run with a transcript, a receipt and events for each step. `as` is the id that its files give it. */
export function runFiles(
  as: string,
  steps: readonly StepSpec[],
  meta: object | null = { title: 'The wombat', status: 'succeeded' },
): Record<string, string> {
  const files: Record<string, string> = {};
  const log: object[] = [
    { run_id: as, ts: time(0), kind: 'run_created', flow_key: steps[0]?.flow ?? 'build', payload: {} },
  ];
  for (const [n, spec] of steps.entries()) Object.assign(files, stepFiles(as, spec, n, log));
  log.push({ run_id: as, ts: time(59), kind: 'run_completed', flow_key: 'build', payload: { status: 'succeeded' } });
  files['events.jsonl'] = linesOf(log);
  if (meta) {
    const flows = [...new Set(steps.map(({ flow = 'build' }) => flow))];
    const spec = { flow_keys: flows, backend: 'sketch-step-orchestrator', initiator: 'test', params: { ticket: '7' } };
    files['meta.json'] = JSON.stringify({ id: as, spec, created_at: time(0), started_at: time(1), ...meta }, null, 2);
  }
  return files;
}

export const linesOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function stepFiles(as: string, spec: StepSpec, n: number, log: object[]): Record<string, string> {
  const {
    flow = 'build',
    step,
    agent,
    engine = 'sketch',
    model = 'sketch-1',
    status = 'succeeded',
    at = n * 5 + 1,
  } = spec;
  const names = { run_id: as, flow_key: flow, step_id: step, agent_key: agent };
  const path = `llm/${step}-${agent}-${engine}.jsonl`;
  const lines = spec.lines ?? [
    { timestamp: time(at), role: 'user', content: `Please ${step} the wombat.` },
    { timestamp: time(at + 1), role: 'tool', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_output: 'burrow' },
    { timestamp: time(at + 2), role: 'assistant', content: `${step} is done.` },
  ];
  const receipt = {
    engine: `${engine}-step`,
    model,
    ...names,
    started_at: time(at),
    completed_at: time(at + 3),
    duration_ms: 3000,
    status,
    tokens: { prompt: 100, completion: 20, total: 120 },
    transcript_path: path,
    ...spec.receipt,
  };
  log.push(
    { ts: time(at), kind: 'step_start', ...names, payload: { role: `To ${step}`, engine: `${engine}-step` } },
    { ts: time(at + 3), kind: 'step_end', ...names, payload: { status, duration_ms: 3000 } },
  );
  return {
    [`${flow}/${path}`]: linesOf(lines),
    [`${flow}/receipts/${step}-${agent}.json`]: JSON.stringify(receipt, null, 2),
  };
}
