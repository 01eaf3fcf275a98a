/**
 * Qwen Code's own shapes, as far as they are used here. A line of the log is `{ uuid, parentUuid, sessionId, timestamp,
 * type, subtype?, cwd, version, gitBranch?, message?, systemPayload?, … }` around a message in Gemini's form,
 * `{ role, parts }`. Seen: 0.18.1, 0.21.13, 0.24.4.
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
