/** The messages of a transcript in their order, each with its time: text is shown as text, whatever it says. */
import { useState } from 'react';
import { shownName } from '../words/names.ts';
import { exactTime, fullTime } from '../words/times.ts';
import { shownText } from './shown-text.ts';
import { isFailure, type Message, toolOf } from './tool-usage.ts';

/** A long transcript is shown piece by piece. */
const FIRST = 200;
const MORE = 500;
const LONGEST = 20_000;

export function MessageList({ messages }: { messages: readonly Message[] }) {
  const [shown, setShown] = useState(FIRST);
  return (
    <>
      <ol className="run-messages">
        {messages.slice(0, shown).map((message, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no other name
          <MessageRow key={n} message={message} />
        ))}
      </ol>
      {messages.length > shown && (
        <button type="button" className="button framed" onClick={() => setShown((before) => before + MORE)}>
          {messages.length - shown} more
        </button>
      )}
    </>
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);

function MessageRow({ message }: { message: Message }) {
  const role = textOf(message['role'] ?? message['type']) || 'line';
  const tool = toolOf(message);
  const time = message['timestamp'] ?? message['ts'];
  const input = message['tool_input'] ?? message['input'];
  const output = message['tool_output'] ?? message['output'];
  return (
    <li className={`run-message ${isFailure(message) ? 'failed-call' : ''}`}>
      <header>
        <b>{shownName(tool === undefined ? role : `${role} ${tool}`)}</b>
        <Time time={time} />
        {isFailure(message) && <span className="failed">failed</span>}
      </header>
      {input !== undefined && <Text text={textOf(input)} />}
      <Text text={textOf(message['content'])} />
      {output !== undefined && <Text text={textOf(output)} />}
    </li>
  );
}

function Text({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text === '') return null;
  const isLong = text.length > LONGEST && !whole;
  return (
    <>
      <pre>{shownText(isLong ? text.slice(0, LONGEST) : text)}</pre>
      {isLong && (
        <button type="button" className="button framed" onClick={() => setWhole(true)}>
          Show all of it
        </button>
      )}
    </>
  );
}

function Time({ time }: { time: unknown }) {
  // Some runtimes write the zone twice.
  const plain = typeof time === 'string' ? time.replace(/\+00:00Z$/, 'Z') : '';
  if (Number.isNaN(Date.parse(plain))) return null;
  return (
    <time dateTime={plain} title={fullTime(plain)}>
      {exactTime(Date.parse(plain))}
    </time>
  );
}
