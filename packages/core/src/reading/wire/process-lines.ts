/** The process around the messages: who was started where, what it wrote beside them, and how it ended. */
import type { NativeRecord, Output, SessionFacts } from '../../adapters/contract.ts';
import { allBut, isObject, objectOf } from '../native-values.ts';
import { readTime } from '../time.ts';
import type { Direction, WireHeader } from './wire-line.ts';

const IN_FACTS: ReadonlySet<string> = new Set(['hansard', 'agentVersion', 'directory', 'session']);

/** Whoever started the session called it so. */
const GIVEN = 9;

export function readHeader(header: WireHeader, record: NativeRecord, out: Output): void {
  const { agent, agentVersion, directory, session } = header;
  const { title } = objectOf(objectOf(record.value)['options']);
  out.session({
    // The session goes on, however an earlier process of it ended.
    ...(header.run === undefined ? {} : { state: 'open' }),
    ...(session === undefined ? {} : { nativeId: session }),
    ...(agent === undefined ? {} : { agentId: agent }),
    ...(agentVersion === undefined ? {} : { agentVersion }),
    ...placedIn(directory),
    ...namedIn(title),
  });
  const extra = allBut(objectOf(record.value), IN_FACTS);
  const native = record.native('wire');
  const timestamp = readTime(objectOf(record.value)['startedAt']);
  out.add({
    id: record.ref,
    type: 'meta',
    status: { label: 'wire' },
    extra,
    native,
    ...(timestamp ? { timestamp } : {}),
  });
}

export const namedIn = (title: unknown): Pick<SessionFacts, 'title'> =>
  typeof title === 'string' ? { title: { text: title, rank: GIVEN } } : {};

export const placedIn = (directory: unknown): Pick<SessionFacts, 'environment'> =>
  typeof directory === 'string' ? { environment: { cwd: directory } } : {};

/** Error output, and lines that are no messages. */
export function readOutput(dir: Direction, msg: unknown, record: NativeRecord, out: Output): void {
  const label = dir === 'err' ? 'stderr' : dir === 'out' ? 'stdout' : 'stdin';
  const status = typeof msg === 'string' && msg !== '' ? { label, detail: msg } : { label };
  const extra = typeof msg === 'string' ? {} : { extra: { msg } };
  out.add({ id: record.ref, type: 'status', audience: 'user', status, ...extra, native: record.native(label) });
}

/** A process that was ended because it had nothing to do is not the end of its session. */
export function readExit(msg: unknown, record: NativeRecord, out: Output): void {
  const { paused } = objectOf(msg);
  if (paused !== true) out.session({ state: stateOf(objectOf(msg)) });
  const session = isObject(msg) ? msg : { msg };
  const phase = paused === true ? 'paused' : 'ended';
  out.add({ id: record.ref, type: 'session', phase, session, native: record.native('exit') });
}

/** Who ends a process on purpose gets codes and signals that are no failure of the agent. */
function stateOf({ code, signal, by, message }: Readonly<Record<string, unknown>>): string {
  if (by !== undefined) return message === undefined ? 'interrupted' : 'failed';
  if ((typeof code === 'number' && code !== 0) || message !== undefined) return 'failed';
  return typeof signal === 'string' ? 'interrupted' : 'ended';
}
