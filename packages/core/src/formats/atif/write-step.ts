/** One step of a conversation as a step of a trajectory. */
import { isObject } from '../../reading/native-values.ts';
import type { Event, Tool, Usage } from '../../transcript.ts';
import { resultText, wordsOf } from '../event-words.ts';
import { joinedWords } from '../message-words.ts';
import { type AgentStep, callIdOf, countsOf, modelOf, type Step as Said, spokenOf } from '../steps.ts';
import type { ContentPart, Metrics, ObservationResult, Step, ToolCall } from './trajectory.ts';

/** Ids of the trajectories of subagents that a call started. */
export type StartedBy = (callId: string) => readonly string[];

export function stepOf(said: Said, number: number, startedBy: StartedBy): Step {
  if (said.kind === 'agent') return agentStep(said, number, startedBy);
  const { event, kind } = said;
  const head = { step_id: number, timestamp: event.timestamp };
  if (kind === 'user' || kind === 'system') return { ...head, source: kind, message: contentOf(event) };
  if (kind === 'error') {
    return {
      ...head,
      source: 'system',
      message: event.error?.message ?? wordsOf(event) ?? '',
      extra: { event_type: 'error' },
    };
  }
  // A result may only name a call of its own step.
  const { source_call_id, ...result } = resultOf(event, startedBy);
  const extra = { ...result.extra, tool_call_id: source_call_id };
  return { ...head, source: 'system', message: '', observation: { results: [{ ...result, extra }] } };
}

function agentStep(said: AgentStep, number: number, startedBy: StartedBy): Step {
  const spoken = spokenOf(said);
  const model = modelOf(said);
  const effort = spoken.find(({ variant }) => variant)?.variant;
  const counted = spoken.find(countsOf);
  const reasoning = joinedWords(said.reasoning);
  const message = joinedContent(said.messages);
  const provider = spoken.find((event) => event.model)?.provider;
  const extra = {
    ...(said.messages.length > 0 && message.length === 0 ? { empty: true } : {}),
    ...(provider === undefined ? {} : { provider }),
  };
  return {
    step_id: number,
    timestamp: spoken[0]?.timestamp ?? '',
    source: 'agent',
    ...(model === undefined ? {} : { model_name: model }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    message,
    ...(said.reasoning.length > 0 ? { reasoning_content: reasoning } : {}),
    ...(said.calls.length > 0 ? { tool_calls: said.calls.map(callOf) } : {}),
    ...(said.results.length > 0
      ? { observation: { results: said.results.map((result) => resultOf(result, startedBy)) } }
      : {}),
    ...(counted?.usage ? { metrics: metricsOf(counted, counted.usage) } : {}),
    ...(counted?.usage?.inherited ? { is_copied_context: true } : {}),
    llm_call_count: 1,
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

/** Text alone is text; with images it is a list of parts. */
function contentOf(event: Event): string | ContentPart[] {
  return joinedContent([event]);
}

function joinedContent(events: readonly Event[]): string | ContentPart[] {
  const words = joinedWords(events);
  const images = events.flatMap(imagesOf);
  return images.length === 0 ? words : [...(words === '' ? [] : [{ type: 'text' as const, text: words }]), ...images];
}

/** An image without a media type has no place. */
function imagesOf({ parts = [] }: Event): ContentPart[] {
  return parts.flatMap(({ type, mime, path, url, hash }) =>
    type === 'image' && mime !== undefined
      ? [{ type: 'image' as const, source: { media_type: mime, path: path ?? url ?? hash ?? '' } }]
      : [],
  );
}

function callOf(event: Event): ToolCall {
  const { tool } = event;
  const input = tool?.input === undefined ? {} : tool.input;
  const extra = { ...(isObject(input) ? {} : { wrapped: true }), ...factsOf(tool) };
  return {
    tool_call_id: callIdOf(event),
    function_name: tool?.name ?? '',
    arguments: isObject(input) ? input : { input },
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function resultOf(event: Event, startedBy: StartedBy): ObservationResult {
  const id = callIdOf(event);
  const images = imagesOf(event);
  const words = resultText(event) ?? '';
  const started = startedBy(id);
  return {
    source_call_id: id,
    content:
      images.length === 0 ? words : [...(words === '' ? [] : [{ type: 'text' as const, text: words }]), ...images],
    ...(started.length > 0 ? { subagent_trajectory_ref: started.map((trajectory_id) => ({ trajectory_id })) } : {}),
    extra: {
      timestamp: event.timestamp,
      ...(event.tool?.name ? { name: event.tool.name } : {}),
      ...factsOf(event.tool),
    },
  };
}

function factsOf(tool: Tool | undefined): Record<string, unknown> {
  const { status, kind, exitCode, durationMs, server } = tool ?? { name: '' };
  return {
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
    ...(server === undefined ? {} : { server }),
  };
}

/** The sums hold what the buckets do not say; the rest is beside them. */
function metricsOf({ costMicroUsd }: Event, usage: Usage): Metrics {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning, responseId } = usage;
  return {
    prompt_tokens: input + cacheRead + cacheWrite5m + cacheWrite1h,
    completion_tokens: output + reasoning,
    cached_tokens: cacheRead,
    ...(costMicroUsd === undefined ? {} : { cost_usd: costMicroUsd / 1e6 }),
    extra: {
      cache_write_5m_tokens: cacheWrite5m,
      cache_write_1h_tokens: cacheWrite1h,
      reasoning_tokens: reasoning,
      ...(responseId === undefined ? {} : { response_id: responseId }),
    },
  };
}
