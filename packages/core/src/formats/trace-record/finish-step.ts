/** An open step as the record writes it. */
import { subagentPath } from '../../events/source-path.ts';
import { isObject } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';
import { toTokens } from '../../usage/buckets.ts';
import { corrected } from '../corrections.ts';
import { beginning, resultText } from '../event-words.ts';
import { changesOf, type FileChange, lineCount } from '../file-changes.ts';
import { qualified } from '../model-names.ts';
import { languageOf } from './languages.ts';
import type { OpenResult, OpenStep, WrittenStep } from './open-step.ts';
import type { Survey } from './survey.ts';

/** As the original: summaries and snippets are cut, contents are not. */
const SUMMARY = 200;
const SNIPPET = 5000;

export function finishStep(open: OpenStep, survey: Survey): WrittenStep {
  const changes = open.calls.flatMap(({ event, result }) =>
    changesOf(event, result).map((change) => ({ ...change, event: event.id })),
  );
  const model = open.model === undefined ? null : qualified(open.model, open.provider);
  const isAgent = open.role === 'agent';
  const step = {
    step_index: open.index,
    role: open.role,
    content: joined(open.words),
    reasoning_content: joined(open.reasoning),
    model: isAgent ? model : null,
    system_prompt_hash: open.promptKey ?? (isAgent ? promptOf(open, survey) : undefined) ?? null,
    ...agentFields(open),
    tools_available: isAgent ? toolsOf(open, survey) : [],
    tool_calls: open.calls.map(({ event }) => callOf(event)),
    observations: [...open.results.map(observationOf), ...unanswered(open)],
    snippets: changes.flatMap((change) => snippetOf(change, open.index)),
    token_usage: usageOf(open),
    timestamp: open.timestamp ?? null,
  };
  return { step: corrected(step, open.corrections), index: open.index, model, changes };
}

const joined = (texts: readonly string[]): string | null => (texts.length > 0 ? texts.join('\n\n') : null);

function agentFields({ role, source, agent, parentStep }: OpenStep) {
  const main = source === 'primary';
  const id = subagentPath(source);
  return {
    agent_role: main ? (role === 'agent' ? 'main' : null) : (agent?.type ?? agent?.id ?? id),
    parent_step: main ? null : (parentStep ?? null),
    call_type: main ? 'main' : 'subagent',
    subagent_trajectory_ref: main ? null : id,
  };
}

/** The one that the response refers to, else the agent's first. */
function promptOf({ promptHash, source }: OpenStep, { keyOfHash, promptOf }: Survey): string | undefined {
  return (promptHash === undefined ? undefined : keyOfHash.get(promptHash)) ?? promptOf.get(source);
}

/** Those that the model was offered, or the agent announced; where neither is known, those that it used. */
function toolsOf({ source, calls, toolsHash }: OpenStep, { announced, offered }: Survey): string[] {
  const names = offered.namesOf(toolsHash) ?? offered.lastOf(source);
  if (names) return [...names];
  if (source === 'primary' && announced.length > 0) return [...announced];
  return [...new Set(calls.map(({ event }) => event.tool?.name ?? ''))];
}

const idOf = ({ id, tool }: Event): string => tool?.callId ?? id;

function callOf(event: Event) {
  const { tool } = event;
  const input = tool?.input;
  return {
    tool_call_id: idOf(event),
    tool_name: tool?.name ?? '',
    input: isObject(input) ? input : input === undefined ? {} : { input },
    duration_ms: tool?.durationMs === undefined ? null : Math.round(tool.durationMs),
  };
}

function observationOf({ event, call }: OpenResult) {
  const content = resultText(event);
  return {
    source_call_id: idOf(call ?? event),
    content: content ?? null,
    output_summary: content === undefined ? null : beginning(content, SUMMARY),
    error: errorOf(event),
  };
}

/** A record's own word for it is kept where there is one. */
function errorOf({ tool, native }: Event): string | null {
  if (native?.type === 'step' && typeof tool?.rawStatus === 'string') return tool.rawStatus;
  switch (tool?.status) {
    case 'error':
      return tool.exitCode ? `exit_code:${tool.exitCode}` : 'tool_error';
    case 'interrupted':
    case 'denied':
    case 'timeout':
      return tool.status;
    default:
      return null;
  }
}

function unanswered({ calls, results }: OpenStep) {
  const answered = new Set(results.map(({ call }) => call));
  return calls
    .filter(({ event }) => !answered.has(event))
    .map(({ event }) => ({ source_call_id: idOf(event), content: null, output_summary: null, error: 'no_result' }));
}

function snippetOf({ path, ranges }: FileChange, step: number) {
  const texts = ranges.filter(({ text }) => text !== '');
  const [only] = texts.length === 1 ? texts : [];
  if (texts.length === 0) return [];
  return [
    {
      file_path: path,
      start_line: only?.start ?? null,
      end_line: only?.start === undefined ? null : only.start + lineCount(only.text) - 1,
      language: languageOf(path),
      text: beginning(texts.map(({ text }) => text).join('\n'), SNIPPET),
      source_step: step,
    },
  ];
}

function usageOf({ usage }: OpenStep) {
  const { input, output, cacheRead = 0, cacheWrite = 0 } = toTokens(usage);
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    prefix_reuse_tokens: 0,
  };
}
