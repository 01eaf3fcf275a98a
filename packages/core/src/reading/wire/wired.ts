/**
 * Lets a live dialect read recorded wires as well as bare messages. The envelope is taken off, its time goes to what
 * has none of its own, and what is no message of the agent (header, error output, end of the process, notes of the
 * recorder) becomes events here, the same for every agent.
 */
import type { Head, LogDialect, NativeRecord, Output } from '../../adapters/contract.ts';
import { isObject, type Json } from '../native-values.ts';
import { readNote } from './notes.ts';
import { readExit, readHeader, readOutput } from './process-lines.ts';
import { TimedOutput } from './timed-output.ts';
import { type WireLine, wireHeaderOf, wireLineOf } from './wire-line.ts';
import { recallWire, type WireMemory } from './wire-memory.ts';

export type Wired<State> = State & { wire?: WireMemory };

export function wired<State extends object>(dialect: LogDialect<State>): LogDialect<Wired<State>> {
  return {
    ...dialect,
    detect: (head) => dialect.detect(messagesIn(head)),
    read(state, record, out) {
      const line = wireLineOf(record.value);
      if (line) readLine(dialect, state, record, out, line);
      else if (isObject(record.value) && record.value['hansard'] === 'wire') readHead(dialect, state, record, out);
      else dialect.read(state, record, out);
    },
  };
}

function readHead<State extends object>(
  dialect: LogDialect<State>,
  state: State,
  record: NativeRecord,
  out: Output,
): void {
  const header = wireHeaderOf(record.value) ?? {};
  readHeader(header, record, out);
  if (header.run !== undefined) recallWire(state as Wired<State>).isRun = true;
  const { session, resumes } = header;
  if (session !== undefined) dialect.expect?.(state, session, { resumes: resumes === true });
}

function readLine<State extends object>(
  dialect: LogDialect<State>,
  state: Wired<State>,
  record: NativeRecord,
  out: Output,
  line: WireLine,
): void {
  const memory = recallWire(state);
  const timed = new TimedOutput(out, memory, line);
  const { dir, msg } = line;
  if (dir === 'exit') endProcess(msg, record, timed, memory);
  else if (dir === 'note') readNote(msg, record, timed, memory);
  else if (dir === 'err' || !isObject(msg)) readOutput(dir, msg, record, timed);
  else dialect.read(state, messageOf(record, msg, dir, timed.time), timed);
}

/** The end of the process is that of every session that is still at it. */
function endProcess(msg: unknown, record: NativeRecord, out: Output, { seated }: WireMemory): void {
  if (!seated) readExit(msg, record, out);
  else if (seated.length > 0) for (const thread of seated) readExit(msg, record, out.in(thread));
  else {
    const extra = isObject(msg) ? msg : { msg };
    out.add({ id: record.ref, type: 'meta', status: { label: 'exit' }, extra, native: record.native('exit') });
  }
}

function messageOf(record: NativeRecord, value: Json, direction: 'in' | 'out', at: string | undefined): NativeRecord {
  return { value, ref: record.ref, native: (type, id) => record.native(type, id), direction, at };
}

/** A head whose records are the messages, whatever stands around them. */
export function messagesIn(head: Head): Head {
  if (!head.records.some((record) => wireLineOf(record))) return head;
  const records = head.records.flatMap((record) => {
    const line = wireLineOf(record);
    if (!line) return wireHeaderOf(record) ? [] : [record];
    return (line.dir === 'in' || line.dir === 'out') && isObject(line.msg) ? [line.msg] : [];
  });
  return { text: head.text, records, keys: Object.keys(records[0] ?? {}), wire: true };
}
