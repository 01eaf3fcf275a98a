/**
 * Lets a dialect read a record. Dialects check every field before they use it; one that forgets meets a record with an
 * object where it expects a text, and throws. That costs the record, which is kept as it is, and not the input.
 */
import type { NativeRecord, Output } from '../adapters/contract.ts';
import type { PlacedRecord, RecordOutput } from './record-output.ts';

interface Reads<State> {
  read(state: State, record: NativeRecord, out: Output): void;
}

export function guardedRead<State>(dialect: Reads<State>, state: State, record: PlacedRecord, out: RecordOutput): void {
  try {
    dialect.read(state, record, out);
  } catch (error) {
    // Nothing else is thrown by a value of the wrong kind, and by one that is nested too deep.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    out.unparsed(record, 'unexpected-values', 'a value is not of the kind that was expected', record.value);
  }
}
