/** Of one video, before the visitor is asked. */
export const MAX_RETRIES = 2;
/** Milliseconds before a load is tried again: after an error, and after the browser gave it up. */
export const RETRY_DELAY_MS = 1_000;
export const RETRY_AFTER_ABORT_MS = 500;
/** Milliseconds a phone waits for the next bytes of a video that is loading. */
export const PHONE_TIMEOUT_MS = 5_000;

/** The life of a player. Nothing is fetched while the `poster` shows; `waiting` is the pause before a retry. */
export type Playback =
  | { step: 'poster' }
  | { step: 'loading'; retries: number }
  | { step: 'ready'; retries: number }
  | { step: 'waiting'; retries: number; delayMs: number }
  | { step: 'failed' };

/** `started` is the visitor's own press, also the one after a failure. `loaded`: it can be played, or waits for a press on the controls. */
export type PlaybackEvent = 'started' | 'loaded' | 'failed' | 'aborted' | 'timed-out' | 'delay-over';

const retryAfter = (retries: number, delayMs: number): Playback =>
  retries < MAX_RETRIES ? { step: 'waiting', retries, delayMs } : { step: 'failed' };

/**
 * What follows an event; one that means nothing in a step changes nothing.
 * A video that loads and breaks again and again ends in `failed` too: its retries are counted until the visitor presses.
 */
export const nextPlayback = (state: Playback, event: PlaybackEvent): Playback => {
  switch (state.step) {
    case 'poster':
    case 'failed':
      return event === 'started' ? { step: 'loading', retries: 0 } : state;
    case 'loading':
      if (event === 'loaded') return { step: 'ready', retries: state.retries };
      if (event === 'failed' || event === 'timed-out') return retryAfter(state.retries, RETRY_DELAY_MS);
      return event === 'aborted' ? retryAfter(state.retries, RETRY_AFTER_ABORT_MS) : state;
    case 'ready':
      return event === 'failed' ? retryAfter(state.retries, RETRY_DELAY_MS) : state;
    case 'waiting':
      return event === 'delay-over' ? { step: 'loading', retries: state.retries + 1 } : state;
  }
};
