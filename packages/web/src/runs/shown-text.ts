/** Text of several lines for showing: lines stay lines, and in each what hides or turns text around is made visible. */
import { shownName } from '../words/names.ts';

export const shownText = (text: string): string => text.split('\n').map(shownName).join('\n');
