/** A hub as who asks sees it: their key, their things, and what their role may do. */
import { KeysSection } from './keys-section.tsx';
import { LogSection } from './log-section.tsx';
import { NumbersSection } from './numbers-section.tsx';
import { OwnSection } from './own-section.tsx';
import { ProjectsSection } from './projects-section.tsx';
import { ReadsSection } from './reads-section.tsx';
import { SharesSection } from './shares-section.tsx';
import { type HubUser, useHub } from './use-hub.ts';

const TITLES: Readonly<Record<string, string>> = {
  submitter: 'What is mine',
  reader: 'Projects',
  analyst: 'Numbers of the team',
  admin: 'Administration',
  auditor: 'Audit',
};

export function HubPage() {
  const user = useHub();
  if (!user) return <p className="nothing">This server is not a hub.</p>;
  return (
    <div className="hub-page">
      <h1>{TITLES[user.role] ?? 'Hub'}</h1>
      <Sections user={user} />
      <OwnSection user={user} />
    </div>
  );
}

function Sections({ user: { role } }: { user: HubUser }) {
  const isAdmin = role === 'admin';
  return (
    <>
      {role === 'analyst' && <NumbersSection />}
      {role === 'submitter' && <ReadsSection />}
      {role === 'submitter' && <SharesSection />}
      {['submitter', 'reader', 'admin', 'auditor'].includes(role) && <ProjectsSection isAdmin={isAdmin} />}
      {isAdmin && <KeysSection />}
      {(isAdmin || role === 'auditor') && <LogSection />}
    </>
  );
}
