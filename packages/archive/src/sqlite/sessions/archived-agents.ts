/** Agents whose sessions can be asked for: those that are read here, and those of which something was imported. */

import { adapters } from '@hansard/core';
import type { Archive } from '../../archive.ts';
import { columnOf, text } from '../../database/row-shape.ts';

export function archivedAgents({ sql }: Pick<Archive, 'sql'>): { readonly id: string; readonly label: string }[] {
  const known = new Set(adapters.map(({ id }) => id));
  const others = sql.all('SELECT DISTINCT agent FROM session').map(columnOf('agent', text));
  return [...adapters, ...others.filter((id) => !known.has(id)).map((id) => ({ id, label: id }))];
}
