/** What the agents have left on this machine: every input with its size and time, agent by agent. */
import type { Adapter, Host, LocatedInput } from '@hansard/core';

export interface DiscoveredInput extends LocatedInput {
  readonly bytes: number;
  readonly modifiedAt: string;
}

export interface DiscoveredAgent {
  readonly adapter: Adapter;
  readonly inputs: readonly DiscoveredInput[];
  /** Inputs that hold a session of their own; a store counts as one. */
  readonly sessionInputs: number;
  readonly bytes: number;
  readonly newest?: string;
}

/** One result for each adapter, in the order of the list, also for those with nothing on this machine. */
export async function* discover(adapters: readonly Adapter[], host: Host): AsyncIterable<DiscoveredAgent> {
  for (const adapter of adapters) yield summarise(adapter, await inputsOf(adapter, host));
}

async function inputsOf(adapter: Adapter, host: Host): Promise<DiscoveredInput[]> {
  const inputs: DiscoveredInput[] = [];
  const seen = new Set<string>();
  for await (const input of adapter.locate(host)) {
    if (seen.has(input.path)) continue;
    seen.add(input.path);
    const file = await host.stat(input.path);
    if (!file || file.folder) continue;
    const log = input.kind === 'store' ? await host.stat(`${input.path}-wal`) : undefined;
    const modifiedAt = log && log.modifiedAt > file.modifiedAt ? log.modifiedAt : file.modifiedAt;
    inputs.push({ ...input, bytes: file.bytes + (log?.bytes ?? 0), modifiedAt });
  }
  return inputs;
}

function summarise(adapter: Adapter, inputs: readonly DiscoveredInput[]): DiscoveredAgent {
  let bytes = 0;
  let newest: string | undefined;
  for (const input of inputs) {
    bytes += input.bytes;
    if (!newest || input.modifiedAt > newest) newest = input.modifiedAt;
  }
  const sessionInputs = inputs.filter(({ role }) => role === 'session').length;
  return { adapter, inputs, sessionInputs, bytes, newest };
}
