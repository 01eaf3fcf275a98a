/** The seed's endpoints with the seed's own readers, as it prints them. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putRun, SEED_FILES, SEED_RECEIPT, SEED_RUN, SEED_TRANSCRIPT, syncRuns } from '../testing/run-server.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  putRun(server.home, SEED_RUN, SEED_FILES);
  await syncRuns(server);
});
afterAll(() => server.stop());

const text = async (path: string) => (await server.fetch(path)).text();

describe('the seed’s readers', () => {
  it('in Python, as printed there, read the folder', () => {
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

run_base = Path("swarm/runs/${SEED_RUN}")
transcript = read_transcript(run_base, "build", "impl-loop", "code-implementer", "claude")

for entry in transcript:
    print(f"[{entry['role']}] {entry.get('content', '')[:100]}...")

receipt = read_receipt(run_base, "build", "impl-loop", "code-implementer")

print(f"Duration: {receipt['duration_ms']}ms")
print(f"Tokens: {receipt['tokens']['total']}")
print(f"Status: {receipt['status']}")
`;
    const printed = execFileSync('python3', ['-c', code], { cwd: server.home, encoding: 'utf8' });
    expect(printed.split('\n')).toEqual([
      '[system] Executing step impl-loop with agent code-implementer...',
      '[user] Step role: Implement code changes based on test requirements...',
      '[tool] # Test Summary',
      '......',
      '[assistant] [STUB] Completed step impl-loop. In production, this would contain the actual Claude response....',
      'Duration: 4800ms',
      'Tokens: 15700',
      'Status: succeeded',
      '',
    ]);
  });

  it('in JavaScript, as printed there, read the server', async () => {
    const fetch = (url: string) => server.fetch(url);
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
    expect(await loadTranscript(SEED_RUN, 'build', 'impl-loop', 'code-implementer', 'claude')).toEqual(
      SEED_TRANSCRIPT.trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    expect(await loadReceipt(SEED_RUN, 'build', 'impl-loop', 'code-implementer')).toEqual(JSON.parse(SEED_RECEIPT));
  });

  it('get the files’ own bytes', async () => {
    expect(await text(`/api/runs/${SEED_RUN}/transcript/build/impl-loop/code-implementer/claude`)).toBe(
      SEED_TRANSCRIPT,
    );
    expect(await text(`/api/runs/${SEED_RUN}/receipt/build/impl-loop/code-implementer`)).toBe(SEED_RECEIPT);
  });

  it('list what there is', async () => {
    expect(await server.json(`/api/runs/${SEED_RUN}/transcripts`)).toMatchObject({
      run_id: SEED_RUN,
      transcripts: [
        {
          ...{ flow_key: 'build', step_id: 'impl-loop', agent_key: 'code-implementer', engine: 'claude' },
          path: 'build/llm/impl-loop-code-implementer-claude.jsonl',
          size: Buffer.byteLength(SEED_TRANSCRIPT),
        },
      ],
    });
    expect(await server.json(`/api/runs/${SEED_RUN}/receipts`)).toMatchObject({
      receipts: [{ step_id: 'impl-loop', status: 'succeeded', tokens: { total: 15700 } }],
    });
  });
});
