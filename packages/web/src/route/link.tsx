/** A link within the page. A real anchor, so that it can be copied, opened in a new tab and reached by keyboard. */
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from './place.ts';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  replace?: boolean;
}

export function Link({ href, replace = false, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href, { replace });
  };
  return <a {...rest} href={href} onClick={follow} />;
}
