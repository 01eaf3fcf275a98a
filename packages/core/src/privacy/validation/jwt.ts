/** JSON Web Tokens: the first part is JSON that names an algorithm or a type. */
import { textOfBase64 } from './base64-text.ts';

/** What nobody writes by chance: three long parts, of which two begin like JSON. */
const SIGNED = /^[\w-]{16,}\.[\w-]{10,}\.[\w-]{20,}$/;

/** Whether a token in compact form has the header of one, or at least its shape. */
export function isJwt(token: string): boolean {
  return SIGNED.test(token) || hasJwtHeader(token);
}

/** A token without its signature, with a payload that is packed, or a payload with its signature alone. */
export function isPartOfJwt(token: string): boolean {
  const [first = '', second = ''] = token.split('.');
  if (hasJwtHeader(token)) return second.length >= 10;
  const claims = textOfBase64(first)?.trim() ?? '';
  return second.length >= 20 && /^\{\s*"/.test(claims) && /"(?:sub|iss|exp|iat|aud|jti|nbf)"\s*:/.test(claims);
}

/** Whether the header of a token in compact form is one. */
export function hasJwtHeader(token: string): boolean {
  const dot = token.indexOf('.');
  const header = textOfBase64(dot < 0 ? token : token.slice(0, dot))?.trim();
  return header !== undefined && /^\{\s*"/.test(header) && /"(?:alg|typ|enc|kid|cty|jku|x5t|epk)"\s*:/.test(header);
}
