/** One event of the server, its session already found. */
import type { NativeRecord } from '../../adapters/contract.ts';
import type { Json } from './native.ts';
import type { ToolKinds } from './tools.ts';

export interface ServerEvent {
  readonly type: string;
  readonly id: string;
  readonly properties: Json;
  readonly record: NativeRecord;
  readonly tools: ToolKinds;
}
