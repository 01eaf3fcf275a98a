/**
 * What of an event's content a profile lets through. The decision is made string by string while the event is walked,
 * from the place of the string, so that no field is forgotten; whole events that are not wanted become stubs.
 */

import type { Event } from '../../transcript.ts';
import type { ContentLever, ScopeLever } from '../profiles/profile.ts';
import { withoutPlaceholders } from '../texts/placeholder.ts';
import { isContentName, isFileContent, isOutputName, isReasoningName, namesIn } from './file-fields.ts';

/** Why a text is left out; it names the placeholder. */
export type Removal = 'file-contents' | 'tool-output' | 'image' | 'reasoning' | 'unparsed-record';

export interface ContentPolicy {
  readonly content: ContentLever;
  readonly scope: ScopeLever;
}

const FILE_KINDS = new Set(['read', 'edit', 'write']);
/** Fields of a tool that carry what came out of it. */
const OUTPUTS = new Set(['output', 'stdout', 'stderr', 'result']);

/** Whole events that the profile does not want. */
export function isDropped(event: Event, { content, scope }: ContentPolicy): boolean {
  if (event.type === 'reasoning' && !content.reasoning) return true;
  return scope.exceptEvents.includes(event.type) && event.type !== 'meta';
}

export class EventPolicy {
  private readonly content: ContentLever;
  private readonly isResult: boolean;
  private readonly isFileTool: boolean;
  private readonly isSearch: boolean;
  private readonly partTypes: readonly unknown[];

  constructor(event: Event, { content }: ContentPolicy) {
    this.content = content;
    const kind = event.tool?.kind;
    this.isResult = event.type === 'tool_result';
    this.isFileTool = kind !== undefined && FILE_KINDS.has(kind);
    this.isSearch = kind === 'search' && this.isResult;
    this.partTypes = Array.isArray(event.parts) ? event.parts.map((part: unknown) => typeOf(part)) : [];
  }

  /** Everything goes along as it is. */
  get isOpen(): boolean {
    return this.keepsEverything() && this.content.images && this.content.reasoning;
  }

  /** The reason to leave out the string at a place, given by the names on the way to it. */
  removal(path: readonly string[], text: string, picture: boolean): Removal | undefined {
    const [root = '', second = ''] = path;
    if (!this.content.images && ((picture && text.length > 100) || isPictureAddress(text))) return 'image';
    if (!this.content.reasoning && root === 'parts' && this.partTypes[Number(second)] === 'reasoning') {
      if (path[2] === 'text') return 'reasoning';
    }
    if (!this.content.reasoning && isExtra(path) && namesIn(path).some(isReasoningName)) return 'reasoning';
    if (root === 'raw') return this.keepsEverything() ? undefined : 'unparsed-record';
    if (this.content.toolOutput === 'metadata-only' && this.isOutput(root, second, path)) return 'tool-output';
    if (!this.content.includeFileContents && this.isContent(path, withoutPlaceholders(text))) return 'file-contents';
    return undefined;
  }

  /** The text is shortened rather than left out. */
  truncates(path: readonly string[]): boolean {
    return this.content.toolOutput === 'truncated' && this.isOutput(path[0] ?? '', path[1] ?? '', path);
  }

  /** What stands in a command may be the content of a file. */
  holdsCommands(path: readonly string[]): boolean {
    return !this.content.includeFileContents && (path[0] === 'tool' ? path[1] === 'input' : path[0] === 'permission');
  }

  private keepsEverything(): boolean {
    return this.content.includeFileContents && this.content.toolOutput === 'full';
  }

  /** What came out of a tool, wherever the agent wrote it down. */
  private isOutput(root: string, second: string, path: readonly string[]): boolean {
    if (root === 'tool') return OUTPUTS.has(second);
    if (isExtra(path) && namesIn(path).some(isOutputName)) return true;
    if (!this.isResult) return false;
    if (root === 'parts') return path[2] === 'text' || path[2] === 'json' || path[2] === 'detail' || path[2] === 'diff';
    return root === 'text' || root === 'extra';
  }

  private isContent(path: readonly string[], text: string): boolean {
    const [root = '', second = '', third = ''] = path;
    const name = lastName(isExtra(path) ? namesIn(path) : path);
    if (root === 'parts' && third === 'diff') return text !== '';
    if ((root !== 'session' || isExtra(path)) && isContentName(name)) return text !== '';
    if (isExtra(path) && namesIn(path).some(isContentName)) return isFileContent(name, text);
    if (this.isSearch) return isOutputOf(root, second) && !listsPaths(text);
    if (!this.isFileTool) return false;
    if (root === 'tool')
      return second === 'input' || second === 'result' ? isFileContent(name, text) : isOutputOf(root, second);
    if (root === 'parts') return (third === 'text' && this.isResult) || (third === 'json' && isFileContent(name, text));
    if (root === 'extra') return path.length > 2 ? isFileContent(name, text) : /\n/.test(text) || text.length > 300;
    return root === 'text' && this.isResult;
  }
}

/** What other programs said beside the fields of the format, of an event or of the session. */
const isExtra = (path: readonly string[]): boolean =>
  path[0] === 'extra' || (path[0] === 'session' && path[1] === 'extra');

const isOutputOf = (root: string, second: string): boolean =>
  (root === 'tool' && OUTPUTS.has(second)) || root === 'text' || root === 'parts';

/** The last name that is not the place in a list. */
function lastName(path: readonly string[]): string {
  for (let i = path.length - 1; i > 0; i--) if (!/^\d+$/.test(path[i]!)) return path[i]!;
  return path[0] ?? '';
}

/** A list of files, one a line, and nothing of what is in them. */
function listsPaths(text: string): boolean {
  return text.split('\n').every((line) => line.length < 400 && /^[^\s:]*(?: ?\(\d+ [a-z]+\))?$/.test(line.trim()));
}

const typeOf = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'type' in part ? part.type : undefined;

const isPictureAddress = (text: string): boolean =>
  text.startsWith('data:') && /^data:(?:image|audio|video)\//.test(text);
