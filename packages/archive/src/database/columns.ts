/** Columns that many statements give by themselves. */
import { columnOf, integer, text } from './row-shape.ts';

export const idOf = columnOf('id', integer);
export const eventIdOf = columnOf('event_id', integer);
export const inputIdOf = columnOf('input_id', integer);
export const sessionIdOf = columnOf('session_id', integer);
/** What was counted, AS n. */
export const countIn = columnOf('n', integer);
export const firstOf = columnOf('first', integer);
export const bytesIn = columnOf('bytes', integer);
export const keyIn = columnOf('key', text);
export const uuidOf = columnOf('uuid', text);
export const textIn = columnOf('text', text);
