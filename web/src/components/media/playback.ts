/** Automatic retries per video, before the visitor has to click. */
export const MAX_RETRIES = 2;
/** Milliseconds before a retry: after an error, and after the browser aborted the load. */
export const RETRY_DELAY_MS = 1_000;
export const RETRY_AFTER_ABORT_MS = 500;
/** Milliseconds that a phone waits for the next bytes of a loading video. */
export const PHONE_TIMEOUT_MS = 5_000;

/** The states of a player. Nothing is fetched in `poster`; `waiting` is the pause before a retry. */
export type Playback =
  | { step: 'poster' }
  | { step: 'loading'; retries: number }
  | { step: 'ready'; retries: number }
  | { step: 'waiting'; retries: number; delayMs: number }
  | { step: 'failed' };

/** `started`: the visitor clicked, also to retry. `loaded`: it can be played, or the browser requires a click on its controls. */
export type PlaybackEvent = 'started' | 'loaded' | 'failed' | 'aborted' | 'timed-out' | 'delay-over';

const retryAfter = (retries: number, delayMs: number): Playback =>
  retries < MAX_RETRIES ? { step: 'waiting', retries, delayMs } : { step: 'failed' };

/**
 * The state after an event; an event that does not apply to a state is ignored. A video that repeatedly loads and fails ends in `failed`
 * too, because retries are counted until the visitor clicks.
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
