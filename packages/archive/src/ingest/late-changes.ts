/** Changes to events that are in the archive already: the operations are kept, and the columns follow them. */
import type { EventPatch } from '@hansard/core';
import {
  changesText,
  columnsOf,
  type EventColumns,
  FLAGS,
  pricedModel,
  timeOf,
  touchesOf,
  usageOf,
} from '@hansard/core/events/event-facts.ts';
import { isError } from '@hansard/core/events/event-kinds.ts';
import { answeredAt, isTurnEnd, WAIT_TYPES } from '@hansard/core/turns/turn-step.ts';
import type { Sql } from '../database/sql.ts';
import type { Account } from '../sqlite/events/accounts.ts';
import type { EventWriter } from '../sqlite/events/event-writer.ts';
import { addOverlay } from '../sqlite/events/overlays.ts';
import type { EventRow } from '../sqlite/tables.ts';
import type { ToolTimes } from '../sqlite/usage/tool-times.ts';
import type { UsagePlace, UsageWriter } from '../sqlite/usage/usage-writer.ts';
import type { Operation } from './index-sink.ts';

export class LateChanges {
  readonly #sql: Sql;
  readonly #events: EventWriter;
  readonly #usage: UsageWriter;
  readonly #times: ToolTimes;

  constructor(sql: Sql, events: EventWriter, usage: UsageWriter, times: ToolTimes) {
    this.#sql = sql;
    this.#events = events;
    this.#usage = usage;
    this.#times = times;
  }

  /** Keeps operations of the unit at `start`, behind those of it that are there. */
  keep(event: number, versionId: number, start: number, operations: readonly Operation[]): void {
    addOverlay(this.#sql, event, versionId, start, operations);
  }

  /** Keeps operations for one account of an event; the unit that the account was added in is read with its own. */
  add(
    place: Account | EventRow,
    event: number,
    versionId: number,
    start: number,
    operations: readonly Operation[],
  ): void {
    if (place.version_id !== versionId || place.start !== start) this.keep(event, versionId, start, operations);
  }

  /** Tells whether the text has changed, and how many more errors there are. */
  apply(
    row: EventRow,
    place: Omit<UsagePlace, 'event'>,
    versionId: number,
    start: number,
    operations: readonly Operation[],
  ): { readonly text: boolean; readonly errors: number } {
    const event = row.id;
    this.add(row, event, versionId, start, operations);
    const before = this.#events.columns(row);
    let columns = before;
    let text = false;
    for (const operation of operations) {
      if ('append' in operation) text = true;
      else if ('put' in operation) {
        columns = columnsOf(operation.put);
        text = true;
        this.#events.touchAgain(event, touchesOf(operation.put));
        this.#usage.keepOnly(event, usageOf(operation.put));
        this.#count(place, event, usageOf(operation.put));
      } else {
        columns = patched(columns, operation.patch);
        text ||= changesText(operation.patch);
        this.#patchNumbers(place, event, row, columns, operation.patch);
      }
    }
    this.#events.update(event, columns);
    if (columns.model !== before.model || columns.time !== before.time) {
      this.#usage.follow(event, columns.model, columns.time);
    }
    return { text, errors: errorsIn(columns) - errorsIn(before) };
  }

  #patchNumbers(
    place: Omit<UsagePlace, 'event'>,
    event: number,
    row: EventRow,
    columns: EventColumns,
    change: EventPatch,
  ): void {
    const { usage, tool } = change;
    const answered = WAIT_TYPES.has(columns.type) ? answeredAt(change) : undefined;
    if (answered !== undefined && columns.time > 0) this.#times.measured(event, timeOf(answered) - columns.time);
    if (columns.type === 'tool_call' && tool?.durationMs !== undefined) this.#times.measured(event, tool.durationMs);
    if (!usage) return;
    const found = usageOf({ id: row.key, type: columns.type, timestamp: '', usage });
    const subagent = (columns.flags & FLAGS.subagent) !== 0;
    this.#usage.keepOnly(event, found);
    const model = pricedModel(columns.model, usage);
    if (found) this.#count(place, event, { ...found, model, time: columns.time, subagent: found.subagent || subagent });
  }

  #count(place: Omit<UsagePlace, 'event'>, event: number, usage: ReturnType<typeof usageOf>): void {
    if (usage) this.#usage.write({ ...place, event }, usage, { amended: true });
  }
}

const errorsIn = ({ flags }: EventColumns): number =>
  (flags & FLAGS.withdrawn) === 0 && (flags & FLAGS.error) !== 0 ? 1 : 0;

function patched(columns: EventColumns, change: EventPatch): EventColumns {
  let { flags } = columns;
  if (change.timestamp !== undefined && change.timestampSource === undefined) flags &= ~FLAGS.inferredTime;
  if (change.hidden) flags |= FLAGS.hidden;
  if (change.withdrawn) flags |= FLAGS.withdrawn;
  const type = change.type ?? columns.type;
  if (isTurnEnd({ type, phase: change.phase })) flags |= FLAGS.turnEnd;
  const status = change.tool?.status ?? columns.status;
  flags = isError({ type, tool: { status: status ?? undefined } }) ? flags | FLAGS.error : flags & ~FLAGS.error;
  return {
    type,
    time: change.timestamp === undefined ? columns.time : timeOf(change.timestamp),
    tool: change.tool?.name ?? columns.tool,
    status,
    model: change.model ?? columns.model,
    flags,
    source: columns.source,
  };
}
