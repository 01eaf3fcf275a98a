/** The cases of the comparison, one a day: what a log may hold, and the rule by which programs may differ there. */
import { ClaudeSession, CodexSession, Corpus } from './usage-logs.mjs';

export function writeUsageCases(home) {
  const corpus = new Corpus(home);
  for (const [index, [name, write, rule]] of CASES.entries()) write(corpus, corpus.begin(1 + index, name, rule));
  return corpus;
}

const claude = (corpus, time) => new ClaudeSession(corpus, time);
const codex = (corpus, time, meta) => new CodexSession(corpus, time, meta);

const CASES = [
  ['messages over several lines', (corpus, time) => claude(corpus, time).talk(6).save()],
  ['growing output_tokens', (corpus, time) => claude(corpus, time).talk(6, { grows: true, pieces: 4 }).save()],
  ['cache written for an hour', (corpus, time) => claude(corpus, time).talk(4, { hour: true }).save()],
  ['resumed in the same file', resumedInPlace],
  ['resumed as a copy (2025)', (corpus, time) => claude(corpus, time).talk(4).save().copy().talk(3).save()],
  ['fork that names its origin', namedFork],
  ['fork that does not', unnamedFork],
  ['fork of a fork', forkOfFork],
  ['fork of a session that is gone', (corpus, time) => claude(corpus, time).talk(4).copy(copied).talk(2).save()],
  ['subagents in files of their own', subagents],
  ['subagents inside the session', inlineSubagents],
  ['messages of the harness', harnessMessages],
  [
    'answers without a request id',
    (corpus, time) => claude(corpus, time).talk(4, { requestId: undefined, grows: true }).save(),
    'response id alone',
  ],
  ['copies with new ids', copiesWithNewIds, 'copies by time, model and numbers'],
  ['running totals, repeated', (corpus, time) => codex(corpus, time).talk(6, { repeats: 3 }).save()],
  ['totals that begin anew', (corpus, time) => codex(corpus, time).talk(3).turn({ resets: true }).talk(2).save()],
  ['counts that say nothing', (corpus, time) => codex(corpus, time).talk(3, { silent: true }).save(), 'no estimates'],
  ['fork with copied history', codexFork],
  ['subagent with a log of its own', codexSubagent],
  ['a message over midnight', overMidnight, 'day of the first line'],
];

const copied = (line) => ({ ...line, forkedFrom: { sessionId: 'gone', messageUuid: line.uuid } });

function resumedInPlace(corpus, time) {
  const session = claude(corpus, time).talk(3);
  session.line('user', { message: { role: 'user', content: 'I am back.' } }, 3 * 3_600_000);
  session.talk(3).save();
}

function namedFork(corpus, time) {
  const session = claude(corpus, time).talk(4).save();
  const from = (line) => ({ ...line, forkedFrom: { sessionId: session.id, messageUuid: line.uuid } });
  session.copy(from).talk(3).save();
  session.talk(2).save();
}

/** The file of the fork begins with an operation that is younger than all copies. */
function unnamedFork(corpus, time) {
  const session = claude(corpus, time).talk(4).save();
  const fork = session.copy();
  const timestamp = new Date(fork.now).toISOString();
  fork.lines.unshift({ type: 'queue-operation', operation: 'enqueue', timestamp, sessionId: fork.id, content: 'x' });
  fork.talk(3).save();
}

function forkOfFork(corpus, time) {
  const first = claude(corpus, time).talk(3).save();
  const second = first.copy().talk(2).save();
  second.copy().talk(2).save();
}

function subagents(corpus, time) {
  const session = claude(corpus, time).talk(2);
  for (const agentId of ['a1111111111111111', 'a2222222222222222']) {
    const agent = claude(corpus, session.now);
    agent.id = session.id;
    agent.talk(3, { isSidechain: true, agentId });
    for (const line of agent.lines) Object.assign(line, { isSidechain: true, agentId });
    agent.save(`${session.id}/subagents/agent-${agentId}.jsonl`);
  }
  session.talk(2).save();
}

function inlineSubagents(corpus, time) {
  const session = claude(corpus, time).talk(2);
  session.ask('Look at the tests.', { isSidechain: true, parentUuid: null });
  session.answer({ isSidechain: true, grows: true });
  session.talk(1).save();
}

function harnessMessages(corpus, time) {
  const session = claude(corpus, time).talk(2);
  const usage = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  const content = [{ type: 'text', text: 'API Error' }];
  const message = { id: 'harness', type: 'message', role: 'assistant', model: '<synthetic>', content, usage };
  session.line('assistant', { isApiErrorMessage: true, message });
  session.talk(2).save();
}

function overMidnight(corpus, time) {
  const session = claude(corpus, time + 14 * 3_600_000 - 12_000);
  session.ask();
  session.answer({ grows: true, pieces: 3, gap: 6000 });
  session.save();
}

/** No program that we know does this to its own logs; exporting and importing a session does. */
function copiesWithNewIds(corpus, time) {
  const session = claude(corpus, time).talk(4).save();
  const ids = new Map();
  const renamed = (id) => ids.set(id, ids.get(id) ?? `msg_${String(ids.size).padStart(22, 'c')}`).get(id);
  const copy = session.copy((line) =>
    line.message.id
      ? {
          ...line,
          requestId: `req_${renamed(line.message.id)}`,
          message: { ...line.message, id: renamed(line.message.id) },
        }
      : line,
  );
  copy.talk(2).save();
}

function codexFork(corpus, time) {
  const parent = codex(corpus, time).talk(4).save();
  const fork = codex(corpus, parent.now + 60_000, { forked_from_id: parent.id });
  fork.inherit(parent).talk(3).save();
}

function codexSubagent(corpus, time) {
  const parent = codex(corpus, time).talk(2);
  const source = { subagent: { thread_spawn: { parent_thread_id: parent.id, depth: 1, agent_nickname: 'scout' } } };
  codex(corpus, parent.now, { source, parent_thread_id: parent.id }).talk(2).save();
  parent.talk(1).save();
}
