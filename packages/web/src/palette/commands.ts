/** What the palette can do besides searching. */
import { navigate } from '../route/place.ts';
import { applyTheme } from '../theme/theme.ts';

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

/** All words of what was typed begin a word of the command. */
export function commandsFor(typed: string): readonly Command[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return COMMANDS.filter(({ words }) => {
    const own = words.toLowerCase().split(/[\s:]+/);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
}
