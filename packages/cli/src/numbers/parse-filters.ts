/** The parser of filters, in a file of its own: it knows all agents, and is loaded when there are filters. */
export { parseQuery } from '@hansard/archive';
export { agentOf } from '../machine.ts';
