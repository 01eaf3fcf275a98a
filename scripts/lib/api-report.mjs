/**
 * What programs can take from each package, written down: every name of every public entry with its declaration, so that a change
 * of the API is seen in review. Made from the declarations that are published. Long types are cut, with a hash of the whole.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';
import { publishedManifest } from './stage-packages.mjs';

const LONGEST = 600;

/** Of a library in `packages/`, as Markdown. It must have been built. */
export function apiReport(name) {
  const folder = join(root, 'packages', name);
  const manifest = publishedManifest(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const entries = Object.entries(manifest.exports).filter(
    ([path, { types }]) => types && !path.startsWith('./internal'),
  );
  const files = entries.map(([, { types }]) => join(folder, types));
  const program = ts.createProgram(files, OPTIONS);
  const sections = entries.map(([path], index) => {
    const title = `## \`${join(manifest.name, path).replaceAll('\\', '/')}\``;
    return [title, '```ts', ...declarationsOf(program, files[index]), '```'].join('\n');
  });
  return `# API of \`${manifest.name}\`\n\nMade by \`npm run api-report\`.\n\n${sections.join('\n\n')}\n`;
}

const OPTIONS = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  allowImportingTsExtensions: true,
  customConditions: ['hansard-build'],
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
};

function declarationsOf(program, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is no module. Build the libraries first: npm run build.`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => [symbol.name, textOf(symbol, checker)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${name}: ${shortened(text)}`);
}

/** All declarations of a name: a schema and its type share one. */
function textOf(symbol, checker) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const texts = (target.declarations ?? []).map((declaration) => plain(ownText(declaration)));
  return [...new Set(texts)].sort().join(' | ');
}

const printer = ts.createPrinter({ removeComments: true });

/** Without members that are nobody's business. */
function ownText(declaration) {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const isPrivate = (member) =>
    (member.name && ts.isPrivateIdentifier(member.name)) ||
    (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
  if (!ts.isClassDeclaration(node)) return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  const { modifiers, name, typeParameters, heritageClauses, members } = node;
  const open = members.filter((member) => !isPrivate(member));
  const shown = ts.factory.updateClassDeclaration(node, modifiers, name, typeParameters, heritageClauses, open);
  return printer.printNode(ts.EmitHint.Unspecified, shown, node.getSourceFile());
}

const plain = (text) =>
  text
    .replace(/^export |^declare |^export declare /g, '')
    .replace(/\s+/g, ' ')
    .trim();

function shortened(text) {
  if (text.length <= LONGEST) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${text.slice(0, LONGEST)} … (${text.length} characters, ${hash})`;
}
