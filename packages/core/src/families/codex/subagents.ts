/** Agents that this thread started: each is a thread of its own, in a file of its own. */
import { type Fields, fields, idOf, parseJson, text } from './native.ts';
import { addStatus, callOf, type Reading } from './thread-state.ts';
import { openCall } from './tool-calls.ts';
import { toolNamed } from './tools.ts';

export interface Spawned {
  thread: unknown;
  callId?: string;
  title?: unknown;
  type?: unknown;
  model?: unknown;
}

export function linkAgent(r: Reading, spawned: Spawned): void {
  const thread = idOf(spawned.thread);
  if (!thread || thread === r.state.thread) return;
  const title = text(spawned.title);
  const type = text(spawned.type);
  const model = text(spawned.model);
  r.out.session({
    agents: {
      [thread]: {
        id: thread,
        nativeId: thread,
        ...(spawned.callId ? { callId: spawned.callId } : {}),
        ...(title ? { title } : {}),
        ...(type ? { type } : {}),
        ...(model ? { model } : {}),
      },
    },
  });
}

/** The call that started an agent, where only the agent's start is shown. */
export function openSpawn(r: Reading, item: Fields, native: string, id: string): void {
  const input = { task_name: text(item['agent_path']) };
  const note = openCall(r, { ...toolNamed('spawn_agent'), input, callId: id, native, nativeId: id });
  note.open = false;
  r.out.patch(note.event, { tool: { status: 'ok' } });
}

/** The output of `spawn_agent` until 0.14x: `{"agent_id", "nickname"}`. */
export function linkSpawned(r: Reading, callId: string, output: unknown): void {
  const given = fields(typeof output === 'string' && output.length < 4096 ? parseJson(output) : output);
  if (given?.['agent_id']) linkAgent(r, { thread: given['agent_id'], callId, title: given['nickname'] });
}

/** The item `SubAgentActivity` and `event_msg/sub_agent_activity`: an agent started, was written to, ended. */
export function readActivity(r: Reading, item: Fields, native: string, id: string | undefined): void {
  const kind = text(item['kind']) ?? 'activity';
  const call = id === undefined ? undefined : callOf(r.state, id);
  linkAgent(r, {
    thread: item['agent_thread_id'],
    callId: kind === 'started' ? (call?.callId ?? id) : undefined,
    title: item['agent_path'],
    model: item['model'],
  });
  const { type: _type, id: _id, event_id: _event, ...activity } = item;
  if (call && r.out.patch(call.event, { native: r.record.native(native, id), extra: { activity } })) return;
  addStatus(r, native, `subagent ${kind}`, { id, detail: text(item['agent_path']), extra: activity });
}
