/** A piece of code by itself. */
import { useRef } from 'react';
import { linesOf } from './code-lines.ts';
import type { Language } from './languages.ts';
import { useSyntax } from './use-syntax.ts';

interface CodeBlockProps {
  text: string;
  language: Language | undefined;
  className: string;
}

export function CodeBlock({ text, language, className }: CodeBlockProps) {
  const element = useRef<HTMLPreElement>(null);
  useSyntax(element, text, { language, codes: () => [linesOf(text)] });
  return (
    <pre ref={element} className={className}>
      {text}
    </pre>
  );
}
