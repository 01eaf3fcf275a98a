/** Which fields of a tool's input and result hold contents of files, and which only say which file. */

/** Names under which tools say which file. */
const PATH_NAME =
  /^(?:(?:abs(?:olute)?|rel(?:ative)?|target|old|new|source|src|dest(?:ination)?|dir|notebook|file|work|root|base)_?)?(?:path|file_?name|file_?path|uri|dir(?:ectory)?|cwd|workdir)s?$/i;
/** Names that may hold a path or a content. */
const FILE_NAME = /^(?:files?(?:names?)?|changes|created|modified|edited|deleted|renamed)$/i;
/** Words of a tool's own, when they are single words. */
const WORD_NAME =
  /^(?:type|kind|action|mode|command|status|state|encoding|lang(?:uage)?|op(?:eration)?|outcome|decision|source|name|tool|mime|mime_?type|media_?type|.*_?(?:id|Id|ID|uuid|Uuid|UUID))$/;

/** Names under which contents stand in anything, not only in what file tools write. */
const CONTENT_NAME =
  /^(?:(?:file|unified|git)?_?diffs?|patch|patch_?text|structured_?patch|diff_?lines|original_?(?:file|content|file_?contents|text)|(?:new|old)_?(?:content|contents|string|str|text|source)|file_?(?:text|contents?)|snippets?|hunks?)$/i;

/** Names under which agents and other formats keep what came out of a tool, beside the fields of the format. */
const OUTPUT_NAME =
  /^(?:(?:tool|command|aggregated|formatted|raw|full)_?)?(?:outputs?|stdout|stderr|observations?|results?|responses?)(?:_?(?:text|content|display))?$/i;
const REASONING_NAME = /^(?:reasoning|thinking|thoughts?)(?:_?(?:content|text|summary|details?))?$/i;

/** Corrections of other formats are kept by JSON pointer, so a name may be a way through several. */
export const namesIn = (path: readonly string[]): readonly string[] =>
  path.flatMap((name) => (name.startsWith('/') ? name.slice(1).split('/') : [name]));

export const isOutputName = (name: string): boolean => OUTPUT_NAME.test(name);
export const isReasoningName = (name: string): boolean => REASONING_NAME.test(name);
export const isContentName = (name: string): boolean => CONTENT_NAME.test(name);

/** In a file tool's own fields everything is taken for content that is not clearly something else. */
export function isFileContent(name: string, text: string): boolean {
  if (PATH_NAME.test(name)) return !isPathText(text);
  if (FILE_NAME.test(name)) return !(isPathText(text) && !/\s/.test(text));
  if (WORD_NAME.test(name)) return !/^[\w.:/+-]{0,64}$/.test(text);
  return text !== '';
}

const isPathText = (text: string): boolean => text.length <= 1024 && !/[\n\r]/.test(text);
