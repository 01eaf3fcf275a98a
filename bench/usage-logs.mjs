/**
 * Logs of two agents in which usage is easy to count wrongly: messages over several lines whose numbers grow, resumed
 * and forked sessions, subagents, repeated totals. Each case has days of its own, and knows what was really used:
 * whatever a program counts can be held against that.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MINUTE = 60_000;

/** Deterministic, so that two runs compare. */
let seed = 7;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 4294967296) * below);
};
const hex = (length) => Array.from({ length }, () => random(16).toString(16)).join('');
const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
const at = (time) => new Date(time).toISOString();

/** What was used, by response: `{ agent, model, time, tokens: [input, output, read, write5m, write1h, reasoning] }`. */
export class Corpus {
  truth = [];
  cases = [];
  #home;

  constructor(home) {
    this.#home = home;
  }

  /** A case on the nth day of August 2026, at ten in the morning. */
  begin(day, name, rule = '') {
    this.cases.push({ day: `2026-08-${String(day).padStart(2, '0')}`, name, rule });
    return Date.UTC(2026, 7, day, 10);
  }

  spend(agent, model, time, tokens) {
    this.truth.push({ agent, model, time, tokens });
  }

  write(name, records) {
    const file = path.join(this.#home, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }
}

const CLAUDE = { agent: 'claude', models: ['claude-sonnet-4-5-20250929', 'claude-opus-4-1-20250805'] };

/** A session of Claude Code: lines that are written to a file, or copied into another session. */
export class ClaudeSession {
  lines = [];
  id = uuid();
  #corpus;
  #time;
  #parent = null;

  constructor(corpus, time) {
    this.#corpus = corpus;
    this.#time = time;
  }

  get folder() {
    return '.claude/projects/-home-dev-app';
  }

  line(type, more, gap = 5000) {
    this.#time += gap;
    const id = uuid();
    const base = { parentUuid: this.#parent, isSidechain: false, userType: 'external', cwd: '/home/dev/app' };
    const line = {
      ...base,
      sessionId: this.id,
      version: '2.1.200',
      type,
      uuid: id,
      timestamp: at(this.#time),
      ...more,
    };
    this.#parent = id;
    this.lines.push(line);
    return line;
  }

  ask(text = 'Go on.', more = {}) {
    this.line('user', { message: { role: 'user', content: text }, ...more });
  }

  /** One response, in `pieces` lines; with `grows` each line has more output than the one before. */
  answer({ model = CLAUDE.models[0], pieces = 3, grows = false, hour = false, gap = 5000, ...more } = {}) {
    const output = 40 + random(900);
    const write = random(4000);
    const usage = {
      input_tokens: random(900),
      cache_read_input_tokens: random(60_000),
      cache_creation_input_tokens: write,
    };
    if (hour) usage.cache_creation = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: write };
    const message = { id: `msg_${hex(22)}`, type: 'message', role: 'assistant', model };
    const requestId = `req_${hex(22)}`;
    let first;
    for (let n = 1; n <= pieces; n++) {
      const output_tokens = grows && n < pieces ? Math.ceil((output * n) / (pieces * 3)) : output;
      const content = [{ type: 'text', text: `Piece ${n}.` }];
      const line = this.line(
        'assistant',
        { requestId, message: { ...message, content, usage: { ...usage, output_tokens } }, ...more },
        gap,
      );
      first ??= Date.parse(line.timestamp);
    }
    const { input_tokens: input, cache_read_input_tokens: read } = usage;
    this.#corpus.spend(CLAUDE.agent, model, first, [input, output, read, hour ? 0 : write, hour ? write : 0, 0]);
  }

  talk(turns, options) {
    for (let n = 0; n < turns; n++) {
      this.ask(`Question ${n}.`);
      this.answer({ model: CLAUDE.models[n % 2], ...options });
    }
    return this;
  }

  /** Another session that holds copies of these lines; `change` makes a copy of a line. */
  copy(change = (line) => line, after = 30 * MINUTE) {
    const copy = new ClaudeSession(this.#corpus, this.#time + after);
    copy.lines = this.lines.map((line) => change({ ...line, sessionId: copy.id }));
    return copy;
  }

  save(name = `${this.id}.jsonl`) {
    this.#corpus.write(path.join(this.folder, name), this.lines);
    return this;
  }

  get now() {
    return this.#time;
  }
}

/** A session of Codex: running totals, repeated now and then. */
export class CodexSession {
  lines = [];
  totals = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: 0 };
  model = 'gpt-5.2-codex';
  #corpus;
  #time;

  constructor(corpus, time, meta = {}) {
    this.#corpus = corpus;
    this.#time = time;
    const clock = time.toString(16).padStart(12, '0');
    this.id = `${clock.slice(0, 8)}-${clock.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`;
    this.started = time;
    this.line('session_meta', {
      id: this.id,
      timestamp: at(time),
      cwd: '/home/dev/app',
      cli_version: '0.130.0',
      source: 'cli',
      originator: 'codex_cli_rs',
      ...meta,
    });
  }

  line(type, payload, gap = 4000) {
    this.#time += gap;
    this.lines.push({ timestamp: at(this.#time), type, payload });
  }

  turn({ repeats = 1, resets = false, silent = false } = {}) {
    const clock = this.#time.toString(16).padStart(12, '0');
    const turn_id = `${clock.slice(0, 8)}-${clock.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`;
    this.line('event_msg', { type: 'task_started', turn_id });
    this.line('turn_context', { turn_id, cwd: '/home/dev/app', model: this.model });
    this.line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] });
    this.line('response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Done.' }],
    });
    const last = {
      input_tokens: 2000 + random(60_000),
      cached_input_tokens: random(2000),
      output_tokens: 60 + random(900),
      reasoning_output_tokens: random(50),
    };
    last.total_tokens = last.input_tokens + last.output_tokens;
    for (const key of Object.keys(this.totals)) this.totals[key] = (resets ? 0 : this.totals[key]) + last[key];
    if (silent) this.line('event_msg', { type: 'token_count', info: null });
    for (let n = 0; n < repeats; n++) {
      this.line('event_msg', {
        type: 'token_count',
        info: { total_token_usage: { ...this.totals }, last_token_usage: last, model_context_window: 272_000 },
      });
    }
    const input = last.input_tokens - last.cached_input_tokens;
    const output = last.output_tokens - last.reasoning_output_tokens;
    // The numbers belong to the answer before them.
    const told = Date.parse(this.lines.findLast(({ payload }) => payload.role === 'assistant').timestamp);
    this.#corpus.spend('codex', this.model, told, [
      input,
      output,
      last.cached_input_tokens,
      0,
      0,
      last.reasoning_output_tokens,
    ]);
    return this;
  }

  talk(turns, options) {
    for (let n = 0; n < turns; n++) this.turn(options);
    return this;
  }

  /** Goes on from a copy of another session's lines, all with the time of the copy. */
  inherit(parent) {
    for (const { type, payload } of parent.lines) this.line(type, payload, 1);
    this.totals = { ...parent.totals };
    this.#time += 5 * MINUTE;
    return this;
  }

  save() {
    const day = at(this.started);
    const [year, month, date] = day.slice(0, 10).split('-');
    const name = `rollout-${day.slice(0, 19).replaceAll(':', '-')}-${this.id}.jsonl`;
    this.#corpus.write(path.join('.codex/sessions', year, month, date, name), this.lines);
    return this;
  }

  get now() {
    return this.#time;
  }
}
