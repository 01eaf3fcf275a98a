/** A modal dialog: the browser's own, so that focus, Escape and what lies behind are as they should be. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface DialogProps {
  title: string;
  /** Without a heading and a button to close, the title is only its name. */
  bare?: boolean;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, bare = false, className = '', onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it with Escape; the click is for the backdrop
    <dialog
      ref={element}
      className={`dialog ${className}`}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {!bare && (
        <header className="dialog-head">
          <h2>{title}</h2>
          <Button icon="close" label="Close" onClick={onClose} />
        </header>
      )}
      {children}
    </dialog>
  );
}
