/** Which events count as prompts and which as errors: one definition for documents, lists, statistics and the page. */
import type { Event } from '../transcript.ts';
import { isSubagentSource } from './source-path.ts';
import { isFailed } from './tool-outcome.ts';

type Asked = Pick<Event, 'type' | 'audience' | 'withdrawn' | 'source'>;
type Failing = { readonly type: string; readonly tool?: { readonly status?: string | undefined } | undefined };

/** What people asked the session's own agent, themselves. What the agent took back counts no more. */
export const isPrompt = ({ type, audience, withdrawn, source }: Asked): boolean =>
  type === 'user_message' && audience !== 'model' && withdrawn !== true && !isSubagentSource(source);

/** An error, or a tool that failed. A failure counts once, where its result is. */
export const isError = ({ type, tool }: Failing): boolean =>
  type === 'error' || (type === 'tool_result' && isFailed(tool?.status));
