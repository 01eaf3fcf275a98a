/** The tokens of a response in equal parts for the tools that it called. */
import type { UsageRow } from '../store/numbers.ts';
import { type Buckets, noTokens } from '../usage/buckets.ts';

/** Whole tokens; what is left over goes to the first, and so does the response. Without tools it stays one row. */
export function toolShares(row: UsageRow, tools: readonly string[]): UsageRow[] {
  if (tools.length === 0) return [row];
  return tools.map((tool, n) => ({
    ...row,
    tool,
    responses: n === 0 ? row.responses : 0,
    tokens: shareOf(row.tokens, tools.length, n === 0),
  }));
}

function shareOf(tokens: Readonly<Buckets>, parts: number, isFirst: boolean): Buckets {
  const share = noTokens();
  for (const kind of Object.keys(share) as (keyof Buckets)[]) {
    const part = Math.floor(tokens[kind] / parts);
    share[kind] = isFirst ? tokens[kind] - part * (parts - 1) : part;
  }
  return share;
}
