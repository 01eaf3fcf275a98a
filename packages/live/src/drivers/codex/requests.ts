/** What Codex asks: approvals of commands, of changes to files and of tools, and questions. */
import { isObject, listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { AskedQuestion, Decision, PendingRequest, PermissionAsk } from '../contract.ts';
import { ask } from '../pending.ts';
import type { RpcEvent, RpcMessage } from '../protocols/json-rpc.ts';
import type { CodexState } from './index.ts';

type Request = Extract<RpcEvent, { kind: 'request' }>;

export function readRequest(state: CodexState, { id, method, params }: Request, at: number): void {
  const thread = stringOf(params['threadId']);
  const subagent = thread !== undefined && thread !== state.nativeId ? { subagent: thread } : {};
  const common = { id: String(id), at, ...subagent };
  if (method === 'item/commandExecution/requestApproval') {
    const command = commandOf(params);
    const asks: PermissionAsk = { kind: 'shell', tool: 'shell', ...(command === undefined ? {} : { command }) };
    ask(state, {
      ...common,
      kind: 'permission',
      action: command ?? 'command',
      asks,
      native: { id, method },
      ...widerOf(params),
    });
  } else if (method === 'item/fileChange/requestApproval') {
    const paths = state.changes?.[stringOf(params['itemId']) ?? ''] ?? [];
    const asks: PermissionAsk = { kind: 'edit', tool: 'apply_patch', ...(paths.length > 0 ? { paths } : {}) };
    ask(state, {
      ...common,
      kind: 'permission',
      action: 'file_change',
      asks,
      native: { id, method },
      ...widerOf(params),
    });
  } else if (method === 'item/permissions/requestApproval') {
    const asks: PermissionAsk = { kind: 'other', tool: 'permissions' };
    const native = { id, method, permissions: params['permissions'] };
    ask(state, { ...common, kind: 'permission', action: 'permissions', asks, native });
  } else if (method === 'mcpServer/elicitation/request') {
    const tool = stringOf(params['serverName']) ?? 'mcp';
    const action = stringOf(params['message']) ?? 'elicitation';
    ask(state, { ...common, kind: 'permission', action, asks: { kind: 'mcp', tool }, native: { id, method } });
  } else if (method === 'item/tool/requestUserInput') {
    const callId = stringOf(params['itemId']) ?? String(id);
    const questions = listOf(params['questions']).filter(isObject);
    const native = { id, method, questions: questions.map((one, i) => stringOf(one['id']) ?? String(i)) };
    ask(state, {
      ...common,
      kind: 'question',
      questions: questions.map((one, i) => questionOf(callId, one, i)),
      native,
    });
  } else state.rpc.refused.push(id);
}

function commandOf(params: RpcMessage): string | undefined {
  const { command } = params;
  return Array.isArray(command) ? command.join(' ') : stringOf(command);
}

/** Wider decisions that are offered, as they are. */
function widerOf(params: RpcMessage): { options?: { id: string; name: string }[] } {
  const offered = listOf(params['availableDecisions']).flatMap((one) =>
    one === 'accept' || one === 'decline' || one === 'cancel' ? [] : [JSON.stringify(one)],
  );
  return offered.length > 0 ? { options: offered.map((name) => ({ id: name, name })) } : {};
}

const questionOf = (callId: string, asked: RpcMessage, i: number): AskedQuestion => ({
  id: `${callId}.${stringOf(asked['id']) ?? i}`,
  prompt: stringOf(asked['question']) ?? stringOf(asked['header']) ?? '',
  options: listOf(asked['options']).flatMap((one) => stringOf(objectOf(one)['label']) ?? []),
});

export function replyTo(pending: PendingRequest, decision: Decision): RpcMessage {
  const {
    id,
    method,
    questions = [],
    permissions,
  } = pending.native as { id: number; method: string; questions?: readonly string[]; permissions?: unknown };
  if (method === 'item/tool/requestUserInput') {
    const given = decision.kind === 'answers' ? decision.answers : [];
    const answers = questions.map((name, i) => [name, { answers: [...(given[i] ?? [])] }]);
    return { id, result: { answers: Object.fromEntries(answers) } };
  }
  const allows = decision.kind === 'allow';
  if (method === 'mcpServer/elicitation/request')
    return { id, result: { action: allows ? 'accept' : 'decline', content: {} } };
  if (method === 'item/permissions/requestApproval')
    return { id, result: { permissions: allows ? asked(permissions) : {}, scope: 'turn' } };
  const own = decision.kind === 'allow' ? decision.option : undefined;
  return { id, result: { decision: own === undefined ? (allows ? 'accept' : 'decline') : JSON.parse(own) } };
}

/** What was asked for is given, and nothing that was not. */
const asked = (permissions: unknown): RpcMessage =>
  Object.fromEntries(Object.entries(objectOf(permissions)).filter(([, one]) => one !== null));
