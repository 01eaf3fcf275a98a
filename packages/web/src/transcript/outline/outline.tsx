/** The prompts of a session with what came of them; choosing one goes there. Only those in sight are in the page. */

import type { Prompt } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useAnswer } from '../../answers/use-answer.ts';
import { Button } from '../../parts/button.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { counted } from '../../words/numbers.ts';
import { folderName } from '../../words/paths.ts';
import { promptFacts } from '../../words/prompt-facts.ts';
import type { Reader } from '../reader.ts';

const HEIGHT = 74;
const LONGEST = 240;

export function Outline({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  const { store } = reader;
  const { data, error, reload } = useAnswer(`outline ${store.id} ${store.detail?.messages ?? ''}`, (signal) =>
    store.client.outline(store.id, { signal }),
  );
  const prompts = data?.prompts ?? [];
  const current = useSyncExternalStore(reader.list.subscribe, () => reader.currentPrompt());
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const at = prompts.findLastIndex(({ logSeq }) => logSeq <= (current ?? 0));
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    setHeight(element.clientHeight);
    if (at * HEIGHT < element.scrollTop || (at + 1) * HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = (at - 2) * HEIGHT;
  }, [at]);
  const first = Math.floor(top / HEIGHT);
  const shown = prompts.slice(first, first + Math.ceil(height / HEIGHT) + 1);
  return (
    <aside className="outline" aria-label="Prompts">
      <header>
        <h2>{data ? counted(prompts.length, 'prompt') : 'Prompts'}</h2>
        <Button icon="close" label="Hide the prompts" onClick={onClose} />
      </header>
      {!data && error === undefined && <p className="nothing">Reading the prompts…</p>}
      {!data && error !== undefined && <Trouble error={error} onRetry={reload} />}
      <div className="outline-list" ref={list} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
        <div style={{ height: prompts.length * HEIGHT, paddingTop: first * HEIGHT }}>
          {shown.map((prompt, index) => (
            <PromptButton
              key={prompt.logSeq}
              reader={reader}
              prompt={prompt}
              number={first + index + 1}
              isCurrent={first + index === at}
              onClick={() => reader.goTo(prompt.logSeq)}
            />
          ))}
        </div>
      </div>
    </aside>
  );
}

interface PromptButtonProps {
  reader: Reader;
  prompt: Prompt;
  number: number;
  isCurrent: boolean;
  onClick: () => void;
}

function PromptButton({ reader, prompt, number, isCurrent, onClick }: PromptButtonProps) {
  const { files } = prompt;
  const text = usePromptText(reader, prompt);
  const facts = promptFacts(prompt);
  return (
    <button
      type="button"
      className="outline-prompt"
      aria-current={isCurrent || undefined}
      data-facts={`${facts.join(' · ')}\n${neutraliseLine(files.map(folderName).join(', '))}`}
      onClick={onClick}
    >
      <span className="outline-text">{`${number}. ${neutraliseLine(text).replaceAll('␊', ' ')}`}</span>
    </button>
  );
}

/** Of very many prompts the server sends the first with their words; those of others are asked for as they are seen. */
function usePromptText({ store }: Reader, { text, logSeq, eventId }: Prompt): string {
  const known = text || store.get(logSeq)?.event.text;
  const { data } = useAnswer(known ? null : `prompt ${store.id} ${eventId}`, (signal) =>
    store.client.event(store.id, eventId, { signal }),
  );
  return (known ?? data?.event.text ?? '').slice(0, LONGEST);
}
