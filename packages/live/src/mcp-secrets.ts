/**
 * Variables of servers of tools are often keys. In what is said to agents, and so in the wire, each has a name; the holder puts the value
 * in its place when it passes the line on, or the agent itself does, from its environment.
 */
import { createHash } from 'node:crypto';
import type { McpServer } from './drivers/contract.ts';

/** Servers and variables may be called alike but for letters that no variable has. */
function nameOf(server: string, variable: string): string {
  const mark = createHash('sha256').update(`${server}\0${variable}`).digest('hex').slice(0, 8);
  return `HANSARD_MCP_${`${server}_${variable}`.replace(/\W/g, '_').toUpperCase()}_${mark}`;
}

export function withNames(server: string, { env, ...rest }: McpServer): McpServer {
  if (!env) return rest;
  const named = Object.keys(env).map((variable) => [variable, `\${${nameOf(server, variable)}}`]);
  return { ...rest, env: Object.fromEntries(named) };
}

/** The values, by these names. */
export const valuesOf = (server: string, { env = {} }: McpServer): Record<string, string> =>
  Object.fromEntries(Object.entries(env).map(([variable, value]) => [nameOf(server, variable), value]));

/** Settings that an agent gets as JSON in its environment. */
export function expandedAll(texts: Readonly<Record<string, string>>, secrets: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, expandedJson(text, secrets)]));
}

/** Values in the places of their names, in a text that is JSON. */
export function expandedJson(text: string, secrets: Readonly<Record<string, string>>): string {
  if (!text.includes('${HANSARD_MCP_')) return text;
  return text.replace(/\$\{(HANSARD_MCP_\w+)\}/g, (whole, name: string) => {
    const value = secrets[name];
    return value === undefined ? whole : JSON.stringify(value).slice(1, -1);
  });
}
