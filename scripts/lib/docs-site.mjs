/**
 * The documentation as a site of static files: every page of the repository that people read, with a menu, anchors, and a search that
 * needs no server. Files that pages link to are copied beside them; a link to anything else fails.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { renderPage } from './docs-markdown.mjs';
import { root } from './paths.mjs';

const below = (folder, pattern) =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);
const readmesBelow = (folder) =>
  readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}/README.md`)
    .filter((path) => existsSync(join(root, path)));

const GUIDES = ['page', 'commands', 'search', 'numbers', 'live', 'flows', 'capture', 'privacy', 'hub', 'mcp'];

/** Groups of the menu, each with its pages in order. What is in `docs/` and not named is a reference. */
function menu() {
  const guides = GUIDES.map((name) => `docs/${name}.md`);
  const others = below('docs', /\.md$/).filter((path) => !guides.includes(path));
  return [
    { title: 'Hansard', pages: ['README.md', 'CHANGELOG.md', 'SECURITY.md'] },
    { title: 'Guides', pages: guides },
    { title: 'Reference', pages: others },
    { title: 'Libraries', pages: [...readmesBelow('packages'), 'examples/capture/README.md', 'ci/README.md'] },
    {
      title: 'Working on it',
      pages: ['CONTRIBUTING.md', 'ARCHITECTURE.md', 'CODE_OF_CONDUCT.md', 'docs/decisions/README.md'],
    },
    { title: 'Agents', pages: readmesBelow('packages/core/src/adapters'), folded: true },
    { title: 'Decisions', pages: below('docs/decisions', /^\d.*\.md$/), folded: true },
  ];
}

/** Where a page of the repository is on the site. */
export const addressOf = (path) => path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');

/** Path on the site to content, and what is wrong with links. */
export function docsSite() {
  const groups = menu();
  const pages = new Map(groups.flatMap(({ pages }) => pages).map((path) => [path, pageOf(path)]));
  const files = {};
  const faults = [];
  const asset = (name) => readFileSync(join(root, 'scripts', 'docs', name), 'utf8');
  for (const name of ['site.css', 'search.js']) files[`assets/${name}`] = asset(name);
  const folders = new Set();
  const resolve = (from) => (href) => {
    if (/^[a-z]+:/i.test(href)) return href;
    const [path, anchor] = href.split('#');
    const target = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '');
    const page = pages.get(target) ?? pages.get(`${target}/README.md`);
    if (page) {
      if (anchor && !page.anchors.has(anchor)) faults.push(`${from}: ${href} leads to no heading`);
      return relative(from, addressOf(page.path)) + (anchor ? `#${anchor}` : '');
    }
    if (!existsSync(join(root, target)) || target.startsWith('..')) {
      faults.push(`${from}: ${href} leads nowhere`);
      return href;
    }
    if (statSync(join(root, target)).isDirectory()) folders.add(target);
    else files[target] = readFileSync(join(root, target));
    return relative(from, folders.has(target) ? `${target}/index.html` : target);
  };
  for (const [path, page] of pages)
    files[addressOf(path)] = shell(path, page.title, page.html(resolve(path)), groups, pages);
  for (const folder of folders) Object.assign(files, listing(folder, groups, pages));
  const sections = [...pages.values()].flatMap(({ sections }) => sections);
  files['assets/search-index.js'] = `globalThis.SECTIONS = ${JSON.stringify(sections)};\n`;
  return { files, faults };
}

function pageOf(path) {
  return { path, ...renderPage(readFileSync(join(root, path), 'utf8'), addressOf(path)) };
}

const relative = (from, to) => posix.relative(posix.dirname(addressOf(from)), to) || posix.basename(to);

/** A folder that a page links to: its pages, or its files. */
function listing(folder, groups, pages) {
  const inside = [...pages.keys()].filter((path) => path.startsWith(`${folder}/`));
  const names = readdirSync(join(root, folder)).filter((name) => statSync(join(root, folder, name)).isFile());
  const copied =
    inside.length > 0 ? [] : names.map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name))]);
  const from = `${folder}/README.md`;
  const links = [
    ...inside.map((path) => [addressOf(path), pages.get(path).title]),
    ...copied.map(([path]) => [path, posix.basename(path)]),
  ].map(([path, title]) => `<li><a href="${relative(from, path)}">${title}</a></li>`);
  const html = `<h1>${folder}</h1><ul>${links.join('')}</ul>`;
  return { ...Object.fromEntries(copied), [`${folder}/index.html`]: shell(from, folder, html, groups, pages) };
}

function shell(path, title, content, groups, pages) {
  const up = posix.relative(dirname(addressOf(path)), '.') || '.';
  const item = (one) => {
    const current = one === path ? ' aria-current="page"' : '';
    return `<li><a href="${relative(path, addressOf(one))}"${current}>${pages.get(one).title}</a></li>`;
  };
  const group = ({ title, pages, folded }) => {
    const open = !folded || pages.includes(path) ? ' open' : '';
    return `<details${open}><summary>${title}</summary><ul>${pages.map(item).join('')}</ul></details>`;
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === 'Hansard' ? 'Hansard' : `${title} · Hansard`}</title>
<link rel="stylesheet" href="${up}/assets/site.css">
<link rel="icon" href="data:,">
</head>
<body data-up="${up}">
<header><a class="home" href="${up}/index.html">Hansard</a>
<input id="search" type="search" placeholder="Search the documentation ( / )" aria-label="Search the documentation" autocomplete="off">
<ol id="hits" aria-live="polite" hidden></ol></header>
<div class="columns"><nav aria-label="Pages">${groups.map(group).join('')}</nav>
<main>${content}</main></div>
<script src="${up}/assets/search-index.js" defer></script>
<script src="${up}/assets/search.js" defer></script>
</body>
</html>
`;
}
