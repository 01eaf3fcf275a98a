/** The language of a file by the end of its name. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  dart: 'dart',
  ex: 'elixir',
  exs: 'elixir',
  go: 'go',
  h: 'c',
  hpp: 'cpp',
  hs: 'haskell',
  html: 'html',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  lua: 'lua',
  md: 'markdown',
  mjs: 'javascript',
  cjs: 'javascript',
  php: 'php',
  pl: 'perl',
  ps1: 'powershell',
  py: 'python',
  r: 'r',
  rb: 'ruby',
  rs: 'rust',
  scala: 'scala',
  scss: 'css',
  sh: 'shell',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'vue',
  yaml: 'yaml',
  yml: 'yaml',
  zig: 'zig',
};

/** Languages of data and prose: a snippet has one, a project is not written in it. */
const NO_ECOSYSTEM = new Set(['json', 'markdown', 'toml', 'yaml']);

export function languageOf(path: string): string | null {
  const extension = /\.(\w{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] as string) : null;
}

export function ecosystemOf(path: string): string | null {
  const language = languageOf(path);
  return language && NO_ECOSYSTEM.has(language) ? null : language;
}
