/** Node's side of the library: the real host, and what the agents have left on it. */
export { type DiscoveredAgent, type DiscoveredInput, discover } from './discover.ts';
export { createNodeHost, type NodeHostOptions } from './host/node-host.ts';
export { type Peek, peek } from './peek.ts';
