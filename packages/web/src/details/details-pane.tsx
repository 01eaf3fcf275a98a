/** The pane at the right: what is known of a session beside its events, and what can be done with it. */

import type { SessionDetail } from '@hansard/client';
import { stateWord } from '@hansard/core/events/session-state.ts';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../answers/use-answer.ts';
import { CompareMenu } from '../compare/compare-menu.tsx';
import { ExportDialog } from '../export/export-dialog.tsx';
import { ReceiptSection } from '../hub/receipt-section.tsx';
import { useHub } from '../hub/use-hub.ts';
import { PHONE, useMedia } from '../layout/use-media.ts';
import { AgentBadge } from '../parts/agent-badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { compareAddress } from '../route/pages.ts';
import { shownName, titleText } from '../words/names.ts';
import { CostSection } from './cost-section.tsx';
import { FactsSection } from './facts-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { ProblemsSection, RelatedSection, SubagentsSection } from './related-section.tsx';
import { StarButton } from './star-button.tsx';
import { TagsSection } from './tags-section.tsx';

/** Where there is room for one pane only it is the page's content. */
export function DetailsPane({ session: answer, children }: { session: Answer<SessionDetail>; children: ReactNode }) {
  const { data: session, error, reload } = answer;
  const isAlone = useMedia(PHONE);
  const Pane = isAlone ? 'main' : 'aside';
  return (
    <Pane className="pane details-pane" aria-label="Details">
      {isAlone && <h1 className="visually-hidden">Details</h1>}
      {children}
      <div className="details-scroll">
        {error !== undefined && !session && <Trouble error={error} onRetry={reload} />}
        {session && <Details session={session} onChange={reload} />}
      </div>
    </Pane>
  );
}

function Details({ session, onChange }: { session: SessionDetail; onChange: () => void }) {
  const [exporting, setExporting] = useState(false);
  // A hub keeps no tags and notes, and gives sessions out by its own ways.
  const isHub = useHub() !== undefined;
  return (
    <>
      <header className="details-head">
        <h2 dir="auto">{titleText(session)}</h2>
        <p className="details-badges">
          <AgentBadge agent={session.agent} label={session.agentLabel} />
          {session.live ? (
            <span className="live-words">
              <span className="live-dot" /> live
            </span>
          ) : (
            <span className="quiet">{stateWord(session.state)}</span>
          )}
        </p>
        <div className="details-actions">
          {!isHub && <StarButton session={session} onChange={onChange} />}
          {!isHub && (
            <Button icon="export" look="framed" onClick={() => setExporting(true)}>
              Export
            </Button>
          )}
          <CompareMenu
            session={session}
            words="Compare"
            label="Compare with another session"
            address={(other) => compareAddress(session.id, other)}
          />
          <CopyButton text={`${location.origin}/s/${session.id}`} label="Copy the link to this session" />
        </div>
      </header>
      {session.resume && <Resume command={session.resume} />}
      <CostSection session={session} />
      <ReceiptSection session={session} />
      {!isHub && <TagsSection session={session} onChange={onChange} />}
      {!isHub && <NotesSection session={session} onChange={onChange} />}
      <FactsSection session={session} />
      <RelatedSection session={session} />
      <SubagentsSection session={session} />
      <ProblemsSection session={session} />
      {exporting && <ExportDialog session={session} onClose={() => setExporting(false)} />}
    </>
  );
}

function Resume({ command }: { command: string }) {
  return (
    <section className="details-section" aria-label="Resume">
      <h3>Resume</h3>
      <div className="command">
        <code>{shownName(command)}</code>
        <CopyButton text={command} label="Copy the command" />
      </div>
    </section>
  );
}
