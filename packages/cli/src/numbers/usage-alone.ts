/** Numbers on a machine that was never synced: tokens alone, straight from the agents' logs. */
import { createNodeHost, exclusionsOf, withUsageAlone } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { NumbersStore } from '@hansard/core/numbers/report.ts';
import type { Context } from '../context.ts';
import { includedAgents } from '../machine.ts';

export async function showUsageAlone(
  context: Context,
  show: (store: NumbersStore) => Promise<void>,
  { responses = false } = {},
): Promise<void> {
  const host = createNodeHost({ home: context.home, env: context.env });
  const exclusions = exclusionsOf(host, (await context.settings()).get('exclude.projects'));
  const options = {
    host,
    adapters: await includedAgents(context),
    now: new Date().toISOString(),
    exclusions,
    responses,
  };
  await withUsageAlone(options, async (store) => {
    const { sessions } = await store.numbers.extent();
    if (sessions === 0) throw new Failure('no-archive', 'There is no archive on this machine yet.');
    await show(store);
    context.note(
      'Only tokens were read, from the agents’ logs. `hansard sync` fills the archive: search, tools, the page.',
    );
  });
}
