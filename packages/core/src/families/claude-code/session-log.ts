/** The session log of Claude Code and of what is made from it. */
import type { LogDialect } from '../../adapters/contract.ts';
import { isFlatLog, isLog } from './detect.ts';
import { readLog } from './read-log.ts';
import { beginState, type ReaderState } from './state.ts';

export const sessionLog: LogDialect<ReaderState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect: isLog,
  begin: beginState,
  read: readLog,
  // Quotes in texts are escaped: what looks like the end of the content is it.
  usage: { mark: '"usage":', hollow: ['"content":[', '],"stop_reason":'] },
};

export const flatLog: LogDialect<ReaderState> = { ...sessionLog, id: 'flat-log', detect: isFlatLog };
