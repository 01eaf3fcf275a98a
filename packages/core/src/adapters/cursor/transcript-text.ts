/** Transcripts of earlier versions, in plain text: `user:` and `assistant:` on lines of their own, calls and results in brackets. */
import {
  addAnswer,
  addCall,
  addPrompt,
  addResult,
  addThought,
  beginConversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { objectOf, stringOf } from '../../reading/native-values.ts';
import type { DocumentDialect, DocumentPart, Head, NativeRecord, Output } from '../contract.ts';
import { kindsOf, queryOf } from './native.ts';

export const transcriptText: DocumentDialect<ConversationState> = {
  id: 'transcript-text',
  kind: 'document',
  live: false,
  detect,
  begin: beginConversation,
  parse: sectionsOf,
  records,
  read,
};

const MARK = /^(user|assistant):\s*$|^\[(Thinking|Tool call|Tool result)\]\s?(.*)$/;

function detect({ text }: Head): number {
  return /^\s*user:\s*\n/.test(text) && /^(assistant:\s*$|\[(Thinking|Tool call)\])/m.test(text) ? 0.6 : 0;
}

interface Section {
  readonly kind: string;
  readonly label: string;
  readonly lines: string[];
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split('\n')) {
    const mark = MARK.exec(line);
    if (mark) sections.push({ kind: mark[1] ?? mark[2] ?? '', label: mark[3] ?? '', lines: [] });
    else if (sections.length > 0) sections.at(-1)?.lines.push(line);
    else if (line.trim() !== '') sections.push({ kind: '', label: '', lines: [line] });
  }
  return sections;
}

function* records(document: unknown): Iterable<DocumentPart> {
  const sections = Array.isArray(document) ? (document as Section[]) : [];
  for (const [index, { kind, label, lines }] of sections.entries()) {
    const text = lines.join('\n').trim();
    // An answer that only thinks and calls has no words: its parts follow.
    if (kind !== 'assistant' || text !== '') yield { value: { kind, label, text }, pointer: `/${index}` };
  }
}

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  const { kind, label, text } = objectOf(record.value);
  const words = [stringOf(label), stringOf(text)].filter((part) => part !== undefined).join('\n');
  const name = stringOf(label)?.trim() ?? 'unknown';
  const frame = conversationOf(kindsOf(name), state, record, out, { type: String(kind) });
  if (kind === 'user') addPrompt(frame, queryOf(words));
  else if (kind === 'assistant') {
    addAnswer(frame, words);
  } else if (kind === 'Thinking') addThought(frame, words);
  else if (kind === 'Tool call') addCall(frame, { callId: record.ref, name, input: text });
  else if (kind === 'Tool result') {
    const call = state.calls.findLast(({ v }) => v.name === name) ?? state.calls.at(-1);
    addResult(frame, { callId: call?.k ?? record.ref, name, output: stringOf(text) ?? '', status: 'ok' });
  }
}
