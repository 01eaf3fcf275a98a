/** A run that the command has written is read by readers of others, from its folder and over HTTP, as the format prints them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';

const home = new TestHome();
let child: ChildProcess | undefined;
let run = '';

beforeAll(() => {
  buildCommand();
  writeFileSync(
    home.file('build.flow.yaml'),
    'key: build\nengine: claude-step\nsteps: [{id: impl-loop, agent: code-implementer, role: Implement it.}]\n',
  );
  expect(home.run(['flow', 'run', 'build.flow.yaml', '--stub']).status).toBe(0);
  run = readdirSync(home.file('swarm', 'runs'))[0] ?? '';
});
afterAll(async () => {
  if (child && child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  home.remove();
});

it('in Python, from the folder', () => {
  const code = `
import json
from pathlib import Path

def read_transcript(run_base: Path, flow_key: str, step_id: str, agent_key: str, engine: str) -> list:
    """Read transcript entries from a JSONL file."""
    transcript_path = run_base / flow_key / "llm" / f"{step_id}-{agent_key}-{engine}.jsonl"

    entries = []
    with transcript_path.open("r", encoding="utf-8") as f:
        for line in f:
            line = line.strip()
            if line:
                entries.append(json.loads(line))
    return entries

def read_receipt(run_base: Path, flow_key: str, step_id: str, agent_key: str) -> dict:
    """Read receipt JSON for a step execution."""
    receipt_path = run_base / flow_key / "receipts" / f"{step_id}-{agent_key}.json"

    with receipt_path.open("r", encoding="utf-8") as f:
        return json.load(f)

run_base = Path("swarm/runs/${run}")
transcript = read_transcript(run_base, "build", "impl-loop", "code-implementer", "claude")

for entry in transcript:
    print(f"[{entry['role']}] {entry.get('content', '')[:100]}...")

receipt = read_receipt(run_base, "build", "impl-loop", "code-implementer")

print(f"Tokens: {receipt['tokens']['total']}")
print(f"Status: {receipt['status']}")
`;
  expect(execFileSync('python3', ['-c', code], { cwd: home.path, encoding: 'utf8' }).split('\n')).toEqual([
    '[system] Executing step impl-loop with agent code-implementer...',
    '[user] Step role: Implement it....',
    '[assistant] [STUB] Completed step impl-loop. In production, this would contain the actual Claude response....',
    'Tokens: 0',
    'Status: succeeded',
    '',
  ]);
});

it('in JavaScript, from a server that was given nothing but the folder', async () => {
  expect(home.run(['import', `swarm/runs/${run}`]).status).toBe(0);
  child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--json'], { env: home.env, cwd: home.path });
  let out = '';
  for await (const piece of child.stdout as NodeJS.ReadableStream) {
    out += piece;
    if (out.includes('\n')) break;
  }
  const told = JSON.parse(out) as { url: string; link: string };
  const headers = { authorization: `Bearer ${new URL(told.link).searchParams.get('token')}` };
  const fetch = (url: string) => globalThis.fetch(`${told.url}${url}`, { headers });

  async function loadTranscript(runId: string, flowKey: string, stepId: string, agentKey: string, engine: string) {
    const url = `/api/runs/${runId}/transcript/${flowKey}/${stepId}/${agentKey}/${engine}`;
    const response = await fetch(url);
    const text = await response.text();

    return text
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => JSON.parse(line));
  }

  async function loadReceipt(runId: string, flowKey: string, stepId: string, agentKey: string) {
    const url = `/api/runs/${runId}/receipt/${flowKey}/${stepId}/${agentKey}`;
    const response = await fetch(url);
    return response.json();
  }

  const names = ['build', 'impl-loop', 'code-implementer'] as const;
  const transcript = await loadTranscript(run, ...names, 'claude');
  expect(transcript.map(({ role }: { role: string }) => role)).toEqual(['system', 'user', 'assistant']);
  expect(await loadReceipt(run, ...names)).toMatchObject({ run_id: run, model: 'claude-stub', status: 'succeeded' });
});
