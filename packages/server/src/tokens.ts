/** The tokens that the user makes for others, for commands: without the server, which takes long to load. */
export { isOver } from './security/access-tokens.ts';
export { type MadeToken, makeToken, type TokenRequest } from './security/make-token.ts';
export { type AccessToken, TokenFile } from './security/token-file.ts';
