/** For tests: a skeleton from one short line an event, `[source] type [tool[/status]]`, a second apart. */
import type { Event } from '@hansard/core/transcript.ts';
import { Skeleton } from '../transcript/model/skeleton.ts';

const TYPES: Readonly<Record<string, string>> = {
  user: 'user_message',
  answer: 'assistant_message',
  call: 'tool_call',
  result: 'tool_result',
};

export function skeletonOf(lines: readonly string[]): Skeleton {
  const skeleton = new Skeleton();
  lines.forEach((line, index) => {
    const words = line.split(' ');
    const source = /^(primary|subagent:\S+)$/.test(words[0] ?? '') ? words.shift() : 'primary';
    const [type = '', tool] = words;
    const [name = '', status = 'ok'] = (tool ?? '').split('/');
    const event: Event = {
      id: `e${index + 1}`,
      seq: index + 1,
      type: TYPES[type] ?? type,
      timestamp: new Date(1_760_000_000_000 + index * 1000).toISOString(),
      ...(source === undefined ? {} : { source }),
      ...(tool === undefined ? {} : { tool: { name, status } }),
    };
    skeleton.put(index + 1, event);
  });
  return skeleton;
}
