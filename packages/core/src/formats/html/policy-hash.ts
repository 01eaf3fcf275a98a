/** What a content security policy says to allow one script or style: its hash. */
import { toBase64 } from '../../reading/base64.ts';
import type { FormatContext } from '../contract.ts';

export function policyHash(text: string, { digest }: Pick<FormatContext, 'digest'>): string {
  const bytes = Uint8Array.from(digest(text).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return `'sha256-${toBase64(bytes)}'`;
}
