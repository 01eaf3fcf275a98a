/**
 * What exported files colour code with: every file carries all of it, so these are the languages that agents mostly write.
 * The build puts this in the place of `transcript/syntax/grammars.ts`.
 */
import type { LanguageFn } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

export const loadLibrary = async () => createLowlight();

const known = { bash, css, diff, go, java, javascript, json, markdown, python, rust, sql, typescript, xml, yaml };

export const GRAMMARS = Object.fromEntries(
  Object.entries(known).map(([name, grammar]: [string, LanguageFn]) => [name, async () => ({ default: grammar })]),
);
