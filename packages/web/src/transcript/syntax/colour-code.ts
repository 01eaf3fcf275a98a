/**
 * Finds what code consists of. The library and its grammars are loaded when code is first shown; without them code is
 * shown in one colour.
 */
import type { ElementContent, RootContent } from 'hast';
import type { Mark } from '../content/ansi.ts';
import { GRAMMARS, loadLibrary } from './grammars.ts';
import type { Language } from './languages.ts';

/** Longer code is left in one colour: colouring it would hold the page up. */
export const LONGEST = 60_000;

let library: ReturnType<typeof loadLibrary> | undefined;
const registered = new Map<Language, Promise<void>>();

/** Marks in order, none over another. */
export async function colourCode(code: string, language: Language): Promise<Mark[]> {
  if (code.length > LONGEST) return [];
  const load = GRAMMARS[language];
  // An exported file has not all of them.
  if (!load) return [];
  library ??= loadLibrary();
  const lowlight = await library;
  if (!registered.has(language)) {
    registered.set(
      language,
      load().then((grammar) => lowlight.register(language, grammar.default)),
    );
  }
  await registered.get(language);
  const marks: Mark[] = [];
  collect(lowlight.highlight(language, code).children, undefined, { at: 0, marks });
  return marks;
}

interface Walk {
  at: number;
  readonly marks: Mark[];
}

/** The innermost kind that has a colour counts. */
function collect(nodes: readonly (RootContent | ElementContent)[], style: string | undefined, walk: Walk): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      const end = walk.at + node.value.length;
      if (style !== undefined && end > walk.at) walk.marks.push({ start: walk.at, end, style });
      walk.at = end;
    } else if (node.type === 'element') collect(node.children, styleOf(node.properties['className']) ?? style, walk);
  }
}

/** Kinds of the library by the colours in syntax.css. Further kinds, such as operators, are no help to the eye. */
const STYLES: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  'template-tag': 'keyword',
  literal: 'constant',
  number: 'constant',
  symbol: 'constant',
  bullet: 'constant',
  'variable.constant_': 'constant',
  string: 'string',
  regexp: 'string',
  link: 'string',
  'char.escape_': 'string',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  title: 'name',
  section: 'name',
  name: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  built_in: 'type',
  type: 'type',
  class: 'type',
  attr: 'attribute',
  attribute: 'attribute',
  variable: 'attribute',
  property: 'attribute',
  'template-variable': 'attribute',
  meta: 'comment',
  addition: 'string',
  deletion: 'keyword',
};

/** Classes are `hljs-title function_`; `hljs-subst` begins code anew. */
function styleOf(classes: unknown): string | undefined {
  const names = Array.isArray(classes) ? classes.map(String) : [];
  const own = names.find((name) => name.startsWith('hljs-'))?.slice('hljs-'.length);
  if (own === undefined) return undefined;
  const style = STYLES[`${own}.${names.find((name) => name.endsWith('_'))}`] ?? STYLES[own];
  return style === undefined ? (own === 'subst' ? 'syntax-plain' : undefined) : `syntax-${style}`;
}
