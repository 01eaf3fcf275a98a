/** The keys that work now, from the register itself. */
import { Dialog } from '../parts/dialog.tsx';
import { useRegisteredKeys } from './keys.ts';

const NAMES: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', Enter: '⏎' };
const MOD = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const keys = useRegisteredKeys();
  const last = new Map(keys.map((entry) => [entry.key, entry]));
  const groups = Map.groupBy(last.values(), ({ group }) => group);
  return (
    <Dialog title="Keyboard" className="help" onClose={onClose}>
      <div className="dialog-body help-groups">
        {[...groups].map(([group, entries]) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {entries.map(({ key, does }) => (
                <div key={key}>
                  <dt>
                    {shown(key).map((part) => (
                      <kbd key={part}>{part}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Both of `g e`, and ⌘ with its key. */
function shown(key: string): string[] {
  if (key.startsWith('Mod+')) return [MOD, key.slice(4).toUpperCase()];
  return key.split(' ').map((part) => NAMES[part] ?? part);
}
