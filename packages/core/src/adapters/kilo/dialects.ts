/** The forms in which Kilo's sessions are found: OpenCode's, with tools, tables and notices of its own. */
import { httpWireOf } from '../../families/opencode/http-wire.ts';
import { isObject, type OpenCodeRecord, objectOf } from '../../families/opencode/native.ts';
import { runStreamOf } from '../../families/opencode/run-stream.ts';
import { databaseOf } from '../../families/opencode/store.ts';
import type { StoreDialect } from '../contract.ts';
import { boardRecords, isBoardRecord, readBoard, withBoards } from './board.ts';
import { tools } from './tools.ts';

const database = databaseOf({
  tools,
  program: 'kilo',
  isOwn: (tables) => Object.keys(tables).some((name) => name.startsWith('kilo_')),
});

export const store: StoreDialect = {
  ...database,
  sessions: (opened, cursor) => withBoards(opened, cursor, database.sessions),
  *records(opened, session) {
    yield* database.records(opened, session);
    yield* boardRecords(opened, session);
  },
  read(state, record, out) {
    if (isBoardRecord(record.value)) return readBoard(record, out);
    markNotice(record.value);
    database.read(state, record, out);
  },
};

/** Kilo measures each step. */
export const runStream = runStreamOf({ tools, isOwn: ({ metrics }) => isObject(metrics) });

/** Nothing in the messages tells it from OpenCode's: the wire's header must. */
export const httpWire = httpWireOf(tools, false);

/** A spinner is a synthetic text that is removed again. It was for the user's eyes, unlike other synthetic texts. */
function markNotice({ kind, value }: OpenCodeRecord): void {
  if (kind !== 'part' || !isObject(value)) return;
  if (objectOf(value['metadata'])['kilocode.lifecycle'] === 'transient') value['ignored'] = true;
}
