/** Why a line is said to be somebody's, in words. */
import type { Evidence } from './line-author.ts';

export const REASONS: Readonly<Record<Evidence, string>> = {
  whole: 'What the commit made of the file is, line for line, what the session had made of it.',
  inserted:
    'The commit adds here, line for line and between the same neighbours, all that one edit of the session put in this place.',
  exact: 'The session wrote exactly this line into this file before the commit was made.',
  indented: 'The session wrote this line into this file; only white space has changed since.',
  moved: 'The session wrote this line into another file of the repository, which no longer has it: it was moved.',
  neighbours: 'The line is common in any code; it stands where the session put it, beside lines that are its own.',
  formatted: 'A formatter that the session ran changed the line; its words were there before.',
  substituted: 'A command that the session ran (such as sed) turned the line that was there into this one.',
  changed: 'The session wrote a line like this one, and its words were changed afterwards.',
  elsewhere: 'The session wrote the same text in another place; who put it here cannot be told.',
  stale: 'The session wrote the same short line, but several commits of this file lie between; it may be anybody’s.',
  common:
    'The line is common in any code. A session wrote such a line into this file, or other lines of this commit; whose this one is cannot be told.',
  'same-file': 'Sessions changed this file before the commit, but none of them is known to have written this line.',
  noted: 'A note of another tool in the repository says so.',
  unplaced:
    'A session whose folder is gone wrote exactly this line into a file of this name; whether that was in this repository cannot be told.',
  none: 'No session is known to have written into this file before the commit was made.',
};
