/** One page of Markdown: its HTML, its headings with the anchors that GitHub would give them, and its sections as search sees them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

// The page has it as a dependency.
const require = createRequire(join(root, 'packages', 'web', 'package.json'));
const { Marked } = await import(pathToFileURL(require.resolve('marked')).href);

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** As GitHub makes them: small letters, no punctuation, a hyphen for each space, a number for the second of the same. */
function slugger() {
  const seen = new Map();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** The words of inline tokens, without their marks. */
const wordsOf = (tokens = []) =>
  tokens
    .map((token) => (token.tokens ? wordsOf(token.tokens) : token.type === 'html' ? '' : (token.text ?? '')))
    .join('');

/** @param {string} text @param {string} address where the page is on the site */
export function renderPage(text, address) {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(text);
  const slug = slugger();
  const headings = tokens
    .filter(({ type }) => type === 'heading')
    .map((token) => ({ token, words: wordsOf(token.tokens), id: '' }));
  for (const heading of headings) heading.id = slug(heading.words);
  const title = headings[0]?.words ?? address;
  const ids = new Map(headings.map(({ token, id }) => [token, id]));
  return {
    title: escaped(title),
    anchors: new Set(ids.values()),
    sections: sectionsOf(tokens, ids, title, address),
    html: (resolve) => new Marked({ gfm: true, renderer: rendererOf(ids, resolve) }).parser(tokens),
  };
}

function rendererOf(ids, resolve) {
  return {
    heading(token) {
      const inner = this.parser.parseInline(token.tokens);
      const id = ids.get(token);
      return `<h${token.depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${token.depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escaped(resolve(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href, text }) {
      return `<img src="${escaped(resolve(href))}" alt="${escaped(text)}" loading="lazy">`;
    },
  };
}

function sectionsOf(tokens, ids, title, address) {
  const sections = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const words = wordsOf(token.tokens);
      const anchor = sections.length === 0 ? '' : `#${ids.get(token)}`;
      sections.push({ page: title, heading: words, address: address + anchor, text: '' });
    } else if (token.type !== 'html' && sections.length > 0) {
      sections.at(-1).text += `${plain(token)} `;
    }
  }
  return sections;
}

const plain = (token) =>
  (token.raw ?? '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[`*_|[\]#>-]+/g, ' ')
    .replace(/\s+/g, ' ');
