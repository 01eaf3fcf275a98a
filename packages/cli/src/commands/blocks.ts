/** `hansard blocks`: what was used in windows of five hours, with the rate of the one that is open. */
import { archiveExists, createNodeHost, withNumbers } from '@hansard/archive';
import { readBlocks, type SpentBlock } from '@hansard/core/numbers/read-blocks.ts';
import type { NumbersStore } from '@hansard/core/numbers/report.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { blockJson, blocksText } from '../numbers/blocks-text.ts';
import { type Budget, budgetsIn, budgetWarnings } from '../numbers/budgets.ts';
import { numbersRequest } from '../numbers/numbers-request.ts';
import { minuteIn } from '../terminal/words.ts';

const SHOWN = 12;

export async function run(context: Context, args: Arguments): Promise<number> {
  const request = await numbersRequest(context, args, []);
  const settings = await context.settings();
  const host = createNodeHost({ home: context.home, env: context.env });
  if (args.flag('sync')) await (await import('../numbers/sync-first.ts')).syncFirst(context);
  const show = async (store: NumbersStore) => {
    const now = Date.now();
    const query = await request.queryIn(store.sessions);
    const all = await readBlocks(store.numbers, { ...request, query, now });
    const blocks = args.flag('active')
      ? all.filter(({ active }) => active)
      : all.slice(-(args.integer('limit') ?? SHOWN));
    const budgets = await budgetsIn(store, { settings, prices: request.prices, now });
    if (args.flag('json')) await context.out.write(jsonOf(blocks, budgets, now));
    else {
      const minute = minuteIn(settings.get('timezone'));
      const { bold } = await context.colors();
      await context.out.write(
        blocksText(blocks, { now, minute, bold, hidden: all.length - blocks.length, columns: context.out.columns }),
      );
      for (const warning of budgetWarnings(budgets)) await context.out.write(`${warning}\n`);
    }
  };
  if (archiveExists(host)) await withNumbers(host, show);
  else await (await import('../numbers/usage-alone.ts')).showUsageAlone(context, show, { responses: true });
  return 0;
}

function jsonOf(blocks: readonly SpentBlock[], budgets: readonly Budget[], now: number): string {
  return `${JSON.stringify({ blocks: blocks.map((block) => blockJson(block, now)), budgets }, null, 2)}\n`;
}
