/**
 * Lines about the session rather than of the conversation: titles, modes, queues, costs, links, file history, the
 * model requests that recent versions keep. Most have no id, many no time.
 */
import { noteBegin } from './fork.ts';
import { type Line, note } from './line.ts';
import { envelopeAnd, leftovers, object, text, word } from './native.ts';
import { readRequest, readShape } from './prompts.ts';

const FIELDS = envelopeAnd();
const CUSTOM_TITLE_RANK = 40;
const AI_TITLE_RANK = 30;
const SUMMARY_RANK = 20;

type Reader = (line: Line) => void;

const meta: Reader = (line) => note(line, 'meta', { extra: leftovers(line.value, FIELDS) });

const titled =
  (field: string, rank: number): Reader =>
  (line) => {
    const title = word(line.value[field]);
    if (title !== undefined && line.state.own === undefined) line.out.session({ title: { text: title, rank } });
    note(line, 'session', { phase: 'titled', session: { title }, extra: leftovers(line.value, FIELDS) });
  };

/** A setting of the session that changed, or is told again. */
const setting: Reader = (line) => note(line, 'session', { phase: 'changed', session: leftovers(line.value, FIELDS) });

const linked: Reader = (line) => note(line, 'session', { phase: 'linked', session: leftovers(line.value, FIELDS) });

const queued: Reader = (line) => {
  noteBegin(line.state, line.value['timestamp']);
  const detail = text(line.value['operation']);
  note(line, 'status', { status: { label: 'queue', detail }, extra: leftovers(line.value, FIELDS) });
};

const fileHistory: Reader = (line) => {
  const taken = object(line.value['snapshot'])?.['timestamp'] as string | undefined;
  note(line, 'meta', { timestamp: line.time ?? taken, extra: leftovers(line.value, FIELDS) });
};

/** Steps of a workflow: its journal names the agents that did them. */
const workflowStep: Reader = (line) => {
  const detail = word(line.value['agentId']);
  note(line, 'status', {
    status: { label: `workflow-${String(line.value['type'])}`, detail },
    extra: leftovers(line.value, FIELDS),
  });
};

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    'custom-title': titled('customTitle', CUSTOM_TITLE_RANK),
    'ai-title': titled('aiTitle', AI_TITLE_RANK),
    summary: titled('summary', SUMMARY_RANK),
    'agent-name': setting,
    'agent-color': setting,
    'agent-setting': setting,
    mode: setting,
    'permission-mode': setting,
    'worktree-state': setting,
    relocated: setting,
    'bridge-session': setting,
    tag: setting,
    'pr-link': linked,
    'frame-link': linked,
    'queue-operation': queued,
    'file-history-snapshot': fileHistory,
    'file-history-delta': fileHistory,
    'last-prompt': meta,
    'atis-latch': meta,
    'tools-used': meta,
    'cost-state': meta,
    'api-request': readRequest,
    'api-request-shape': readShape,
    'api-request-blob': meta,
    'attribution-snapshot': meta,
    'content-replacement': meta,
    'speculation-accept': meta,
    'marble-origami-commit': meta,
    'marble-origami-snapshot': meta,
    started: workflowStep,
    result: workflowStep,
  }),
);

export function sessionReader(type: string): Reader | undefined {
  return READERS.get(type);
}

/** Types that no other agent writes: enough to recognise a log by. */
export const SESSION_TYPES: ReadonlySet<string> = new Set(READERS.keys());
