/** The replay that the address asks for: `replay=` the last event that is there. A link to one is not set in motion. */
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../../keys/keys.ts';
import { navigate, useQueryValue, withQuery } from '../../route/place.ts';
import type { Reader } from '../reader.ts';
import { Replay } from './replay.ts';

export function useReplay(reader: Reader): Replay | undefined {
  const [from] = useQueryValue('replay');
  const [replay, setReplay] = useState<Replay>();
  const wasOpened = useRef(from !== null);
  const isOn = from !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins; from then on the address follows it
  useEffect(() => {
    if (!isOn) return;
    const made = new Replay(reader, Number(from) || reader.firstEvent());
    made.onRest = (seq) => navigate(withQuery({ replay: String(seq) }), { replace: true });
    if (!wasOpened.current) made.play();
    wasOpened.current = false;
    setReplay(made);
    return () => {
      made.onRest = () => {};
      made.end();
      setReplay(undefined);
    };
  }, [reader, isOn]);
  useReplayKeys(reader, replay);
  return replay;
}

/** From the event that the reader is at, or from the first. */
export const startReplay = (reader: Reader): void =>
  navigate(withQuery({ replay: String(reader.cursor.current ?? reader.firstEvent()), e: null }));

export const endReplay = (): void => navigate(withQuery({ replay: null }));

function useReplayKeys(reader: Reader, replay: Replay | undefined): void {
  const group = 'Replay';
  useKeys([
    {
      key: 'r',
      does: replay ? 'Pause, go on' : 'Replay from here',
      group,
      run: () => (replay ? replay.toggle() : startReplay(reader)),
    },
  ]);
  const keys = [
    { key: '.', does: 'One row on', group, run: () => replay?.step(1) },
    { key: ',', does: 'One row back', group, run: () => replay?.step(-1) },
    { key: '>', does: 'Faster', group, run: () => replay?.shift(1) },
    { key: '<', does: 'Slower', group, run: () => replay?.shift(-1) },
    { key: 'Escape', does: 'End the replay', group, run: endReplay },
  ];
  useKeys(replay ? keys : []);
}
