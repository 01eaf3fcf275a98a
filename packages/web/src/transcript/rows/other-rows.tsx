/** Everything that is neither said nor a tool: permissions, questions, errors, and what agents and Hansard note. */
import { partsBeyond, wordsOf } from '@hansard/core/formats/event-words.ts';
import { neutralise, neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { Event } from '@hansard/core/transcript.ts';
import { Icon } from '../../parts/icon.tsx';
import { JsonView } from '../content/json-view.tsx';
import { oneLine } from '../content/one-line.ts';
import { toolSummary } from '../content/tool-summary.ts';
import { LoadWhole } from './load-whole.tsx';
import { LongText } from './long-text.tsx';
import type { EventRowProps } from './message-rows.tsx';
import { PartsView } from './parts-view.tsx';
import { useEvent, useOpen, useRowTools } from './row-context.ts';
import { RowFrame } from './row-frame.tsx';

const DECISIONS: Readonly<Record<string, string>> = {
  requested: 'waits for an answer',
  accept: 'allowed',
  accept_for_session: 'allowed for the session',
  reject: 'refused',
};

export function PermissionRow({ row, depth, archived: { event } }: EventRowProps) {
  const { permission } = event;
  const status = permission?.status ?? 'requested';
  const by = permission?.by ? ` by ${permission.by}${ruleText(event)}` : '';
  const decision = Object.hasOwn(DECISIONS, status) ? DECISIONS[status] : status;
  const { store } = useRowTools();
  // Some agents name only the tool; the call says what it was to do.
  const call = useEvent(event.parentId === undefined ? undefined : store.seqOf(event.parentId))?.event.tool;
  return (
    <RowFrame
      row={row}
      depth={depth}
      kind={`ask ${status === 'reject' ? 'refused' : ''}`}
      event={event}
      words={permission?.action}
    >
      <div className="row-block">
        <p className="row-line">
          <b>Permission</b>
          <code>{neutraliseLine(permission?.action ?? '')}</code>
          {call && <span className="summary">{toolSummary(call)}</span>}
          <span className="outcome">{neutraliseLine(`${decision}${by}`)}</span>
        </p>
        {permission?.reason && <p className="quiet">{neutralise(permission.reason)}</p>}
      </div>
    </RowFrame>
  );
}

/** A rule of Hansard's that has decided it, by what it is for. */
function ruleText({ extra }: Event): string {
  const { rule, via } = (extra?.['answer'] ?? {}) as { rule?: Readonly<Record<string, unknown>>; via?: unknown };
  if (!rule || (via !== 'rule' && via !== 'policy')) return '';
  const what = [rule['tool'] ?? rule['kind'], rule['command'] ?? rule['prefix'] ?? rule['path']];
  return `, by the ${via === 'policy' ? 'policy' : 'rule'} for ${what.filter(Boolean).join(': ')}`;
}

export function QuestionRow({ row, depth, archived: { event } }: EventRowProps) {
  const { question } = event;
  const answer = question?.response;
  const offered = question?.options.filter((option) => option !== answer).slice(0, 8) ?? [];
  return (
    <RowFrame row={row} depth={depth} kind="ask" event={event} words={question?.prompt}>
      <div className="row-block">
        <p className="row-line">
          <b>Question</b>
          <span>{neutralise(question?.prompt ?? '')}</span>
        </p>
        <p className="answer-given">
          <b>{answer === undefined ? 'No answer' : neutralise(answer)}</b>
          {question?.status === 'rejected' && <span className="outcome bad">refused</span>}
          {offered.length > 0 && <span className="quiet">also offered: {neutraliseLine(offered.join(' · '))}</span>}
        </p>
      </div>
    </RowFrame>
  );
}

export function ErrorRow({ row, depth, archived: { event } }: EventRowProps) {
  const { error } = event;
  const notes = [
    error?.code,
    error?.status !== undefined && `HTTP ${error.status}`,
    error?.attempt !== undefined && `attempt ${error.attempt}`,
    error?.willRetry && 'tried again',
  ].filter((note) => typeof note === 'string');
  const words = error?.message ?? wordsOf(event) ?? '';
  return (
    <RowFrame row={row} depth={depth} kind="error" event={event} words={words}>
      <div className="row-block">
        <p className="row-line">
          <Icon name="error" />
          <b>Error</b>
          <span className="outcome bad">{neutraliseLine(notes.join(' · '))}</span>
        </p>
        <LongText row={row} part="error" text={words} lines={12} />
      </div>
    </RowFrame>
  );
}

export function CompactionRow({ row, depth, archived: { event } }: EventRowProps) {
  const [open, setOpen] = useOpen(row);
  const words = wordsOf(event) ?? event.status?.detail ?? '';
  return (
    <RowFrame row={row} depth={depth} kind="compaction" event={event} words={words}>
      <button type="button" className="row-head" aria-expanded={open === true} onClick={() => setOpen(!open)}>
        <b>Compaction</b>
        <span className="summary">the model no longer sees what is above</span>
      </button>
      {open && <LongText row={row} part="summary" text={words || '(no summary was recorded)'} lines={60} />}
    </RowFrame>
  );
}

/** One line; what it holds when it is opened. */
export function NoteRow({ row, depth, archived }: EventRowProps) {
  const { event } = archived;
  const [open, setOpen] = useOpen(row);
  const words = wordsOf(event) ?? event.status?.detail ?? event.error?.message ?? '';
  const payload = payloadOf(event);
  return (
    <RowFrame
      row={row}
      depth={depth}
      kind={event.type === 'unparsed' ? 'remark unparsed' : 'remark'}
      event={event}
      words={words}
    >
      <button type="button" className="row-head" aria-expanded={open === true} onClick={() => setOpen(!open)}>
        <b>{neutraliseLine(labelOf(event))}</b>
        {!open && <span className="summary">{oneLine(words)}</span>}
      </button>
      {open && (
        <div className="tool-body">
          {words !== '' && <LongText row={row} part="text" text={words} lines={40} />}
          <PartsView row={row} parts={partsBeyond(event)} said={words} lines={20} />
          {payload !== undefined && <JsonView value={payload} label="Content" />}
          <LoadWhole row={row} archived={archived} />
        </div>
      )}
    </RowFrame>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  system: 'System',
  meta: 'Note',
  session: 'Session',
  turn: 'Turn',
  status: 'Status',
  unparsed: 'Not understood',
};

/** What nothing else is known of has the agent's own name for it. */
function labelOf({ type, phase, status, audience, native }: Event): string {
  const label = Object.hasOwn(LABELS, type) ? LABELS[type] : type;
  const own = type === 'meta' ? native?.type : undefined;
  const more = phase ?? status?.label ?? (audience === 'model' ? 'for the model' : own);
  // Records are named for machines: `file-history-snapshot`, `turn_context`.
  return more === undefined ? (label as string) : `${label}: ${more.replaceAll(/[-_]+/g, ' ')}`;
}

const payloadOf = ({ type, raw, session, extra }: Event): unknown => (type === 'unparsed' ? raw : (session ?? extra));
