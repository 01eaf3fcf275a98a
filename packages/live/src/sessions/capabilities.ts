/** What can be done with an agent, as the original's flags say it: from what its adapter reads and its driver does. */
import { adapterOf, type Feature } from '@hansard/core';
import type { CapabilityName, LiveAgent } from '@hansard/core/api/live.ts';
import type { Driver } from '../drivers/contract.ts';

const BY_COVERAGE: Readonly<Partial<Record<CapabilityName, Feature>>> = {
  toolCalls: 'tool-calls',
  toolResults: 'tool-results',
  textMessages: 'text',
  errorEvents: 'errors',
  commandExecution: 'command-execution',
  fileChanges: 'file-changes',
  mcpTools: 'mcp-tools',
};

export function capabilitiesOf({ agent, dialect, features, sharing }: Driver): LiveAgent['capabilities'] {
  const owner = dialect.includes('/') ? (dialect.split('/')[0] as string) : agent;
  const coverage = new Set(Object.keys(adapterOf(owner)?.coverage ?? {}));
  const has = (name: CapabilityName) => coverage.has(BY_COVERAGE[name] as Feature);
  return {
    planMode: features.plans || features.permissionModes.includes('plan'),
    permissions: features.permissions,
    questions: features.questions,
    toolCalls: has('toolCalls'),
    toolResults: has('toolResults'),
    textMessages: has('textMessages'),
    images: features.images,
    fileAttachments: features.files,
    // The daemon tells of the start and the end where the agent does not.
    sessionLifecycle: true,
    errorEvents: has('errorEvents'),
    reasoning: features.reasoning,
    status: true,
    commandExecution: has('commandExecution'),
    fileChanges: has('fileChanges'),
    mcpTools: has('mcpTools'),
    streamingDeltas: features.deltas,
    itemStarted: true,
    variants: features.effort,
    sharedProcess: sharing !== undefined,
    interrupt: features.interrupt,
    steer: features.steer,
    resume: features.resume,
    fork: features.fork,
    subagents: features.subagents,
  };
}
