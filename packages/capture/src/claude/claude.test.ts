/** What the Claude Agent SDK leaves in files, taken when its messages end. The SDK itself may not be shipped: `npm run claude-agent-sdk` tries it. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Session, TranscriptEntry } from '../index.ts';
import { captureClaudeAgent } from './index.ts';

const FIXTURES = fileURLToPath(new URL('../../../core/src/adapters/claude-code/fixtures/', import.meta.url));
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-claude-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** As `query` of the SDK: messages, and methods with a private field behind them. */
class Query implements AsyncIterable<unknown> {
  readonly #messages: readonly unknown[];
  #interrupted = false;
  readonly ended: () => void;

  constructor(messages: readonly unknown[], ended: () => void) {
    this.#messages = messages;
    this.ended = ended;
  }

  async *[Symbol.asyncIterator]() {
    yield* this.#messages;
    this.ended();
  }

  interrupt(): boolean {
    this.#interrupted = true;
    return this.#interrupted;
  }
}

/** The agent's files are there only when its messages have ended. */
function queryOf(name: string): { query: Query; messages: unknown[] } {
  const input = join(FIXTURES, name, 'input');
  const files = readdirSync(input, { recursive: true, encoding: 'utf8' });
  const main = files.find((path) => /projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/.test(path)) as string;
  const session_id = basename(main, '.jsonl');
  const messages = [
    { type: 'system', subtype: 'init', session_id },
    { type: 'result', session_id },
  ];
  return { query: new Query(messages, () => cpSync(input, home, { recursive: true })), messages };
}

const env = () => ({ HOME: home });

it('gives the messages and the methods as they are, and records what the agent wrote, subagents at every depth too', async () => {
  const session = new Session();
  const { query, messages } = queryOf('nested-agents');
  const captured = captureClaudeAgent(session, query, { env: env() });
  expect(captured.interrupt()).toBe(true);
  const seen: unknown[] = [];
  for await (const message of captured) seen.push(message);
  expect(seen.every((message, at) => message === messages[at])).toBe(true);
  const entries = session.slice(TranscriptEntry).all();
  const sources = new Set(entries.map(({ source }) => source));
  expect(sources).toContain('primary');
  expect([...sources].some((source) => /^subagent:[^/]+\/[^/]+$/.test(source))).toBe(true);
  for (const source of sources) {
    const own = entries.filter((entry) => entry.source === source).map(({ sequence }) => sequence);
    expect(own).toEqual(own.map((_, i) => i));
  }
  expect(session.stats().errors).toBe(0);
});

it('records no subagents where they are not wanted', async () => {
  const session = new Session({ captureSubagentTranscripts: false });
  for await (const _ of captureClaudeAgent(session, queryOf('nested-agents').query, { env: env() }));
  const sources = new Set(
    session
      .slice(TranscriptEntry)
      .all()
      .map(({ source }) => source),
  );
  expect([...sources]).toEqual(['primary']);
});

it('says nothing to the program when there is no file, and counts it', async () => {
  const session = new Session();
  const query = new Query([{ session_id: 'nowhere' }], () => {});
  for await (const _ of captureClaudeAgent(session, query, { env: env() }));
  expect(session.stats()).toMatchObject({ entries: 0, errors: 1 });
});
