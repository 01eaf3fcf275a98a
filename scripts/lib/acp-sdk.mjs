/** The library of the Agent Client Protocol, pinned, by which tests speak to Hansard as editors do; without it they say that they were skipped. */
import { ensurePinned } from './pinned-install.mjs';

const PINNED = { '@agentclientprotocol/sdk': '2.4.0', zod: '4.6.7' };

/** Why it is not there; undefined when it is. */
export const ensureAcpSdk = (env) => ensurePinned('acp-sdk', PINNED, env);

if (process.argv[1]?.endsWith('acp-sdk.mjs')) console.log(ensureAcpSdk(process.env) ?? 'The library is there.');
