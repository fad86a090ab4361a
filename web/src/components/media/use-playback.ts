import { useEffect, useReducer, useState } from 'react';
import { nextPlayback, PHONE_TIMEOUT_MS } from './playback.ts';

const isPhone = (): boolean => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Runs a player's life: its delays, and on phones the time-out of a load that brings nothing. */
export const usePlayback = () => {
  const [state, dispatch] = useReducer(nextPlayback, { step: 'poster' });
  /** Grows with the bytes that come in. */
  const [arrivals, setArrivals] = useState(0);

  const delayMs = state.step === 'waiting' ? state.delayMs : null;
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => dispatch('delay-over'), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);

  const attempt = state.step === 'loading' ? state.retries : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: bytes that arrive give the load its whole time again
  useEffect(() => {
    if (attempt === null || !isPhone()) return;
    const timer = setTimeout(() => dispatch('timed-out'), PHONE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [attempt, arrivals]);

  return { state, dispatch, noteArrival: () => setArrivals((count) => count + 1) };
};
