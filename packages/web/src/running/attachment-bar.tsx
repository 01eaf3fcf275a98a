/** Files that go with the message, and ways to add more. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { type Attachment, ofFiles, ofPath, tooLarge } from './attachments.ts';

interface AttachmentBarProps {
  attachments: readonly Attachment[];
  onChange: (attachments: readonly Attachment[]) => void;
}

export function AttachmentList({ attachments, onChange }: AttachmentBarProps) {
  if (attachments.length === 0) return null;
  return (
    <ul className="chips" aria-label="Attachments">
      {attachments.map(({ key, name }) => (
        <li key={key} className="chip">
          <span className="chip-words">{neutraliseLine(name)}</span>
          <Button
            icon="close"
            label={`Remove ${neutraliseLine(name)}`}
            onClick={() => onChange(attachments.filter((one) => one.key !== key))}
          />
        </li>
      ))}
      {tooLarge(attachments) && (
        <li className="bad" role="alert">
          Together they are larger than 20 MB.
        </li>
      )}
    </ul>
  );
}

export function AttachMenu({ attachments, onChange }: AttachmentBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState('');
  const add = (close: () => void) => {
    if (path.trim() === '') return;
    onChange([...attachments, ofPath(path.trim())]);
    setPath('');
    close();
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          onChange([...attachments, ...ofFiles(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Menu icon="plus" label="Attach a file" className="attach-menu">
        {(close) => (
          <>
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                input.current?.click();
                close();
              }}
            >
              <span className="words">Attach a file…</span>
            </button>
            {/* No form: it is inside that of the message. */}
            <div className="attach-path">
              <input
                className="field"
                aria-label="Path in the session’s folder"
                placeholder="Path in the session’s folder"
                value={path}
                onChange={({ target }) => setPath(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  add(close);
                }}
              />
              <Button look="framed" onClick={() => add(close)}>
                Add
              </Button>
            </div>
          </>
        )}
      </Menu>
    </>
  );
}
