/** Where messages to an agent are written. What was typed stays when the page is loaded again, and until it was taken. */
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useKeys } from '../keys/keys.ts';
import { useMedia } from '../layout/use-media.ts';
import { Button } from '../parts/button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { AttachMenu, AttachmentList } from './attachment-bar.tsx';
import { type Attachment, ofFiles, sentAlong, tooLarge } from './attachments.ts';
import { useDoing } from './use-doing.ts';

export interface Written {
  readonly message: string;
  readonly attachments: Awaited<ReturnType<typeof sentAlong>>;
  readonly steer?: boolean;
}

interface ComposerProps {
  /** Under which name the draft is kept. */
  draft: string;
  label: string;
  placeholder: string;
  action: string;
  /** Into the turn that is under way. */
  steers?: boolean;
  disabled?: boolean;
  onSend: (written: Written) => Promise<unknown>;
  children?: ReactNode;
}

export function Composer({ draft, label, placeholder, action, steers, disabled, onSend, children }: ComposerProps) {
  const [text, setText] = useState(() => draftOf(draft));
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const { busy, error, run } = useDoing();
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys([{ key: 'i', does: 'Write a message', group: 'Running', run: () => field.current?.focus() }]);
  // There Enter is the only way to a new line.
  const isTouch = useMedia('(pointer: coarse)');
  const canSend = !busy && !disabled && !tooLarge(attachments) && (text.trim() !== '' || attachments.length > 0);
  const change = (next: string) => {
    setText(next);
    keepDraft(draft, next);
  };
  const send = async (steer: boolean) => {
    if (!canSend) return;
    const isTaken = await run(async () =>
      onSend({ message: text, attachments: await sentAlong(attachments), ...(steer ? { steer } : {}) }),
    );
    if (!isTaken) return;
    change('');
    setAttachments([]);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const isWanted = event.ctrlKey || event.metaKey || (!event.shiftKey && !isTouch);
    if (!isWanted) return;
    event.preventDefault();
    void send(false);
  };
  const add = (files: FileList | undefined) => {
    if (files && files.length > 0) setAttachments([...attachments, ...ofFiles(files)]);
    return files !== undefined && files.length > 0;
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      <AttachmentList attachments={attachments} onChange={setAttachments} />
      <textarea
        ref={field}
        className="field composer-text"
        aria-label={label}
        placeholder={placeholder}
        rows={2}
        maxLength={1_000_000}
        value={text}
        disabled={disabled}
        onChange={({ target }) => change(target.value)}
        onKeyDown={pressed}
        onPaste={(event: ClipboardEvent) => {
          if (add(event.clipboardData.files)) event.preventDefault();
        }}
      />
      <div className="composer-line">
        <AttachMenu attachments={attachments} onChange={setAttachments} />
        {children}
        <span className="composer-send">
          {steers && (
            <Button look="framed" disabled={!canSend} onClick={() => void send(true)}>
              Send into the turn
            </Button>
          )}
          <Button type="submit" look="main" disabled={!canSend}>
            {action}
          </Button>
        </span>
      </div>
      {error !== undefined && <Trouble error={error} />}
    </form>
  );
}

const nameOf = (draft: string): string => `hansard.draft.${draft}`;

function draftOf(draft: string): string {
  try {
    return sessionStorage.getItem(nameOf(draft)) ?? '';
  } catch {
    return '';
  }
}

function keepDraft(draft: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(nameOf(draft));
    else sessionStorage.setItem(nameOf(draft), text);
  } catch {
    // Full, or switched off: it is kept as long as the page.
  }
}
