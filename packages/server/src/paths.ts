/** Paths of routes as the router writes them, and which methods an address takes. */
import { routes } from '@hansard/core/api/index.ts';

/** `/v1/sessions/{id}` as `/v1/sessions/:id`. */
export function addressOf(path: string): string {
  return path.replaceAll(/\{(\w+)\*\}/g, '*').replaceAll(/\{(\w+)\}/g, ':$1');
}

const PATTERNS = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }));

export function methodsAt(path: string): string[] {
  const methods = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(methods)];
}

function patternOf(path: string): RegExp {
  const parts = path.split(/(\{\w+\*?\})/).map((part) => {
    if (!part.startsWith('{')) return part.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&');
    return part.endsWith('*}') ? '.+' : '[^/]+';
  });
  return new RegExp(`^${parts.join('')}$`);
}
