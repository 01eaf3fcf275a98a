/** Takes a session out: in which format, by which privacy profile, and what that profile would take out of it. */
import type { FormatList, ProfileList, SessionDetail } from '@hansard/client';
import { useState } from 'react';
import { useAnswer } from '../answers/use-answer.ts';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { ExportPreview } from './export-preview.tsx';

const USUAL_FORMAT = 'html';

export function ExportDialog({ session, onClose }: { session: SessionDetail; onClose: () => void }) {
  const formats = useAnswer('formats', (signal) => api.formats({ signal }));
  const profiles = useAnswer('profiles', (signal) => api.profiles({ signal }));
  const error = formats.error ?? profiles.error;
  return (
    <Dialog title="Export" className="export" onClose={onClose}>
      <div className="dialog-body">
        {error !== undefined && <Trouble error={error} />}
        {formats.data && profiles.data ? (
          <Choice session={session} formats={formats.data} profiles={profiles.data} onDone={onClose} />
        ) : (
          !error && <p className="quiet">Loading…</p>
        )}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  session: SessionDetail;
  formats: FormatList;
  profiles: ProfileList;
  onDone: () => void;
}

function Choice({ session, formats, profiles, onDone }: ChoiceProps) {
  const [to, setTo] = useState(
    () => formats.formats.find(({ id }) => id === USUAL_FORMAT)?.id ?? formats.formats[0]?.id ?? '',
  );
  const [profile, setProfile] = useState(profiles.chosen);
  const format = formats.formats.find(({ id }) => id === to);
  const chosen = profiles.profiles.find(({ name }) => name === profile);
  return (
    <>
      <div className="export-choice">
        <label>
          <span>Format</span>
          <select className="field" value={to} onChange={(event) => setTo(event.target.value)}>
            {formats.formats.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <p className="quiet">{format?.description}</p>
        <label>
          <span>Privacy profile</span>
          <select className="field" value={profile} onChange={(event) => setProfile(event.target.value)}>
            {profiles.profiles.map(({ name, allowed }) => (
              <option key={name} value={name} disabled={!allowed}>
                {allowed ? name : `${name} (not over this server)`}
              </option>
            ))}
          </select>
        </label>
        <p className="quiet">{chosen?.purpose}</p>
      </div>
      <ExportPreview id={session.id} profile={profile} />
      <footer className="export-foot">
        <p className="quiet">Exports are logged; see hansard shared.</p>
        <a className="button main" href={api.exportUrl(session.id, { to, profile })} download onClick={onDone}>
          <Icon name="export" />
          Download
        </a>
      </footer>
    </>
  );
}
