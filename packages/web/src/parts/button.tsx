/** A button, with an icon, words or both. Where only the icon shows, `label` is its name and its tooltip. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: IconName | 'star-filled';
  /** Name of a button without words. */
  label?: string;
  look?: 'plain' | 'framed' | 'main';
  children?: ReactNode;
}

export function Button({ icon, label, look = 'plain', children, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button ${look} ${className}`} aria-label={label} title={label} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
