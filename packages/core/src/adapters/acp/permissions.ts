/** What the agent asks its user through the client: permissions, and forms to fill in. */
import { recall } from '../../reading/recent.ts';
import { type Context, callKey, draft, from, keep } from './context.ts';
import { filled, list, object, type Raw, rest, text } from './native.ts';
import { LIMITS, type Request } from './state.ts';
import { readToolCall } from './tool-calls.ts';

const SHOWN = new Set(['sessionId', 'toolCall', 'options']);

/** Seen in Gemini CLI 0.61: the request is the first word of the call. */
export function askPermission(context: Context, params: Raw, requestId: string): Partial<Request> & { event: string } {
  const toolCall = object(params['toolCall']) ?? {};
  const callId = filled(toolCall['toolCallId']);
  const { calls } = context.state;
  const isFirst = callId !== undefined && !recall(calls, callKey(context.sessionId, callId));
  const call = callId ? readToolCall(context, toolCall) : undefined;
  const options: Record<string, string> = {};
  const names: string[] = [];
  for (const item of list(params['options']).slice(0, LIMITS.options)) {
    const option = object(item);
    names.push(filled(option?.['name']) ?? '');
    options[filled(option?.['optionId']) ?? ''] = filled(option?.['kind']) ?? '';
  }
  const event = keep(
    draft(context, 'permission', isFirst ? `${context.record.ref}.1` : context.record.ref),
    rest(params, SHOWN),
  );
  if (call) event.parentId = call.event;
  event.permission = {
    id: requestId,
    action: filled(toolCall['title']) ?? call?.name ?? 'unknown',
    status: 'requested',
    options: names,
    ...(callId ? { callId } : {}),
    details: toolCall,
  };
  return { event: context.out.add(event), options, ...(callId ? { call: callId } : {}) };
}

export function answerPermission(context: Context, request: Request, result: Raw): void {
  const outcome = object(result['outcome']);
  const chosen = filled(outcome?.['optionId']);
  const options = request.options ?? {};
  const kind = chosen !== undefined && Object.hasOwn(options, chosen) ? (options[chosen] ?? '') : '';
  const status = kind === 'allow_always' ? 'accept_for_session' : kind.startsWith('allow') ? 'accept' : 'reject';
  const reason = filled(outcome?.['outcome']) === 'cancelled' ? 'cancelled' : undefined;
  context.out.patch(request.event, {
    permission: { status, by: 'user', ...(reason ? { reason } : {}) },
    completedAt: context.line.time,
    extra: { outcome },
    ...from(context),
  });
  const call = request.call ? recall(context.state.calls, callKey(request.session, request.call)) : undefined;
  if (status !== 'reject' || !call || call.done) return;
  call.denied = true;
  context.out.patch(call.event, { tool: { status: 'denied' } });
}

/** `elicitation/create`: a question with a form, or a page to visit. */
export function askQuestion(context: Context, params: Raw, requestId: string): Partial<Request> & { event: string } {
  const event = keep(draft(context, 'question'), rest(params, new Set(['sessionId', 'message'])));
  const properties = object(object(params['requestedSchema'])?.['properties']) ?? {};
  const options = Object.values(properties).flatMap((property) =>
    list(object(property)?.['enum']).filter((value): value is string => typeof value === 'string'),
  );
  const callId = filled(params['toolCallId']);
  event.question = {
    id: requestId,
    prompt: text(params['message']) ?? '',
    options,
    status: 'requested',
    ...(callId ? { callId } : {}),
  };
  return { event: context.out.add(event) };
}

export function answerQuestion(context: Context, request: Request, result: Raw): void {
  const accepted = result['action'] === 'accept';
  const content = object(result['content']);
  const only = content ? Object.values(content) : [];
  const response = only.length === 1 ? text(only[0]) : undefined;
  context.out.patch(request.event, {
    question: { status: accepted ? 'answered' : 'rejected', ...(response === undefined ? {} : { response }) },
    completedAt: context.line.time,
    extra: { result },
    ...from(context),
  });
}
