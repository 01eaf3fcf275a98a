/** A row, by what it is of. Until its event is loaded it takes the room that it probably needs. */
import { MAP_FLAGS } from '@hansard/core/events/map-flags.ts';
import { memo } from 'react';
import { sourceOfHeading } from '../model/row-order.ts';
import { AgentHeading } from './agent-heading.tsx';
import { type EventRowProps, MessageRow, ThinkingRow } from './message-rows.tsx';
import { CompactionRow, ErrorRow, NoteRow, PermissionRow, QuestionRow } from './other-rows.tsx';
import { useEvent, useRowTools } from './row-context.ts';
import { RowElement } from './row-frame.tsx';
import { ToolRow } from './tool-row.tsx';

const ROWS: Readonly<Record<string, (props: EventRowProps) => React.ReactNode>> = {
  user_message: MessageRow,
  assistant_message: MessageRow,
  reasoning: ThinkingRow,
  tool_call: ToolRow,
  tool_result: ToolRow,
  permission: PermissionRow,
  question: QuestionRow,
  error: ErrorRow,
};

export const EventRow = memo(({ row, depth }: { row: number; depth: number }) => {
  const source = sourceOfHeading(row);
  return source === undefined ? (
    <Loaded row={row} depth={depth} />
  ) : (
    <AgentHeading row={row} depth={depth} source={source} />
  );
});

function Loaded({ row, depth }: { row: number; depth: number }) {
  const { store, guess } = useRowTools();
  const archived = useEvent(row);
  if (!archived) return <RowElement row={row} depth={depth} kind="waiting" waits height={guess(row)} />;
  const { type } = archived.event;
  const isCompaction = store.skeleton.has(row, MAP_FLAGS.compaction);
  const View = isCompaction ? CompactionRow : ((Object.hasOwn(ROWS, type) ? ROWS[type] : undefined) ?? NoteRow);
  return <View row={row} depth={depth} archived={archived} />;
}
