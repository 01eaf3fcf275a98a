/**
 * Cline's own shapes, as far as they are used here, all of the CLI and its SDK. A session is a document of messages
 * with Anthropic's blocks and a manifest beside it; the stream of `cline --json` nests its events under
 * `agent_event`, and the agent's life under `hook_event`. Seen: 3.0.65.
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
