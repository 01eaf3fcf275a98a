/** A session as conversations, one for each agent of its tree, the session's own first. */
import type { Event } from '../transcript.ts';
import { byAgent } from './by-agent.ts';
import type { TranscriptSource } from './contract.ts';
import { gather } from './gather.ts';
import { takenApart } from './own-results.ts';
import { type Step, Steps } from './steps.ts';

/** Writes one conversation, step by step. */
export interface ConversationWriter {
  begin(): string;
  step(step: Step): string;
  end(): string;
}

export function writeConversations(
  source: TranscriptSource,
  writerOf: (agent: string) => ConversationWriter,
): AsyncIterable<string> {
  return byAgent(takenApart(source), ['primary'], (agent) => new Conversation(writerOf(agent)));
}

/** The session's own conversation alone. */
export function writeConversation(source: TranscriptSource, writer: ConversationWriter): AsyncIterable<string> {
  return gatherOne(source, new Conversation(writer));
}

async function* gatherOne(source: TranscriptSource, own: Conversation): AsyncIterable<string> {
  yield* gather(takenApart(source).events(), (event) => (isPrimary(event) ? own.push(event) : ''));
  yield own.end();
}

class Conversation {
  readonly #writer: ConversationWriter;
  readonly #steps = new Steps();
  #begun = false;

  constructor(writer: ConversationWriter) {
    this.#writer = writer;
  }

  push(event: Event): string {
    return this.#write(isUnsaid(event) ? [] : this.#steps.push(event));
  }

  end(): string {
    return this.#write(this.#steps.end()) + this.#writer.end();
  }

  #write(steps: readonly Step[]): string {
    let text = this.#begun ? '' : this.#writer.begin();
    this.#begun = true;
    for (const step of steps) text += this.#writer.step(step);
    return text;
  }
}

export const isPrimary = ({ source }: Event): boolean => source === undefined || source === 'primary';

/** What was taken back, or was shown to the person alone, is no part of what the model was told. */
export const isUnsaid = ({ withdrawn, branch, audience }: Event): boolean =>
  withdrawn === true || branch !== undefined || audience === 'user';
