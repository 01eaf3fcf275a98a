/** `.aider.llm.history`: `TO LLM <time>` and `LLM RESPONSE <time>`, messages between lines of dashes, each line with its role before it. */
import {
  addAnswer,
  addInjected,
  addPrompt,
  beginConversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { listOf, objectOf, stringOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentDialect, DocumentPart, NativeRecord, Output } from '../contract.ts';

interface State extends ConversationState {
  /** Messages that the last request held: the next repeats them. */
  told: string[];
}

export const llmHistory: DocumentDialect<State> = {
  id: 'llm-history',
  kind: 'document',
  live: false,
  detect: ({ text }) => (/^\s*TO LLM \d{4}-\d\d-\d\dT[\d:.]+\s*\n-{5,}/.test(text.slice(0, 200)) ? 1 : 0),
  begin: () => ({ ...beginConversation(), told: [] }),
  parse,
  records,
  read,
};

interface Exchange {
  isResponse: boolean;
  at: string;
  messages: { role: string; text: string }[];
}

const HEAD = /^(TO LLM|LLM RESPONSE) (\d{4}-\d\d-\d\dT[\d:.]+)\s*$/;
const LINE = /^(SYSTEM|USER|ASSISTANT) ?(.*)$/;

function parse(text: string): { exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  let isNew = true;
  for (const line of text.split('\n')) {
    const head = HEAD.exec(line);
    const last = exchanges.at(-1);
    if (head) exchanges.push({ isResponse: head[1] === 'LLM RESPONSE', at: head[2] as string, messages: [] });
    else if (/^-{5,}$/.test(line)) isNew = true;
    else if (last) {
      const [, role = last.messages.at(-1)?.role ?? 'ASSISTANT', words = line] = LINE.exec(line) ?? [];
      const before = last.messages.at(-1);
      if (!isNew && before?.role === role) before.text += `\n${words}`;
      else if (words !== '' || before?.role !== role) last.messages.push({ role, text: words });
      isNew = false;
    }
    if (head) isNew = true;
  }
  return { exchanges };
}

function* records(document: unknown): Iterable<DocumentPart> {
  const all = listOf(objectOf(document)['exchanges']);
  for (let i = 0; i < all.length; i++) yield { value: all[i], pointer: `/${i}` };
}

/** A request repeats the conversation so far: only what is new in it is told. */
function read(state: State, record: NativeRecord, out: Output): void {
  const { isResponse, at, messages } = record.value as Partial<Exchange>;
  if (!Array.isArray(messages)) return;
  const type = isResponse ? 'response' : 'request';
  const frame = conversationOf({}, state, record, out, { type, time: readTime(at) });
  const hashes = messages.map(({ role, text }) => out.digest(`${role}\n${text}`).slice(0, 16));
  messages.forEach(({ role, text }, i) => {
    const words = (stringOf(text) ?? '').trimEnd();
    if (!isResponse && state.told.includes(hashes[i] as string)) return;
    if (isResponse || role === 'ASSISTANT') addAnswer(frame, words);
    else if (role === 'SYSTEM' || i < messages.length - 1) addInjected(frame, words);
    else addPrompt(frame, words);
  });
  // Enough to know the conversation again, and bounded.
  state.told = [...state.told, ...hashes].slice(-1000);
  if (frame.count === 0) addInjected(frame, '');
}
