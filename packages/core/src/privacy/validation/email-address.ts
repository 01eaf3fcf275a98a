/**
 * Which of the things with an `@` in them are addresses of people. Not these: robots that nobody reads (`noreply@…`), the
 * user of a forge's SSH (`git@github.com`), users and passwords in addresses of servers, file names, package versions, matrix products. Addresses at example.com are
 * removed like others: they are nobody's, but real names stand before them in tests, and nothing is lost.
 */
import type { Check } from '../rule.ts';
import { TOP_LEVEL_DOMAINS } from './top-level-domains.ts';

/** Nobody's mailbox, with or without a number. */
const ROBOTS =
  /^(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|git|hg|svn|notifications?|bot|dependabot|renovate)$/i;
/** Extensions of files that are domains, too; with a number or `2x` before them they are files. */
const FILE = /(?:^|\.)(?:\d+(?:\.\d+)*|\d+x)\.[a-z]{2,4}$/i;
/** Units of systemd, such as `getty@tty1.service`. */
const UNIT = /\.(?:service|socket|timer|target|mount|slice|scope|path)$/i;

/** Top-level domains of networks that are not in the public ones. */
const OF_NETWORKS = /^(?:local|localdomain|internal|intranet|lan|corp|private|test|example|invalid)$/i;

/** What stands before is the beginning of `https://user:`. */
const USER_OF_ADDRESS = /:\/\/[^\s/]{0,200}$/;

export const isPersonsAddress: Check = (value, text, start) => {
  const at = value.lastIndexOf('@');
  const domain = value.slice(at + 1);
  const top = domain.slice(domain.lastIndexOf('.') + 1);
  if (ROBOTS.test(value.slice(0, at)) || FILE.test(domain) || UNIT.test(domain)) return false;
  if (!(TOP_LEVEL_DOMAINS.has(top.toLowerCase()) || OF_NETWORKS.test(top)) || /[a-z][A-Z]|[A-Z][a-z]/.test(top))
    return false;
  const before = text.slice(Math.max(0, start - 204), start);
  const isWhole = !/[A-Za-z0-9][._%+-]$/.test(before);
  return isWhole && !USER_OF_ADDRESS.test(before) && text.charAt(start + value.length) !== '(';
};
