/** Plays a run again by the events of its log: a slider, and a button that lets it run. */
import type { RunEventEntry } from '@hansard/client';
import { useEffect } from 'react';
import { Button } from '../parts/button.tsx';
import { shownName } from '../words/names.ts';

interface PlaybackProps {
  events: readonly RunEventEntry[];
  /** How many events have happened; undefined: it is shown as it is now. */
  at: number | undefined;
  playing: boolean;
  onAt: (at: number | undefined) => void;
  onPlaying: (playing: boolean) => void;
}

/** Between two events, however long it took. */
const STEP_MS = 400;

export function Playback({ events, at, playing, onAt, onPlaying }: PlaybackProps) {
  useEffect(() => {
    if (!playing) return;
    const next = (at ?? 0) + 1;
    if (next > events.length) return onPlaying(false);
    const timer = setTimeout(() => onAt(next), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, at, events.length, onAt, onPlaying]);
  if (events.length === 0) return null;
  const last = at === undefined || at === 0 ? undefined : events[at - 1];
  const play = () => {
    if (!playing && (at === undefined || at >= events.length)) onAt(0);
    onPlaying(!playing);
  };
  return (
    <div className="playback">
      <Button icon={playing ? 'pause' : 'play'} label={playing ? 'Pause' : 'Play the run'} onClick={play} />
      <input
        type="range"
        aria-label="Moment of the run"
        min={0}
        max={events.length}
        value={at ?? events.length}
        onChange={({ target }) => onAt(Number(target.value))}
      />
      <output>
        {last ? `${shownName(last.kind)} ${shownName(last.step_id ?? '')}` : at === 0 ? 'Before the start' : 'Now'}
      </output>
      {at !== undefined && (
        <Button
          look="framed"
          onClick={() => {
            onPlaying(false);
            onAt(undefined);
          }}
        >
          As it is now
        </Button>
      )}
    </div>
  );
}
