/** Which events are prompts, errors or background: one definition for documents, lists, search, statistics and the page. */
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

type Injected = Pick<Event, 'type' | 'audience'>;

/** What the agent puts before the model itself: system prompts, reminders, summaries of what went before. */
export const isInjected = ({ type, audience }: Injected): boolean => type === 'system' || audience === 'model';

/** Events by which an agent keeps account of itself; nobody said or did anything in them. */
export const BOOKKEEPING_TYPES: readonly string[] = ['meta', 'session', 'turn', 'status'];

export const isBookkeeping = ({ type }: Pick<Event, 'type'>): boolean => BOOKKEEPING_TYPES.includes(type);

/** What search leaves out unless it is asked for: the same prompt is in every session. */
export const isBackground = (event: Injected): boolean => isInjected(event) || isBookkeeping(event);
