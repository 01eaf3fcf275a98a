/** A button that opens a small panel below it; closed by Escape, by a click elsewhere, or by what is in it. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface MenuProps {
  /** What the button shows. */
  words?: ReactNode;
  icon?: IconName;
  /** Name of the button and of the panel. */
  label: string;
  /** Whether the button shows that it opens something. */
  arrow?: boolean;
  className?: string;
  align?: 'start' | 'end';
  children: (close: () => void) => ReactNode;
}

export function Menu({
  words,
  icon,
  label,
  arrow = words !== undefined,
  className = '',
  align = 'start',
  children,
}: MenuProps) {
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever the focus is inside
    <div
      ref={element}
      className={`menu ${className}`}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className="button plain menu-button"
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon && <Icon name={icon} />}
        {words}
        {arrow && <Icon name="down" />}
      </button>
      {open && (
        <section id={panel} className={`menu-panel ${align}`} aria-label={label}>
          {children(close)}
        </section>
      )}
    </div>
  );
}
