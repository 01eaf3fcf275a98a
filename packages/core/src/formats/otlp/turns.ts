/**
 * What of a request is new. Writers repeat the conversation in each request: it is compared with what was said before, by
 * meaning, as calls that are recorded are. Conversations within one session that have nothing to do with each other are
 * branches, and so is another try from an earlier point.
 */
import { ConversationTracker, type Placement } from '../../recording/conversation-tracker.ts';
import type { Item } from '../../recording/item.ts';
import { History } from './history.ts';
import type { Draft } from './read-chat.ts';

export interface Asked {
  /** For each draft whether it was not said before. */
  readonly fresh: readonly boolean[];
  readonly branch?: string;
}

export class Turns {
  readonly #tracker = new ConversationTracker();
  readonly #history = new History(false);
  readonly #named: boolean;
  /** Results that a tool's own span has told. */
  readonly #results = new Set<string>();
  #main: string | undefined;
  #last: { readonly placement: Placement; readonly branch: string | undefined } | undefined;

  /** `named`: the writer says that all of it is one conversation. */
  constructor(named: boolean) {
    this.#named = named;
  }

  ask(drafts: readonly Draft[]): Asked {
    const unheard = new Set(this.#history.unheard(drafts));
    const items = drafts.flatMap((draft) => itemOf(draft) ?? []);
    if (items.length === 0) return { ...this.#branch(), fresh: drafts.map((draft) => unheard.has(draft)) };
    const placement = this.#tracker.place({ scope: '', items });
    this.#main ??= placement.thread;
    const goesOn = placement.kind === 'new' && this.#named;
    const branch = placement.thread === this.#main || goesOn ? undefined : placement.thread;
    this.#last = { placement, branch };
    let at = 0;
    const fresh = drafts.map((draft) => {
      if (!itemOf(draft)) return unheard.has(draft);
      const isNew = placement.fresh[at++] ?? false;
      if (draft.type === 'tool_result' && this.#results.has(draft.tool?.callId ?? '')) return false;
      // One that begins anew within a conversation may have its beginning cut off.
      return goesOn ? isNew && unheard.has(draft) : isNew;
    });
    return { ...this.#branch(), fresh };
  }

  answer(drafts: readonly Draft[]): Pick<Asked, 'branch'> {
    this.#history.hear(drafts);
    const items = drafts.flatMap((draft) => itemOf(draft) ?? []);
    const last = this.#last;
    if (!last || items.length === 0) return this.#branch();
    const [thread] = this.#tracker.answered(last.placement, { choices: [items] });
    const moved = thread !== undefined && thread !== last.placement.thread && thread !== this.#main;
    return moved ? { branch: thread } : this.#branch();
  }

  /** Whether a result that a tool's own span tells was not told yet. */
  ran(draft: Draft): boolean {
    const callId = draft.tool?.callId;
    if (callId === undefined) return true;
    const told = this.#results.has(callId) || this.#history.unheard([draft]).length === 0;
    this.#results.add(callId);
    return !told;
  }

  /** Whether a call that a tool's own span tells was not told yet. */
  calls(draft: Draft): boolean {
    return draft.tool?.callId === undefined || this.#history.unheard([draft]).length > 0;
  }

  #branch(): Pick<Asked, 'branch'> {
    return this.#last?.branch === undefined ? {} : { branch: this.#last.branch };
  }
}

/** Undefined for what is no link of a conversation: prompts of the system, failures. */
export function itemOf({ type, text = '', tool, parts = [] }: Draft): Item | undefined {
  const media = parts.map(({ mime, path, url, hash }) => ({
    type: 'image' as const,
    ...(mime === undefined ? {} : { mime }),
    url: path ?? url ?? hash ?? '',
  }));
  const said = { text, ...(media.length > 0 ? { media } : {}) };
  switch (type) {
    case 'user_message':
      return { role: 'user', kind: 'text', ...said };
    case 'assistant_message':
      return { role: 'assistant', kind: 'text', ...said };
    case 'reasoning':
      return { role: 'assistant', kind: 'reasoning', text };
    case 'tool_call':
      return { role: 'assistant', kind: 'call', text: '', ...callOf(tool), input: tool?.input };
    case 'tool_result':
      return {
        role: 'tool',
        kind: 'result',
        text: typeof tool?.output === 'string' ? tool.output : '',
        ...callOf(tool),
      };
    default:
      return undefined;
  }
}

const callOf = (tool: Draft['tool']) => ({
  ...(tool?.callId === undefined ? {} : { callId: tool.callId }),
  ...(tool?.name === undefined ? {} : { name: tool.name }),
});
