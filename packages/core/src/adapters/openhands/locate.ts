/**
 * Where OpenHands keeps its conversations: `base_state.json` with `events/event-<n>-<id>.json` beside it, and before that
 * `sessions/<id>/events/<n>.json`. Every event is a file, read with the first.
 */
import type { Host } from '../../host.ts';
import type { DocumentMember, LocatedInput } from '../contract.ts';

const STATE = 'base_state.json';
const EVENTS = 'events';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const home = host.join(host.home, '.openhands');
  const conversations = host.env['OPENHANDS_CONVERSATIONS_DIR'] || host.join(home, 'conversations');
  for (const { path, folder } of await host.list(conversations)) {
    if (folder && (await host.stat(host.join(path, STATE)))) yield* inputsAt(host, host.join(path, STATE));
  }
  for (const { path, folder } of await host.list(host.join(home, 'sessions'))) {
    const first = folder ? (await eventFiles(host, host.join(path, EVENTS)))[0] : undefined;
    if (first) yield* inputsAt(host, first);
  }
}

async function* inputsAt(host: Host, path: string): AsyncIterable<LocatedInput> {
  yield { path, kind: 'document', role: 'session', facts: { nativeId: sessionOf(host, path) } };
  for await (const member of membersOf(host, path)) yield { path: member.path, kind: 'side', role: 'side' };
}

function sessionOf(host: Host, path: string): string {
  const folder = host.dirname(path);
  return host.basename(host.basename(path) === STATE ? folder : host.dirname(folder));
}

/** Numbered files in the order of their numbers, not of their names. */
async function eventFiles(host: Host, folder: string): Promise<string[]> {
  const numbered = (await host.list(folder)).flatMap(({ name, path, folder: isFolder }) => {
    const number = /^(?:event-)?(\d+)(?:-[\w-]+)?\.json$/.exec(name)?.[1];
    return number === undefined || isFolder ? [] : [{ path, number: Number(number) }];
  });
  return numbered.sort((a, b) => a.number - b.number).map(({ path }) => path);
}

/** The events that belong to a state, or follow the first of a session. */
export async function* membersOf(host: Host, path: string): AsyncIterable<DocumentMember> {
  const isState = host.basename(path) === STATE;
  const folder = isState ? host.join(host.dirname(path), EVENTS) : host.dirname(path);
  if (!isState && host.basename(folder) !== EVENTS) return;
  for (const member of await eventFiles(host, folder)) {
    if (member !== path) yield { path: member, pointer: `/${EVENTS}/${host.basename(member)}` };
  }
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const folder = host.dirname(path);
  const alone: LocatedInput[] = [{ path, kind: path.endsWith('.jsonl') ? 'log' : 'document', role: 'session' }];
  const isEvent = host.basename(folder) === EVENTS;
  if (host.basename(path) !== STATE && !isEvent) return alone;
  const state = host.join(host.dirname(folder), STATE);
  const first = !isEvent ? path : (await host.stat(state)) ? state : ((await eventFiles(host, folder))[0] ?? path);
  const inputs: LocatedInput[] = [];
  for await (const input of inputsAt(host, first)) inputs.push(input);
  return inputs.some((input) => input.path === path) ? inputs : alone;
}
