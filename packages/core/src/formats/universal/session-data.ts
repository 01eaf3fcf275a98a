/** What the stream says at the start and the end of a session. */
import { isObject, stringOf, wholeOf } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import type { StderrOutput, UniversalData } from './event.ts';
import { usageOf } from './item.ts';
import { something } from './requests.ts';
import { stderrOf } from './stderr.ts';

/** `event` is the agent's own word for the start, if there is one. */
export function startedData({ source, session }: TranscriptHeader, event: Event | undefined) {
  const { cwd, os, shell } = session.environment;
  const metadata = something({
    agent: source.agent,
    agent_version: source.agentVersion ?? undefined,
    model: session.models?.[0],
    title: session.title,
    cwd: cwd ?? undefined,
    os: os ?? undefined,
    shell: shell ?? undefined,
    native: event?.session,
  });
  return { metadata } satisfies UniversalData<'session.started'>;
}

export interface Ending {
  readonly header: TranscriptHeader;
  /** The agent's own word for the end. */
  readonly event: Event | undefined;
  /** The last failure that was told. */
  readonly failure: string | undefined;
  /** Something had to be closed. */
  readonly unfinished: boolean;
}

export function endedData({ header, event, failure, unfinished }: Ending): UniversalData<'session.ended'> {
  const { state } = header.session;
  const said: Readonly<Record<string, unknown>> = event?.session ?? {};
  const code = wholeOf(said['exitCode']) ?? wholeOf(said['exit_code']) ?? wholeOf(said['code']);
  const failed = state === 'failed' || event?.error !== undefined || (code !== undefined && code !== 0);
  const open = !event && (state === undefined || state === 'open');
  const metadata = something(withoutStderr(said));
  return {
    reason: failed ? 'error' : state === 'interrupted' || (open && unfinished) ? 'terminated' : 'completed',
    terminated_by: open || said['by'] === 'daemon' ? 'daemon' : 'agent',
    ...(failed ? failureOf(event?.error?.message ?? stringOf(said['message']) ?? failure, code, said['stderr']) : {}),
    ...(open ? { snapshot: true } : {}),
    ...(metadata ? { metadata } : {}),
    ...(event ? something(spentIn(event)) : {}),
  };
}

const spentIn = ({ model, usage, costMicroUsd }: Event) => ({
  model,
  usage: usage && usageOf(usage),
  cost_micro_usd: costMicroUsd,
});

function failureOf(message: string | undefined, code: number | undefined, stderr: unknown) {
  const output = stderrOutput(stderr);
  return something({ message, exit_code: code, stderr: output }) ?? {};
}

/** As text, or as a stream told it before. */
function stderrOutput(value: unknown): StderrOutput | undefined {
  const text = stringOf(value);
  if (text !== undefined) return stderrOf(text);
  return isObject(value) && typeof value['truncated'] === 'boolean' ? (value as StderrOutput) : undefined;
}

function withoutStderr({ stderr: _stderr, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}
