/** The holder as a program: takes what it is to do from its standard input, and then belongs to nobody. */
import { Holder } from './holder.ts';
import type { HolderSpec } from './protocol.ts';

async function main(): Promise<void> {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  await new Holder(JSON.parse(text) as HolderSpec).run();
  process.exit(0);
}

void main();
