/** What reading a live stream remembers: calls, and the blocks of the message that each agent is saying. */
import { type Recent, recall, remember } from '../../reading/recent.ts';
import type { ReadingState } from './state.ts';

export interface Block {
  index: number;
  event: string;
  type: string;
}

export interface StreamState extends Pick<ReadingState, 'session' | 'turn' | 'calls'> {
  model?: string;
  /** The event that the last record made or touched. */
  last?: string;
  /** Blocks under way, by the call that started the agent. */
  blocks: Recent<Block[]>;
}

const MAX_AGENTS = 20;
const MAX_BLOCKS = 60;

export const beginStream = (): StreamState => ({ calls: [], blocks: [] });

export function openBlock(state: StreamState, agent: string, block: Block): void {
  const open = recall(state.blocks, agent) ?? remember(state.blocks, agent, [], MAX_AGENTS);
  if (open.length < MAX_BLOCKS) open.push(block);
}

export function blockAt(state: StreamState, agent: string, index: unknown): Block | undefined {
  return recall(state.blocks, agent)?.findLast((block) => block.index === index);
}

/** The blocks that an assistant line completes. */
export function takeBlocks(state: StreamState, agent: string): Block[] {
  return recall(state.blocks, agent)?.splice(0) ?? [];
}
