/**
 * Every command, in the order of the overview: help, completions and docs/commands.md come from this list. One entry a
 * command, in the file of its group.
 */
import type { CommandSpec } from '../command.ts';
import { archiveCommands } from './list/archive.ts';
import { captureCommands } from './list/capture.ts';
import { flowCommands } from './list/flows.ts';
import { gitCommands } from './list/git.ts';
import { hubCommands } from './list/hub.ts';
import { liveCommands } from './list/live.ts';
import { careCommands } from './list/maintenance.ts';
import { mcpCommands } from './list/mcp.ts';
import { numbersCommands } from './list/numbers.ts';
import { programCommands } from './list/program.ts';
import { readingCommands } from './list/reading.ts';
import { searchCommands } from './list/search.ts';
import { serveCommands } from './list/serve.ts';
import { sharingCommands } from './list/sharing.ts';

export const commands: readonly CommandSpec[] = [
  ...readingCommands,
  ...searchCommands,
  ...serveCommands,
  ...liveCommands,
  ...flowCommands,
  ...archiveCommands,
  ...captureCommands,
  ...gitCommands,
  ...numbersCommands,
  ...careCommands,
  ...sharingCommands,
  ...hubCommands,
  ...mcpCommands,
  ...programCommands,
];
