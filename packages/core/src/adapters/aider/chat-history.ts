/**
 * `.aider.chat.history.md`: `# aider chat started at …` opens a chat, `#### ` lines are the user's, `> ` lines the program's, the rest
 * the model's. A model may write such lines, too: that cannot be told apart. One file holds every chat of a repository.
 */
import {
  addAnswer,
  addNote,
  addPrompt,
  beginConversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { type Json, listOf, objectOf, stringOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Usage } from '../../transcript.ts';
import type { DocumentDialect, DocumentPart, NativeRecord, Output } from '../contract.ts';

interface State extends ConversationState {
  chat?: string;
  model?: string;
}

export const chatHistory: DocumentDialect<State> = {
  id: 'chat-history',
  kind: 'document',
  live: false,
  detect: ({ text }) => (/^\s*# aider chat started at \d{4}-\d\d-\d\d/.test(text.slice(0, 200)) ? 1 : 0),
  begin: beginConversation,
  parse,
  records,
  read,
};

const CHAT = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;

interface Piece {
  who: 'chat' | 'user' | 'tool' | 'model';
  text: string;
}

/** Lines of one speaker that follow one another, as pieces. */
function parse(text: string): { pieces: Piece[] } {
  const pieces: Piece[] = [];
  for (const line of text.split('\n')) {
    const started = CHAT.exec(line)?.[1];
    const [who, words] = started
      ? (['chat', started] as const)
      : line.startsWith('#### ')
        ? (['user', line.slice(5)] as const)
        : line.startsWith('> ')
          ? (['tool', line.slice(2)] as const)
          : (['model', line] as const);
    const last = pieces.at(-1);
    if (last?.who === who && who !== 'chat') last.text += `\n${words.replace(/ {2}$/, '')}`;
    else pieces.push({ who, text: words.replace(/ {2}$/, '') });
  }
  return { pieces };
}

function* records(document: unknown): Iterable<DocumentPart> {
  const pieces = listOf(objectOf(document)['pieces']);
  for (let i = 0; i < pieces.length; i++) {
    const text = stringOf(objectOf(pieces[i])['text']) ?? '';
    if (text.trim() !== '') yield { value: pieces[i], pointer: `/${i}` };
  }
}

function read(state: State, record: NativeRecord, out: Output): void {
  const { who, text } = record.value as Json;
  const words = (stringOf(text) ?? '').trim();
  if (who === 'chat') readStart(state, words, record, out);
  else if (state.chat !== undefined) readPiece(state, who, words, record, out.in(state.chat));
  else readPiece(state, who, words, record, out);
}

/** A chat is known by when it began, in the machine's own time: the only time there is. */
function readStart(state: State, started: string, record: NativeRecord, out: Output): void {
  const chat = `${started.replace(' ', 'T')}${record.native('chat').pointer}`;
  Object.assign(state, { ...beginConversation(), turn: undefined, model: undefined, chat });
  const own = out.in(chat);
  const time = readTime(started.replace(' ', 'T'));
  own.session({ nativeId: chat, startedAt: time });
  const frame = conversationOf({}, state, record, own, { type: 'chat', time });
  addEvent(frame, { type: 'session', phase: 'started', session: { started } });
}

const MODEL = /^(?:Main model|Model|Models): ([\w./:@-]+)/m;

function readPiece(state: State, who: unknown, words: string, record: NativeRecord, out: Output): void {
  const frame = conversationOf({}, state, record, out, { type: String(who) });
  if (who === 'user') addPrompt(frame, words);
  else if (who === 'model') addAnswer(frame, words, state.model ? { model: state.model } : {});
  else {
    state.model = MODEL.exec(words)?.[1] ?? state.model;
    const usage = usageIn(words, frame.base);
    const served = usage && state.model ? { model: state.model } : {};
    addNote(frame, 'aider', { text: words }, { ...served, ...(usage ? { usage } : {}) });
  }
}

const TOKENS =
  /^Tokens: ([\d.,]+k?) sent(?:, ([\d.,]+k?) cache write)?(?:, ([\d.,]+k?) cache hit)?, ([\d.,]+k?) received\./m;

/** Numbers are rounded to thousands: as exact as they are told. */
function usageIn(words: string, responseId: string): Usage | undefined {
  const [line, sent, written, hit, received] = TOKENS.exec(words) ?? [];
  if (line === undefined) return undefined;
  const [cacheWrite5m, cacheRead] = [countIn(written), countIn(hit)];
  return {
    input: Math.max(0, countIn(sent) - cacheWrite5m - cacheRead),
    output: countIn(received),
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    reasoning: 0,
    responseId,
    native: { line },
  };
}

function countIn(text: string | undefined): number {
  if (text === undefined) return 0;
  const number = Number.parseFloat(text.replaceAll(',', ''));
  return Number.isFinite(number) ? Math.round(text.endsWith('k') ? number * 1000 : number) : 0;
}
