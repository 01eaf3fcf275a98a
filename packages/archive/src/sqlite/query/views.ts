/** What `hansard query` can ask: views with plain names over the archive's tables. They are promised; the tables are not. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';

export interface ViewSpec {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly { readonly name: string; readonly sql: string; readonly description: string }[];
  readonly from: string;
}

const iso = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
const name = (column: string) => `(SELECT text FROM name WHERE id = ${column})`;
const flag = (bit: number) => `(e.flags & ${bit}) <> 0`;
const column = (columnName: string, sql: string, description: string) => ({ name: columnName, sql, description });

const SESSION = [
  column('session_id', 's.uuid', 'Id of the session'),
  column('agent', 's.agent', 'Id of the agent'),
  column('project', 's.project', 'Working folder of the session'),
];
const EVENTS =
  'run AS r JOIN session AS s ON s.id = r.session_id JOIN event AS e ON e.id BETWEEN r.first AND r.first + r.count - 1';
const PLACE = [
  ...SESSION,
  column('event_id', 'e.key', 'Id of the event, unique in its session'),
  column('log_seq', 'r.seq + e.id - r.first', 'Order in which the archive learnt of it; never changes'),
  column('time', iso('e.time'), 'When it happened, in UTC'),
];
const TEXT = column('text', 'event_text_of(e.id)', 'Its text; read back from the original, so ask for it last');

/** What counts in a session, as in reports: inherited and copied responses count where they come from. */
const OWN_USAGE = 'FROM main.usage AS u WHERE u.session_id = s.id AND u.own = 1';
const spent = (sum: string) => `(SELECT coalesce(sum(${sum}), 0) ${OWN_USAGE})`;
/** Responses are priced one by one; what has no price is left out, as in reports. */
const COST = `(SELECT round(sum(response_cost_of(
    (SELECT text FROM name WHERE id = u.model), u.time, (SELECT text FROM name WHERE id = u.scope),
    u.input, u.output, u.cache_read, u.cache_write_5m, u.cache_write_1h, u.reasoning)) / 1e6) / 1e6 ${OWN_USAGE})`;

export const VIEWS: readonly ViewSpec[] = [
  {
    name: 'sessions',
    description: 'One row for each session, with its subagents.',
    from: `session AS s JOIN machine AS m ON m.id = s.machine_id JOIN known_session AS k ON k.key = s.key
      LEFT JOIN input AS i ON i.id = (
        SELECT input_id FROM thread WHERE session_id = s.id AND subagent = 0 ORDER BY id DESC LIMIT 1)`,
    columns: [
      ...SESSION,
      column('native_id', 's.native_id', 'The agent’s own id for it'),
      column('title', 'coalesce(s.title, s.first_words)', 'Title, or what was asked first'),
      column('repository', 's.repository', 'Remote or name of the repository'),
      column('branch', 's.branch', 'Branch at the start'),
      column('agent_version', 's.agent_version', 'Version of the agent'),
      column('started_at', iso('s.started'), 'First recorded time, in UTC'),
      column('ended_at', iso('s.ended'), 'Last recorded time, in UTC'),
      column('state', "coalesce(s.state, 'open')", 'ended, interrupted or failed, where the agent says so; else open'),
      column('lineage', 's.lineage_kind', 'fork, resume, child or continuation'),
      column('lineage_of', 's.lineage_of', 'Native id of the session it comes from'),
      column('events', 's.events', 'Events'),
      column('messages', 's.messages', 'Messages of the user and the agent'),
      column('tool_calls', 's.tool_calls', 'Tool calls'),
      column('errors', 's.errors', 'Errors and failed tools'),
      column('unparsed', 's.unparsed', 'Records that no reader understood'),
      column('input_tokens', spent('input + cache_read + cache_write_5m + cache_write_1h'), 'Input tokens, with cache'),
      column('output_tokens', spent('output + reasoning'), 'Output tokens, with reasoning'),
      column('cache_read_tokens', spent('cache_read'), 'Input tokens read from a cache'),
      column('cache_write_tokens', spent('cache_write_5m + cache_write_1h'), 'Input tokens written to a cache'),
      column('reasoning_tokens', spent('reasoning'), 'Output tokens spent on reasoning'),
      column('cost_usd', COST, 'What these cost in US dollars; NULL where no model of it has a price'),
      column('path', 'i.path', 'Its file or database'),
      column('missing_since', 'i.missing_since', 'When the agent was found to have removed it'),
      column('machine', 'm.name', 'Name of the machine it came from; empty for this one'),
      column('generation', 'k.generation', 'How often it was shared after a change'),
      column('starred', 'k.starred IS NOT NULL', '1 when it is starred'),
    ],
  },
  {
    name: 'events',
    description: 'One row for each event.',
    from: EVENTS,
    columns: [
      ...PLACE,
      column('type', name('e.type'), 'Type of the event'),
      column('tool', name('e.tool'), 'Name of the tool'),
      column('status', name('e.status'), 'Status of the tool'),
      column('model', name('e.model'), 'Model'),
      column('is_error', flag(FLAGS.error), '1 for errors and failed tools'),
      column(
        'is_subagent',
        `(${flag(FLAGS.subagent)} OR (SELECT subagent FROM thread WHERE id = r.thread_id))`,
        '1 for a subagent’s',
      ),
      column('is_hidden', flag(FLAGS.hidden), '1 when the model no longer sees it'),
      column('is_withdrawn', flag(FLAGS.withdrawn), '1 when the agent removed it later'),
      TEXT,
      column('json', 'event_json_of(e.id)', 'The whole event as JSON; read back from the original'),
    ],
  },
  {
    name: 'tool_calls',
    description: 'One row for each tool call, with its outcome.',
    from: `${EVENTS} AND e.type = (SELECT id FROM name WHERE text = 'tool_call')`,
    columns: [
      ...PLACE,
      column('tool', name('e.tool'), 'Name of the tool'),
      column('status', name('e.status'), 'ok, error, denied, timeout, running, interrupted or unknown'),
      column('model', name('e.model'), 'Model that called it'),
      column(
        'input',
        "json_extract(event_json_of(e.id), '$.tool.input')",
        'Its input as JSON; read back from the original',
      ),
    ],
  },
  {
    name: 'usage',
    description: 'One row for each response of a model in each session that holds it.',
    from: 'main.usage AS u JOIN session AS s ON s.id = u.session_id',
    columns: [
      ...SESSION,
      column('response', 'u.response', 'Key under which it counts once'),
      column('time', iso('u.time'), 'When, in UTC'),
      column('model', name('u.model'), 'Model'),
      column('scope', name('u.scope'), 'What the numbers cover: response, turn or session'),
      column('counts', 'u.own = 1', '1 when it counts in this session, 0 when it counts elsewhere'),
      column('inferred', 'u.inferred', '1 when the match with the other session rests on numbers, not on an id'),
      column('subagent', 'u.subagent', '1 for a subagent’s'),
      column('input', 'u.input', 'Input tokens, without cache'),
      column('output', 'u.output', 'Output tokens, without reasoning'),
      column('cache_read', 'u.cache_read', 'Tokens read from a cache'),
      column('cache_write_5m', 'u.cache_write_5m', 'Tokens written to a short-lived cache'),
      column('cache_write_1h', 'u.cache_write_1h', 'Tokens written to a cache of an hour'),
      column('reasoning', 'u.reasoning', 'Output tokens spent on reasoning'),
    ],
  },
  {
    name: 'files_changed',
    description: 'One row for each file that an event wrote, edited, moved or removed.',
    from: `touch AS t JOIN path AS p ON p.id = t.path_id JOIN event AS e ON e.id = t.event_id
      JOIN run AS r ON r.first = (SELECT max(first) FROM run WHERE first <= t.event_id)
      JOIN session AS s ON s.id = r.session_id AND t.action <> coalesce((SELECT id FROM name WHERE text = 'read'), 0)`,
    columns: [
      ...PLACE,
      column('path', 'p.text', 'The file, as the agent names it'),
      column('action', name('t.action'), 'write, edit, patch, delete or rename'),
      column('tool', name('e.tool'), 'Tool that did it'),
    ],
  },
  {
    name: 'runs',
    description: 'One row for each run of flows.',
    from: 'flow_run AS r',
    columns: [
      column('run_id', 'r.name', 'Id of the run: the name of its folder'),
      column('title', 'r.title', 'Title'),
      column('status', 'r.status', 'pending, running, succeeded, failed, canceled, partial, stopping, stopped, …'),
      column('backend', 'r.backend', 'What ran it'),
      column('started_at', 'r.started', 'When it began'),
      column('completed_at', 'r.completed', 'When it ended'),
      column('steps', 'r.steps', 'Steps'),
      column('failed_steps', 'r.failed', 'Steps that failed'),
      column('stub', 'r.stub', '1 when a stub answered for a step'),
      column('prompt_tokens', 'r.prompt', 'Input tokens of all steps, with cache'),
      column('completion_tokens', 'r.completion', 'Output tokens of all steps'),
      column('total_tokens', 'r.total', 'Their sum'),
      column('error', 'r.error', 'What went wrong'),
      column('folder', 'r.folder', 'Its folder'),
    ],
  },
  {
    name: 'run_steps',
    description: 'One row for each agent in each step of a run.',
    from: 'flow_step AS p JOIN flow_run AS r ON r.id = p.run_id LEFT JOIN session AS s ON s.id = p.session_id',
    columns: [
      column('run_id', 'r.name', 'Id of the run'),
      column('flow', 'p.flow', 'Key of the flow'),
      column('step', 'p.step', 'Id of the step'),
      column('agent_key', 'p.agent', 'Key of the agent'),
      column('engine', 'p.engine', 'What ran it'),
      column('model', 'p.model', 'Model'),
      column('status', 'p.status', 'pending, running, succeeded, failed, skipped or canceled'),
      column('stub', 'p.stub', '1 when a stub answered'),
      column('started_at', 'p.started', 'When it began'),
      column('completed_at', 'p.completed', 'When it ended'),
      column('duration_ms', 'p.duration_ms', 'How long it took'),
      column('iterations', 'p.iterations', 'How often it ran, according to the log of the run'),
      column('prompt_tokens', 'p.prompt', 'Input tokens, with cache'),
      column('completion_tokens', 'p.completion', 'Output tokens'),
      column('total_tokens', 'p.total', 'Their sum'),
      column('error', 'p.error', 'What went wrong'),
      column('session_id', 's.uuid', 'The session that it is'),
    ],
  },
  {
    name: 'errors',
    description: 'One row for each error and each failed tool.',
    from: `${EVENTS} AND ${flag(FLAGS.error)}`,
    columns: [
      ...PLACE,
      column('type', name('e.type'), 'error, or tool_result of a failed tool'),
      column('tool', name('e.tool'), 'Name of the tool'),
      column('status', name('e.status'), 'Status of the tool'),
      TEXT,
    ],
  },
];

export function viewSql({ name: viewName, columns, from }: ViewSpec): string {
  return `CREATE TEMP VIEW ${viewName} AS SELECT ${columns.map(({ name: as, sql }) => `${sql} AS ${as}`).join(', ')} FROM ${from}`;
}
