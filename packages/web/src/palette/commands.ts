/** What the palette can do besides searching. */
import type { SavedView } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { currentPlace, navigate } from '../route/place.ts';
import { applyTheme } from '../theme/theme.ts';
import { addressToSee } from '../views/view-address.ts';

export interface Command {
  readonly words: string;
  readonly run: () => void;
}

export const COMMANDS: readonly Command[] = [
  { words: 'Go to all sessions', run: () => navigate('/') },
  { words: 'Go to search', run: () => navigate('/search') },
  { words: 'Go to statistics', run: () => navigate('/stats') },
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
  return [...views.map(commandOf), ...COMMANDS].filter(({ words }) => {
    const own = words.toLowerCase().split(/[\s:]+/);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
}
