/** The beginning of a text as one line: without colours of the terminal, and with what hides or reorders made visible. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { readAnsi } from './ansi.ts';

const LONGEST = 400;

export const oneLine = (text: string): string =>
  neutraliseLine(readAnsi(text.slice(0, LONGEST)).text).replaceAll('␊', ' ');
