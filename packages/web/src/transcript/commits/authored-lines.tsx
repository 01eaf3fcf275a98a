/** Lines of code with who wrote each, in the margin: an agent's lead to the event that wrote them. */
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';
import type { api } from '../../api.ts';
import { Link } from '../../route/link.tsx';
import { sessionAddress } from '../../route/pages.ts';

export type AuthoredLine = Awaited<ReturnType<typeof api.blame>>['lines'][number];

/** More lines than that are not drawn at once. */
const MOST = 4000;

export function AuthoredLines({ lines, own }: { lines: readonly AuthoredLine[]; own: string }) {
  const shown = lines.slice(0, MOST);
  return (
    <>
      <table className="authored">
        <tbody>
          {shown.map((line, at) => (
            <tr key={line.line} className={line.author}>
              <td className="who">{isSame(line, shown[at - 1]) ? null : <Who line={line} own={own} />}</td>
              <td className="number">{line.line}</td>
              <td className="text">
                <code>{neutraliseLine(line.text)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > MOST && <p className="nothing">{lines.length - MOST} more lines are not shown.</p>}
    </>
  );
}

/** What repeats from line to line is told once. */
function isSame(line: AuthoredLine, before: AuthoredLine | undefined): boolean {
  return (
    before !== undefined &&
    before.line === line.line - 1 &&
    before.author === line.author &&
    before.event === line.event &&
    before.confidence === line.confidence &&
    before.commit === line.commit
  );
}

function Who({ line, own }: { line: AuthoredLine; own: string }) {
  const { author, agent, session, event, confidence, reason } = line;
  if (author === 'human') return <span title={reason}>person</span>;
  const sure = author === 'uncertain' ? '? ' : confidence === 'high' ? '' : '~ ';
  const name = `${sure}${session === own ? 'this session' : (agent ?? 'an agent')}`;
  if (session === null || event === null) return <span title={reason}>{neutraliseLine(name)}</span>;
  return (
    <Link href={sessionAddress(session, event)} title={`${reason} Confidence ${confidence}. Go to the event.`}>
      {neutraliseLine(name)}
    </Link>
  );
}
