/** An exported session: what it is, and its transcript as Hansard's page shows it. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import { useEffect, useMemo, useState } from 'react';
import { HelpDialog } from '../keys/help-dialog.tsx';
import { useKeys } from '../keys/keys.ts';
import { Button } from '../parts/button.tsx';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { applyTheme, useTheme } from '../theme/theme.ts';
import { TranscriptPage } from '../transcript/index.tsx';
import { detailOf, fileClient } from './file-client.ts';
import type { FileData } from './file-data.ts';
import { FileHead } from './file-head.tsx';
import { PrintedSession } from './printed-session.tsx';

export function FileApp({ data }: { data: FileData }) {
  const client = useMemo(() => fileClient(data), [data]);
  const session = useMemo(() => ({ data: detailOf(data), error: undefined, loading: false, reload() {} }), [data]);
  const [dialog, setDialog] = useState<'help' | 'print'>();
  const { title } = data.index.facts;
  useEffect(() => {
    document.title = neutraliseLine(title);
  }, [title]);
  useKeys([
    { key: '?', does: 'This help', group: 'Page', run: () => setDialog('help') },
    { key: 'Mod+p', does: 'Print the session', group: 'Page', run: () => setDialog('print') },
  ]);
  return (
    <div className="file">
      <ErrorBoundary>
        <TranscriptPage
          id="file"
          session={session}
          client={client}
          tabs={[]}
          wide={1080}
          head={<FileHead data={data} />}
          controls={<Controls onPrint={() => setDialog('print')} onHelp={() => setDialog('help')} />}
        />
      </ErrorBoundary>
      {dialog === 'help' && <HelpDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'print' && <PrintedSession client={client} data={data} onDone={() => setDialog(undefined)} />}
    </div>
  );
}

function Controls({ onPrint, onHelp }: { onPrint: () => void; onHelp: () => void }) {
  const theme = useTheme();
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <>
      <Button
        icon="theme"
        label={isDark ? 'Light colours' : 'Dark colours'}
        onClick={() => applyTheme(isDark ? 'light' : 'dark')}
      />
      <Button icon="print" label="Print" onClick={onPrint} />
      <Button icon="help" label="Keyboard" className="for-keyboards" onClick={onHelp} />
    </>
  );
}
