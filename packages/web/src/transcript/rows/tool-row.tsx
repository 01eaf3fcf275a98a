/** A tool call and its result, as one card: what it was about and how it went in one line, the rest below. */
import { isFailed } from '@hansard/core/events/tool-outcome.ts';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { Event, Tool } from '@hansard/core/transcript.ts';
import { durationText } from '../../words/times.ts';
import { toolSummary } from '../content/tool-summary.ts';
import type { Level } from '../model/groups.ts';
import type { EventRowProps } from './message-rows.tsx';
import { useEvent, useOpen, useResultSeq, useRowTools } from './row-context.ts';
import { RowFrame } from './row-frame.tsx';
import { ToolBody } from './tool-body.tsx';

const CHANGES: ReadonlySet<string> = new Set(['edit', 'write']);

export function ToolRow({ row, depth, archived }: EventRowProps) {
  const { level } = useRowTools();
  const [opened, setOpen] = useOpen(row);
  const { event } = archived;
  const isCall = event.type === 'tool_call';
  const result = useEvent(useResultSeq(row));
  const tool = mergedTool(event, result?.event);
  const failed = isFailed(tool.status);
  const open = opened ?? isOpenAt(level, tool.kind ?? 'other', failed);
  const summary = toolSummary(tool);
  return (
    <RowFrame
      row={row}
      depth={depth}
      kind={failed ? 'tool tool-failed' : 'tool'}
      event={event}
      result={result?.event}
      words={wordsOf(tool, summary)}
    >
      <button type="button" className="row-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <b>{neutraliseLine(tool.name || 'tool')}</b>
        <span className="summary">{summary || (isCall ? '' : 'a result without its call')}</span>
        <Outcome tool={tool} event={event} result={result?.event} />
      </button>
      {open && (
        <ToolBody row={row} call={isCall ? archived : undefined} result={isCall ? result : archived} tool={tool} />
      )}
    </RowFrame>
  );
}

/** At each level what is worth most of the room: changes and failures before the rest. */
function isOpenAt(level: Level, kind: string, failed: boolean): boolean {
  if (level === 'full') return true;
  return level === 'compact' && (CHANGES.has(kind) || failed);
}

function mergedTool(event: Event, result: Event | undefined): Tool {
  const own = event.tool ?? { name: '' };
  const other = result?.tool;
  if (!other) return own;
  return {
    ...own,
    kind: own.kind ?? other.kind,
    status: other.status ?? own.status,
    exitCode: other.exitCode ?? own.exitCode,
    durationMs: other.durationMs ?? own.durationMs,
    output: other.output,
    stdout: other.stdout,
    stderr: other.stderr,
    result: other.result,
  };
}

function Outcome({ tool, event, result }: { tool: Tool; event: Event; result: Event | undefined }) {
  const { status = 'unknown', exitCode } = tool;
  const ms = tool.durationMs ?? spanOf(event, result);
  const words = [
    exitCode !== undefined && exitCode !== 0 && `exit ${exitCode}`,
    status !== 'ok' && status !== 'unknown' && !(status === 'error' && exitCode) && status,
    ms !== undefined && durationText(ms),
  ].filter((word) => typeof word === 'string');
  const look = isFailed(status) ? 'bad' : status === 'running' ? 'busy' : '';
  return words.length === 0 ? null : <span className={`outcome ${look}`}>{neutraliseLine(words.join(' · '))}</span>;
}

/** Between call and result, where both times were recorded. */
function spanOf(call: Event, result: Event | undefined): number | undefined {
  const end = result && result.timestampSource === undefined ? result.timestamp : call.completedAt;
  if (end === undefined || call.timestampSource !== undefined) return undefined;
  const ms = Date.parse(end) - Date.parse(call.timestamp);
  return ms >= 0 ? ms : undefined;
}

const wordsOf = (tool: Tool, summary: string): string =>
  [summary, tool.output ?? tool.stdout ?? ''].filter(Boolean).join('\n');
