/** What Claude Code asks: permission to use a tool, questions, and the approval of a plan, all by one kind of request. */
import { listOf, objectOf, stringOf } from '@hansard/core/reading/native-values.ts';
import type { AskedQuestion, Decision, PendingRequest, PermissionAsk } from '../contract.ts';
import { ask } from '../pending.ts';
import type { ClaudeState } from './index.ts';

export type Line = Record<string, unknown>;

const QUESTION = 'AskUserQuestion';
const PLAN = 'ExitPlanMode';
const APPROVE = 'approve';

const KINDS: Readonly<Record<string, PermissionAsk['kind']>> = {
  Bash: 'shell',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Read: 'read',
  Glob: 'read',
  Grep: 'read',
  WebFetch: 'web',
  WebSearch: 'web',
};

export function readRequest(state: ClaudeState, line: Line, at: number): void {
  const id = stringOf(line['request_id']) ?? '';
  const request = objectOf(line['request']);
  if (request['subtype'] !== 'can_use_tool') {
    state.unknown.push(id);
    return;
  }
  const tool = stringOf(request['tool_name']) ?? 'unknown';
  const input = objectOf(request['input']);
  const callId = stringOf(request['tool_use_id']) ?? id;
  const subagent = stringOf(request['agent_id']);
  const common = { id, at, native: { input }, ...(subagent === undefined ? {} : { subagent }) };
  if (tool === QUESTION) ask(state, { ...common, kind: 'question', questions: questionsOf(callId, input) });
  else if (tool === PLAN) ask(state, { ...common, kind: 'question', plan: true, questions: [planOf(callId, input)] });
  else {
    const options = listOf(request['permission_suggestions']).map((one, i) => ({
      id: String(i),
      name: JSON.stringify(one),
    }));
    const native = { input, suggestions: listOf(request['permission_suggestions']) };
    ask(state, { ...common, native, kind: 'permission', action: tool, asks: asksOf(tool, input), options });
  }
}

function asksOf(tool: string, input: Line): PermissionAsk {
  const kind = Object.hasOwn(KINDS, tool)
    ? (KINDS[tool] as PermissionAsk['kind'])
    : tool.startsWith('mcp__')
      ? 'mcp'
      : 'other';
  const command = stringOf(input['command']);
  const path = stringOf(input['file_path']) ?? stringOf(input['notebook_path']) ?? stringOf(input['path']);
  return {
    kind,
    tool,
    ...(command === undefined ? {} : { command }),
    ...(path === undefined ? {} : { paths: [path] }),
  };
}

/** Ids as the events of the transcript have them. */
const questionId = (callId: string, i: number): string => (i === 0 ? `${callId}.question` : `${callId}.question.${i}`);

function questionsOf(callId: string, input: Line): AskedQuestion[] {
  return listOf(input['questions']).map((one, i) => {
    const { question, options, multiSelect } = objectOf(one);
    return {
      id: questionId(callId, i),
      prompt: stringOf(question) ?? '',
      options: listOf(options).map((option) => stringOf(objectOf(option)['label']) ?? String(option)),
      ...(multiSelect === true ? { multiple: true } : {}),
    };
  });
}

const planOf = (callId: string, input: Line): AskedQuestion => ({
  id: questionId(callId, 0),
  prompt: stringOf(input['plan']) ?? 'Is the plan approved?',
  options: [APPROVE, 'reject'],
});

export function replyTo(pending: PendingRequest, decision: Decision): object {
  const response = { subtype: 'success', request_id: pending.id, response: verdictOf(pending, decision) };
  return { type: 'control_response', response };
}

/** Rejecting a request is telling the agent so; a turn that is to end is interrupted. */
function verdictOf(pending: PendingRequest, decision: Decision): object {
  const { input, suggestions = [] } = pending.native as { input: Line; suggestions?: readonly unknown[] };
  if (decision.kind === 'reject') return { behavior: 'deny', message: decision.message ?? 'The user rejected this.' };
  if (decision.kind === 'allow') {
    const wider = decision.option === undefined ? undefined : suggestions[Number(decision.option)];
    const updated = wider === undefined ? {} : { updatedPermissions: [{ ...objectOf(wider), destination: 'session' }] };
    return { behavior: 'allow', updatedInput: input, ...updated };
  }
  if (pending.kind === 'question' && pending.plan) return planVerdict(input, decision.answers);
  const prompts = pending.kind === 'question' ? pending.questions.map(({ prompt }) => prompt) : [];
  const answers = Object.fromEntries(prompts.map((prompt, i) => [prompt, (decision.answers[i] ?? []).join(', ')]));
  return { behavior: 'allow', updatedInput: { ...input, answers } };
}

/** Whatever is not the approval is what the agent is told instead. */
function planVerdict(input: Line, answers: readonly (readonly string[])[]): object {
  const [said = 'reject'] = answers[0] ?? [];
  if (said !== APPROVE) return { behavior: 'deny', message: said === 'reject' ? 'The user rejected the plan.' : said };
  const updatedPermissions = [{ type: 'setMode', mode: 'default', destination: 'session' }];
  return { behavior: 'allow', updatedInput: input, updatedPermissions };
}
