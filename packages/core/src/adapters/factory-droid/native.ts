/**
 * Droid's own shapes, as far as they are used here. The log: `session_start` (version 2), `message` with Anthropic's
 * blocks and a `parentId`, `agent_turn_outcome`. The stream of `droid exec -o stream-json` is flat: `message`,
 * `reasoning`, `tool_call`, `tool_result`, `completion`, `error`. Seen: 0.81.0, 0.215.0.
 */
export {
  countOf,
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  wordOf,
} from '../../reading/native-values.ts';
export { readTime as timeOf } from '../../reading/time.ts';
