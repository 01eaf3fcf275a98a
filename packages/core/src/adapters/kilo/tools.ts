/** Kilo's own tools, as it lists them to the model and in its permission rules; named like MCP tools, but none. */
import { byNameOrServer, familyTools } from '../../families/opencode/tools.ts';

export const tools = byNameOrServer({
  ...familyTools,
  background_process: 'shell',
  board_post: 'other',
  board_read: 'other',
  cancel_wakeup: 'other',
  kilo_local_recall: 'search',
  repo_clone: 'other',
  schedule_wakeup: 'other',
});
