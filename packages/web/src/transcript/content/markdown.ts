/**
 * Markdown as elements. The tokens of the parser become React elements one by one, so there is no HTML in between that
 * could hold anything else: HTML in the text is shown as text, pictures as links, and links only lead to pages and mail.
 */
import { neutralise } from '@hansard/core/formats/neutralise.ts';
import { Lexer, type Token, type Tokens } from 'marked';
import { createElement as element, memo, type ReactNode } from 'react';
import { CodeBlock } from '../syntax/code-block.tsx';
import { languageOfFence } from '../syntax/languages.ts';
import { safeLink } from './safe-link.ts';

/** Longer texts are shown as they are: parsing them would hold the page up. */
const LONGEST = 60_000;
/** Elements of one text; what comes behind them is shown as it is written. */
const MOST_ELEMENTS = 160;

export const Markdown = memo(({ text, most = MOST_ELEMENTS }: { text: string; most?: number }) => {
  if (text.length > LONGEST) return element('pre', { className: 'md-plain' }, neutralise(text));
  const tokens = tokensOf(neutralise(text));
  if (!tokens) return element('pre', { className: 'md-plain' }, neutralise(text));
  const blocks = tokens.filter(({ type }) => type !== 'space');
  const [only] = blocks;
  // Most of what is said is one paragraph, and takes one element.
  if (only?.type === 'paragraph' && blocks.length === 1) return new Writer(most).paragraph(only, 'md md-only');
  return element('div', { className: 'md' }, ...new Writer(most).blocks(tokens));
});

/** Quotes and lists inside each other. Nobody writes more, and the parser calls itself for each. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){24}/m;

/** Undefined for what is nested too deep to be parsed. */
function tokensOf(text: string): Token[] | undefined {
  if (TOO_DEEP.test(text)) return undefined;
  try {
    return new Lexer({ gfm: true, breaks: true }).lex(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class Writer {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  blocks(tokens: readonly Token[]): ReactNode[] {
    const nodes: ReactNode[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'space') continue;
      if (this.#left <= 0) return [...nodes, asWritten(tokens.slice(index).map(({ raw }) => raw))];
      nodes.push(this.#block(token));
    }
    return nodes;
  }

  paragraph(token: Token, className?: string): ReactNode {
    return element('p', className ? { className } : null, ...this.#inline((token as Tokens.Paragraph).tokens));
  }

  #block(token: Token): ReactNode {
    this.#left--;
    switch (token.type) {
      case 'heading':
        return element('p', { className: `md-heading md-h${token['depth']}` }, ...this.#inline(token['tokens']));
      case 'paragraph':
        return this.paragraph(token);
      case 'code':
        return element(CodeBlock, {
          className: 'md-code',
          text: token['text'],
          language: languageOfFence(token['lang']),
        });
      case 'blockquote':
        return element('blockquote', null, ...this.blocks(token['tokens'] ?? []));
      case 'list':
        return this.#list(token as Tokens.List);
      case 'table':
        return this.#table(token as Tokens.Table);
      case 'hr':
        return element('hr');
      case 'text':
        return element('p', null, ...(token['tokens'] ? this.#inline(token['tokens']) : [plain(token['text'])]));
      default:
        return asWritten([token.raw]);
    }
  }

  #list({ ordered, start, items }: Tokens.List): ReactNode {
    const children: ReactNode[] = [];
    for (const [index, item] of items.entries()) {
      if (this.#left <= 0) {
        children.push(element('li', null, asWritten(items.slice(index).map(({ raw }) => raw))));
        break;
      }
      this.#left--;
      children.push(element('li', null, ...this.#item(item)));
    }
    return ordered ? element('ol', { start: Number(start) || 1 }, ...children) : element('ul', null, ...children);
  }

  #item({ task, checked, tokens }: Tokens.ListItem): ReactNode[] {
    const mark = task ? `${checked ? '☑' : '☐'} ` : '';
    const [first, ...rest] = tokens.filter(({ type }) => type !== 'checkbox');
    if (first?.type !== 'text' && first?.type !== 'paragraph') return [mark, ...this.blocks(tokens)];
    const words = 'tokens' in first && first.tokens ? this.#inline(first.tokens) : [plain(first.raw)];
    return [mark, ...words, ...this.blocks(rest)];
  }

  #table({ header, rows }: Tokens.Table): ReactNode {
    const row = (cells: readonly Tokens.TableCell[], cell: 'th' | 'td') => {
      this.#left -= cells.length + 1;
      return element('tr', null, ...cells.map(({ tokens }) => element(cell, null, ...this.#inline(tokens))));
    };
    const head = element('thead', null, row(header, 'th'));
    const shown = rows.slice(0, Math.max(1, Math.floor(this.#left / (header.length + 1))));
    const body = element('tbody', null, ...shown.map((cells) => row(cells, 'td')));
    const hidden = rows.length - shown.length;
    return element(
      'section',
      { className: 'md-table', tabIndex: 0, 'aria-label': 'Table' },
      element('table', null, head, body),
      hidden > 0 ? `${hidden} more rows, in the raw text` : '',
    );
  }

  #inline(tokens: readonly Token[] | undefined): ReactNode[] {
    return (tokens ?? []).flatMap((token) => this.#words(token));
  }

  #words(token: Token): ReactNode[] {
    if (token.type === 'text') return token['tokens'] ? this.#inline(token['tokens']) : [plain(token.raw)];
    if (token.type === 'escape') return [token['text']];
    if (token.type === 'br') return ['\n'];
    if (--this.#left <= 0) return [token.raw];
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return [element(token.type, null, ...this.#inline(token['tokens']))];
      case 'codespan':
        return [element('code', null, token['text'])];
      case 'link':
        return linkTo(token['href'], token['text'], this.#inline(token['tokens']));
      case 'image':
        return linkTo(token['href'], '', [`image: ${token['text'] || 'without a name'}`]);
      default:
        return [token.raw];
    }
  }
}

const asWritten = (raw: readonly string[]) => element('pre', { className: 'md-plain' }, raw.join('').trimEnd());

/** Where it leads stands beside it, unless the words say it. */
function linkTo(href: string, text: string, words: ReactNode[]): ReactNode[] {
  const link = safeLink(href);
  if (!link) return [...words, ` (${href})`];
  const attributes = { href: link.href, rel: 'noopener noreferrer nofollow', target: '_blank', title: link.href };
  const says = text === href || text === link.href;
  return [element('a', attributes, ...words), says ? '' : ` (${link.target})`];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The few entities that people write; text is text, so none of them can become markup. */
function plain(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '');
}
