/** Trailers go to the end of what is said, before comments and what git cuts off. */
import { expect, it } from 'vitest';
import { withTrailers } from './trailer.ts';

const OURS = 'Hansard-Session: 1b2c';

it.each([
  ['a title alone', 'Open the desk\n', 'Open the desk\n\nHansard-Session: 1b2c\n'],
  ['a title that looks like a trailer', 'desk: open\n', 'desk: open\n\nHansard-Session: 1b2c\n'],
  ['no line end', 'Open the desk', 'Open the desk\n\nHansard-Session: 1b2c\n'],
  ['a body', 'Open\n\nThe desk.\n', 'Open\n\nThe desk.\n\nHansard-Session: 1b2c\n'],
  ['other trailers', 'Open\n\nAcked-by: Pat\n', 'Open\n\nAcked-by: Pat\nHansard-Session: 1b2c\n'],
  ['comments', 'Open\n\n# On branch main\n', 'Open\n\nHansard-Session: 1b2c\n\n# On branch main\n'],
  [
    'a diff behind scissors',
    'Open\n# ------------------------ >8 ------------------------\n+Ran: x\n',
    'Open\n\nHansard-Session: 1b2c\n# ------------------------ >8 ------------------------\n+Ran: x\n',
  ],
  ['the same trailer', `Open\n\n${OURS}\n`, `Open\n\n${OURS}\n`],
  ['comments alone', '\n# Nothing is said.\n', '\n# Nothing is said.\n'],
  ['nothing', '', ''],
])('behind %s', (_what, message, expected) => {
  expect(withTrailers(message, [OURS])).toBe(expected);
  expect(withTrailers(expected, [OURS])).toBe(expected);
});

it('knows other characters of comments', () => {
  expect(withTrailers('Open\n; comment\n', [OURS], ';')).toBe(`Open\n\n${OURS}\n; comment\n`);
});
