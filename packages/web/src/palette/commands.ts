/** What the palette can do besides searching. */
import type { SavedView } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useEffect, useRef } from 'react';
import { currentPlace, navigate } from '../route/place.ts';
import { applyTheme } from '../theme/theme.ts';
import { addressToSee } from '../views/view-address.ts';

export interface Command {
  readonly words: string;
  readonly run: () => void;
}

let registered: readonly Command[] = [];

/** Offers further commands while the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const names = commands.map(({ words }) => words).join('\n');
  useEffect(() => {
    const own = names.split('\n').map((words) => ({
      words,
      run: () => latest.current.find((command) => command.words === words)?.run(),
    }));
    registered = [...own, ...registered];
    return () => {
      registered = registered.filter((command) => !own.includes(command as (typeof own)[number]));
    };
  }, [names]);
}

export const COMMANDS: readonly Command[] = [
  { words: 'Go to all sessions', run: () => navigate('/') },
  { words: 'Go to search', run: () => navigate('/search') },
  { words: 'Go to statistics', run: () => navigate('/stats') },
  { words: 'Go to settings and health', run: () => navigate('/settings') },
  { words: 'Show starred sessions', run: () => navigate('/?q=is%3Astarred') },
  { words: 'Show sessions with errors', run: () => navigate('/?q=is%3Aerror') },
  { words: 'Colours: light', run: () => applyTheme('light') },
  { words: 'Colours: dark', run: () => applyTheme('dark') },
  { words: 'Colours: high contrast', run: () => applyTheme('contrast') },
  { words: 'Colours: as the system', run: () => applyTheme('auto') },
];

const commandOf = ({ name, address }: SavedView): Command => ({
  words: `View: ${neutraliseLine(name)}`,
  run: () => navigate(addressToSee(address, currentPlace())),
});

/** All words of what was typed begin a word of the command. */
export function commandsFor(typed: string, views: readonly SavedView[] = []): readonly Command[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return [...registered, ...views.map(commandOf), ...COMMANDS].filter(({ words }) => {
    const own = words.toLowerCase().split(/[\s:]+/);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
}
