/** JSON Web Tokens: the first part is JSON that names an algorithm or a type. */
import { textOfBase64 } from './base64-text.ts';

/** Whether the header of a token in compact form is one. */
export function hasJwtHeader(token: string): boolean {
  const dot = token.indexOf('.');
  const header = textOfBase64(dot < 0 ? token : token.slice(0, dot));
  return header !== undefined && /^\{\s*"/.test(header) && /"(?:alg|typ|enc|kid|cty|jku|x5t|epk)"\s*:/.test(header);
}
