/** The folders of Claude Code's settings and sessions. */
import { configFolders } from '../../families/claude-code/locate.ts';
import type { Host } from '../../host.ts';

export const configs = (host: Host): string[] =>
  configFolders(host, 'CLAUDE_CONFIG_DIR', [['.claude'], ['.config', 'claude']]);
