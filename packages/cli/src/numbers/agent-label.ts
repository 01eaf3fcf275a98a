/** Names of agents, in a file of its own: it brings all adapters with it, and is loaded when names are shown. */
import { adapterOf } from '@hansard/core';

export const agentLabel = (id: string): string => adapterOf(id)?.label ?? id;
