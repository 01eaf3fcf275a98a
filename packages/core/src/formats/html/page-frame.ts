/** The beginning and the end of a page: what it may run and load is its own, and is named by its hash. */
import type { FormatContext, HtmlViewer } from '../contract.ts';
import { escapeHtml } from './escape.ts';
import { policyHash } from './policy-hash.ts';

interface OwnParts {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly viewer?: HtmlViewer | undefined;
}

export function pageHead(title: string, { styles, scripts, viewer }: OwnParts, context: FormatContext): string {
  const hashes = (texts: readonly string[]) => texts.map((text) => policyHash(text, context));
  const allowed = [...hashes(scripts), ...(viewer ? [`'${viewer.scriptHash}'`] : [])];
  const policy = [
    "default-src 'none'",
    ...(allowed.length > 0 ? [`script-src ${allowed.join(' ')}`] : []),
    `style-src ${[...hashes(styles), ...(viewer ? [`'${viewer.styleHash}'`] : [])].join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!DOCTYPE html>',
    '<html lang="en" data-page="file">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    ...styles.map((style) => `<style>${style}</style>`),
    '</head>',
    '<body>\n',
  ].join('\n');
}

export const PAGE_END = '</body>\n</html>\n';
