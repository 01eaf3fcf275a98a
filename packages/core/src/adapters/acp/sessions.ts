/** What the client asks of the agent about sessions, and what the agent answers. */
import type { Usage } from '../../transcript.ts';
import { agentFacts, type Context, draft, from, keep } from './context.ts';
import { count, filled, list, object, type Raw, rest } from './native.ts';
import type { Request } from './state.ts';
import { interruptCalls } from './tool-calls.ts';

export function readInitialized(context: Context, request: Request, result: Raw): void {
  const info = object(result['agentInfo']);
  const [name, title, version] = [filled(info?.['name']), filled(info?.['title']), filled(info?.['version'])];
  context.state.agent = { ...(name ? { name } : {}), ...(title ? { title } : {}), ...(version ? { version } : {}) };
  context.out.session(agentFacts(context.state.agent));
  complete(context, request, result);
}

/** Model and effort, from either way of saying them. */
export function takeConfig({ session }: Context, result: Raw): void {
  const model = filled(object(result['models'])?.['currentModelId']);
  if (model) session.model = model;
  for (const item of list(result['configOptions'])) {
    const option = object(item);
    const value = filled(option?.['currentValue']);
    if (value && option?.['category'] === 'model') session.model = value;
    if (value && option?.['category'] === 'thought_level') session.variant = value;
  }
}

/** The answer joins the request's event. */
export function complete(context: Context, request: Request, result: Raw): void {
  const extra = Object.keys(result).length > 0 ? { extra: { result } } : {};
  const { model, variant } = context.session;
  context.out.patch(request.event, {
    ...extra,
    ...(request.method.startsWith('session/') ? { model, variant } : {}),
    completedAt: context.line.time,
    ...from(context),
  });
}

/** A session that is not the input's own begins with an event of its own. */
export function beginSession(context: Context, request: Request, result: Raw): void {
  if (request.cwd) context.out.session({ environment: { cwd: request.cwd } });
  if (request.method === 'session/fork') context.out.session({ lineage: { kind: 'fork', of: request.session } });
  if (request.method === 'session/new') context.session.whole = true;
  takeConfig(context, result);
  if (request.method !== 'session/fork' && context.sessionId === context.state.main) {
    complete(context, request, result);
    return;
  }
  const event = keep(draft(context, 'session'), { result });
  event.phase = 'started';
  if (context.session.model) event.model = context.session.model;
  context.out.add(event);
}

const TURN_SHOWN = new Set(['stopReason', 'usage']);

/** The answer to a prompt ends the turn. */
export function endTurn(context: Context, result: Raw): void {
  const { session } = context;
  const reason = filled(result['stopReason']) ?? 'unknown';
  const cancelled = reason === 'cancelled';
  if (cancelled) interruptCalls(context);
  const event = keep(draft(context, 'turn'), rest(result, TURN_SHOWN));
  event.phase = cancelled ? 'interrupted' : 'ended';
  event.status = { label: reason };
  const usage = usageOf(result, event.id);
  if (usage) {
    event.usage = usage;
    const model = usedModel(result) ?? session.model;
    if (model) event.model = model;
  }
  context.out.add(event);
  leaveTurn(context);
}

export function leaveTurn({ session }: Context): void {
  session.turn = undefined;
  session.prompt = undefined;
  session.open = {};
}

/**
 * Agents give numbers for a turn as a whole. No response says any of its own, so the turn's count. Input is apart from
 * the cache; Gemini CLI gives only two sums, in its metadata.
 */
function usageOf(result: Raw, id: string): Usage | undefined {
  const native = object(result['usage']) ?? quotaOf(result);
  if (!native) return undefined;
  const tokens = (...keys: string[]) => {
    const found = keys.map((key) => count(native[key])).find((number) => number !== undefined);
    return Math.max(0, Math.trunc(found ?? 0));
  };
  const usage: Usage = {
    input: tokens('inputTokens', 'input_tokens'),
    output: tokens('outputTokens', 'output_tokens'),
    cacheRead: tokens('cachedReadTokens'),
    cacheWrite5m: tokens('cachedWriteTokens'),
    cacheWrite1h: 0,
    reasoning: tokens('thoughtTokens'),
    responseId: id,
    scope: 'turn',
    native,
  };
  return usage;
}

const quota = (result: Raw) => object(object(result['_meta'])?.['quota']);
const quotaOf = (result: Raw) => object(quota(result)?.['token_count']);

function usedModel(result: Raw): string | undefined {
  const models = list(quota(result)?.['model_usage']).flatMap((item) => filled(object(item)?.['model']) ?? []);
  return models.length === 1 ? models[0] : undefined;
}
