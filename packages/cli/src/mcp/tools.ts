/** Every tool of the server, one line each. */
import { costTool } from './cost-tool.ts';
import { readSessionTool } from './read-session-tool.ts';
import { recallTool } from './recall-tool.ts';
import { searchTool } from './search-tool.ts';
import type { McpTool } from './tool.ts';

// Each is called with what its own schema has let through.
export const tools = [searchTool, readSessionTool, recallTool, costTool] as readonly McpTool<never>[];
