/**
 * For programs that cannot pass a `fetch`: `node --import @hansard/capture/register program.mjs` records whatever goes through
 * the global one. `HANSARD_CAPTURE_DIR` names the folder of the files, `HANSARD_CAPTURE_AGENT` the program.
 */
import { captureFetch } from './fetch/capture-fetch.ts';
import { replaceFetch } from './fetch/own-fetch.ts';
import { currentSession, Session } from './index.ts';

const { HANSARD_CAPTURE_DIR: baseDir, HANSARD_CAPTURE_AGENT: agent } = process.env;

if (baseDir) {
  const whole = new Session({ baseDir, agent });
  replaceFetch((plain) => {
    // Code in a session's own scope records there, everything else in the program's.
    const inScope = captureFetch(undefined, { fetch: plain });
    const byDefault = captureFetch(whole, { fetch: plain });
    return (input, init) => (currentSession() ? inScope(input, init) : byDefault(input, init));
  });
} else process.emitWarning('HANSARD_CAPTURE_DIR is not set: nothing is captured.');
