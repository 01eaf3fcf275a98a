/** Below the events while a session is replayed: on and off, how fast, and where. */
import { useSyncExternalStore } from 'react';
import { Button } from '../../parts/button.tsx';
import { wholeNumber } from '../../words/numbers.ts';
import { exactTime } from '../../words/times.ts';
import { type Replay, SPEEDS, type Speed } from './replay.ts';
import { endReplay } from './use-replay.ts';

export function ReplayBar({ replay }: { replay: Replay }) {
  useSyncExternalStore(replay.subscribe, () => replay.version);
  const { position, count, isPlaying, speed, time } = replay;
  const place = `${wholeNumber(position)} of ${wholeNumber(count)}`;
  const clock = time > 0 ? exactTime(time) : '';
  return (
    <section className="replay" aria-label="Replay">
      <Button
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => replay.toggle()}
      />
      <Button icon="left" label="One row back" disabled={position <= 1} onClick={() => replay.step(-1)} />
      <Button icon="right" label="One row on" disabled={position >= count} onClick={() => replay.step(1)} />
      <input
        type="range"
        aria-label="Place in the session"
        aria-valuetext={`${place}, ${clock}`}
        min={1}
        max={Math.max(1, count)}
        value={position}
        onChange={({ target }) => replay.goTo(Number(target.value))}
      />
      <span className="replay-place">
        {place} · {clock}
      </span>
      <select
        className="field"
        aria-label="Speed"
        value={speed}
        onChange={({ target }) => {
          replay.speed = Number(target.value) as Speed;
        }}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
      <Button icon="close" label="End the replay" onClick={endReplay} />
    </section>
  );
}
