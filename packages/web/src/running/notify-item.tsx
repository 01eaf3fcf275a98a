/** Turns notifications on and off. */
import { Icon } from '../parts/icon.tsx';
import { setNotifying, useNotifying } from './notify.ts';

export function NotifyItem() {
  const isOn = useNotifying();
  if (isOn === undefined) return null;
  return (
    <button type="button" className="menu-item" aria-pressed={isOn} onClick={() => void setNotifying(!isOn)}>
      <Icon name="check" />
      <span className="words">Notify me when an agent waits</span>
    </button>
  );
}
