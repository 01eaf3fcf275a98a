/** Runs in the home of a test server: writing them, taking them in, and following them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runAdapter, sync } from '@hansard/archive';
import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

export function putRun(home: string, run: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(home, 'swarm/runs', run, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}

export async function syncRuns({ archive, host, home }: TestServer): Promise<void> {
  const adapters = [runAdapter([join(home, 'swarm/runs')])];
  await sync({ archive, host, adapters, now: new Date().toISOString() });
  archive.store.written();
}

/** The run of the seed, as it lays it out. */
export const SEED_RUN = 'run-20251209-143022-abc123';
export const SEED_TRANSCRIPT = [
  '{"timestamp": "2025-12-09T14:30:22.000000Z", "role": "system", "content": "Executing step impl-loop with agent code-implementer"}',
  '{"timestamp": "2025-12-09T14:30:22.100000Z", "role": "user", "content": "Step role: Implement code changes based on test requirements"}',
  '{"timestamp": "2025-12-09T14:30:23.300000Z", "role": "tool", "tool_name": "Read", "tool_input": {"file_path": "swarm/runs/run-123/build/test_summary.md"}, "content": "# Test Summary\\n..."}',
  '{"timestamp": "2025-12-09T14:30:26.800000Z", "role": "assistant", "content": "[STUB] Completed step impl-loop. In production, this would contain the actual Claude response."}',
  '',
].join('\n');
export const SEED_RECEIPT = `{
  "engine": "claude-step",
  "model": "claude-sonnet-4-20250514",
  "step_id": "impl-loop",
  "flow_key": "build",
  "run_id": "${SEED_RUN}",
  "agent_key": "code-implementer",
  "started_at": "2025-12-09T14:30:22.000000Z",
  "completed_at": "2025-12-09T14:30:26.800000Z",
  "duration_ms": 4800,
  "status": "succeeded",
  "tokens": {
    "prompt": 12500,
    "completion": 3200,
    "total": 15700
  },
  "transcript_path": "llm/impl-loop-code-implementer-claude.jsonl"
}
`;
export const SEED_FILES = {
  'build/llm/impl-loop-code-implementer-claude.jsonl': SEED_TRANSCRIPT,
  'build/receipts/impl-loop-code-implementer.json': SEED_RECEIPT,
};

interface Told {
  readonly id?: string;
  readonly event?: string;
  readonly data?: unknown;
}

/** Reads server-sent events until one of a name has come. */
export class RunEvents {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
  }

  static async open(one: TestServer, path: string, headers: Record<string, string>): Promise<RunEvents> {
    const response = await one.fetch(path, { headers: { accept: 'text/event-stream', ...headers } });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    return new RunEvents((response.body as ReadableStream<Uint8Array>).getReader());
  }

  async until(name: string): Promise<Told[]> {
    const decoder = new TextDecoder();
    const told: Told[] = [];
    for (;;) {
      for (let end = this.#text.indexOf('\n\n'); end >= 0; end = this.#text.indexOf('\n\n')) {
        const frame = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        if (frame.startsWith(':')) continue;
        const fields = Object.fromEntries(frame.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
        told.push({ ...fields, ...(fields.data ? { data: JSON.parse(fields.data) } : {}) });
        if (fields.event === name) return told;
      }
      const { value, done } = await this.#reader.read();
      if (done) throw new Error(`ended before ${name}`);
      this.#text += decoder.decode(value, { stream: true });
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
