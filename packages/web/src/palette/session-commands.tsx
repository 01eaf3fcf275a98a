/** What the palette can do with the session that is open. */
import type { SessionDetail } from '@hansard/client';
import { useState } from 'react';
import { api } from '../api.ts';
import { ExportDialog } from '../export/export-dialog.tsx';
import { navigate, withQuery } from '../route/place.ts';
import { sessionPages } from '../sessions/use-sessions.ts';
import { LEVEL_LABELS, LEVELS } from '../transcript/model/groups.ts';
import { SERVED_TABS } from '../transcript/served-tabs.ts';
import { type Command, useCommands } from './commands.ts';

interface SessionCommandsProps {
  session: SessionDetail;
  onDetails: () => void;
  onChange: () => void;
}

export function SessionCommands({ session, onDetails, onChange }: SessionCommandsProps) {
  const [exporting, setExporting] = useState(false);
  const { id, starred, resume } = session;
  const star = async () => {
    sessionPages.update(id, await (starred ? api.unstar(id) : api.star(id)));
    onChange();
  };
  const copy = (text: string) => () => void navigator.clipboard.writeText(text);
  const tab = (name: string | null, label: string): Command => ({
    words: `Session: show ${label.toLowerCase()}`,
    run: () => navigate(withQuery({ tab: name })),
  });
  useCommands([
    { words: 'Session: export', run: () => setExporting(true) },
    { words: starred ? 'Session: take the star away' : 'Session: star', run: () => void star().catch(onChange) },
    { words: 'Session: copy link', run: copy(`${location.origin}/s/${id}`) },
    ...(resume ? [{ words: 'Session: copy the command that resumes it', run: copy(resume) }] : []),
    { words: 'Session: show or hide details', run: onDetails },
    tab(null, 'Transcript'),
    ...SERVED_TABS.map(({ name, label }) => tab(name, label)),
    ...LEVELS.map((level) => ({
      words: `Level: ${LEVEL_LABELS[level].toLowerCase()}`,
      run: () => navigate(withQuery({ level, tab: null }), { replace: true }),
    })),
  ]);
  return exporting ? <ExportDialog session={session} onClose={() => setExporting(false)} /> : null;
}
