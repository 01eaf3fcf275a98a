/** Flows of steps, done by coding agents: their files, and their runs. */
export { describeFlow, edgesOf, loopWords, mermaidOf } from './definition/describe-flow.ts';
export { type FoundFlow, findFlows, openFlow } from './definition/find-flows.ts';
export { type FlowProblem, type ReadFlow, readFlow } from './definition/read-flow.ts';
