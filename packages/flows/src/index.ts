/** Flows of steps, done by coding agents: their files, and their runs. */
export { describeFlow, edgesOf, loopWords, mermaidOf } from './definition/describe-flow.ts';
export { type FoundFlow, findFlows, openFlow } from './definition/find-flows.ts';
export { type FlowProblem, type ReadFlow, readFlow } from './definition/read-flow.ts';
export { type EngineSpec, engineOf, engines } from './engines/engine-list.ts';
export { liveEngine } from './engines/live-engine.ts';
export { localAgents, REFUSAL } from './engines/local-agents.ts';
export type { StepAgents } from './engines/step-agents.ts';
export { askToStop } from './running/cancel.ts';
export { FlowRun, type NewRun, type RunEnd, type RunResult, type RunSurroundings } from './running/flow-run.ts';
export { folderOf } from './running/run-folder.ts';
export { holderOf } from './running/run-lock.ts';
export type { LoggedEvent } from './running/run-writer.ts';
export { type FlowRunnerOptions, type OpenFlowRunner, openFlowRunner } from './serving/flow-runner.ts';
