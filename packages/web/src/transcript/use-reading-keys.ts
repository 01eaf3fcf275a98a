/** The keys of the transcript. */
import { useKeys } from '../keys/keys.ts';
import type { Reader } from './reader.ts';

interface Acts {
  readonly toggleOutline: () => void;
  readonly find: () => void;
}

export function useReadingKeys(reader: Reader, { toggleOutline, find }: Acts): void {
  const group = 'Transcript';
  const toggle = () => {
    const row = reader.cursor.current;
    const head = document.querySelector(`[data-row="${row}"] .row-head, [data-row="${row}"] button.link`);
    if (head instanceof HTMLElement) head.click();
  };
  useKeys([
    { key: 'j', does: 'Next event', group, run: () => reader.step(1) },
    { key: 'k', does: 'Event before', group, run: () => reader.step(-1) },
    { key: 'J', does: 'Next prompt', group, run: () => reader.stepPrompt(1) },
    { key: 'K', does: 'Prompt before', group, run: () => reader.stepPrompt(-1) },
    { key: 'g e', does: 'Next error', group, run: () => reader.nextError() },
    { key: 'g g', does: 'First event', group, run: () => reader.goToEdge('first') },
    { key: 'G', does: 'Last event, and follow', group, run: () => reader.goToEdge('last') },
    { key: 'o', does: 'Open or close the event', group, run: toggle },
    { key: 'p', does: 'Show or hide the prompts', group, run: toggleOutline },
    { key: '/', does: 'Find in this session', group, run: find },
  ]);
}
