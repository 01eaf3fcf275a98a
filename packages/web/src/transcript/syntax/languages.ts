/** The languages that code is coloured in, by the endings of files and the names of fences. */
import type { GRAMMARS } from './grammars.ts';

export type Language = keyof typeof GRAMMARS;

/** Endings of files and names of fences, where they are not the language's own name. */
const NAMES: Readonly<Record<Language, string>> = {
  bash: 'sh zsh fish shell console shell-session bats env',
  c: 'h',
  cpp: 'cc cxx hpp hh hxx c++ ino cu',
  csharp: 'cs c# csx',
  css: '',
  dart: '',
  diff: 'patch udiff',
  dockerfile: 'docker containerfile',
  elixir: 'ex exs',
  go: 'golang',
  graphql: 'gql graphqls',
  haskell: 'hs',
  ini: 'toml cfg conf properties editorconfig gitconfig',
  java: '',
  javascript: 'js mjs cjs jsx',
  json: 'jsonc json5 jsonl ndjson webmanifest ipynb',
  kotlin: 'kt kts',
  lua: '',
  makefile: 'mk make gnumakefile',
  markdown: 'md mdx',
  perl: 'pl pm',
  php: 'phtml',
  powershell: 'ps1 psm1 pwsh',
  protobuf: 'proto',
  python: 'py pyi pyw',
  r: '',
  ruby: 'rb rake gemspec gemfile rakefile',
  rust: 'rs',
  scala: 'sc sbt',
  scss: 'sass less',
  sql: 'psql pgsql mysql',
  swift: '',
  typescript: 'ts mts cts tsx',
  xml: 'html htm xhtml svg vue svelte plist csproj xsl',
  yaml: 'yml',
};

const BY_NAME: ReadonlyMap<string, Language> = new Map(
  (Object.keys(NAMES) as Language[]).flatMap((language) =>
    [language, ...NAMES[language].split(' ')].filter(Boolean).map((name) => [name, language] as const),
  ),
);

/** By what stands behind the fence: `ts`, `js {1,3}`, `typescript title="x"`. */
export const languageOfFence = (info: string | undefined): Language | undefined =>
  BY_NAME.get((/^[\w+#.-]+/.exec(info ?? '')?.[0] ?? '').toLowerCase());

/** By its ending, or by its name where it has none: `Makefile`, `.env`. */
export function languageOfPath(path: string | undefined): Language | undefined {
  const name = (path ?? '').split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  return BY_NAME.get(name.split('.').at(-1) ?? '') ?? BY_NAME.get(name.split('.')[0] ?? '');
}
