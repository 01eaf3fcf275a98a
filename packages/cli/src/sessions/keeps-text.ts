/** Where an agent keeps its sessions, for the terminal. */
import type { Adapter } from '@hansard/core';
import { wrap } from '../terminal/wrap.ts';

export function keepsText({ label, keeps, variables }: Adapter): string {
  const moved = variables.length > 0 ? ` (or where ${variables.join(', ')} points)` : '';
  // It is written for the documentation, where paths are code.
  return wrap(`${label}: ${keeps.replaceAll('`', '')}${moved}`, 2, 4);
}
