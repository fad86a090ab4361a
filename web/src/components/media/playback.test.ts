import { describe, expect, test } from '@jest/globals';
import type { Playback, PlaybackEvent } from './playback.ts';
import { nextPlayback } from './playback.ts';

const poster: Playback = { step: 'poster' };
const after = (...events: PlaybackEvent[]): Playback => events.reduce(nextPlayback, poster);

describe('nextPlayback', () => {
  test('when the visitor has not clicked, nothing is loaded (customer 2.37)', () => {
    expect(after('loaded', 'failed', 'delay-over')).toEqual({ step: 'poster' });
  });

  test('when the video loads, it is ready', () => {
    expect(after('started', 'loaded')).toEqual({ step: 'ready', retries: 0 });
  });

  test.each<[PlaybackEvent, number]>([
    ['failed', 1_000],
    ['timed-out', 1_000],
    ['aborted', 500],
  ])('when the load has %s, it is retried after %i ms (customer 9.7)', (event, delayMs) => {
    expect(after('started', event)).toEqual({ step: 'waiting', retries: 0, delayMs });
    expect(after('started', event, 'delay-over')).toEqual({ step: 'loading', retries: 1 });
  });

  test('when two retries have failed too, the state is failed (customer 4.13, 8.12)', () => {
    const oneRetry = ['started', 'failed', 'delay-over'] as const;
    expect(after(...oneRetry, 'aborted', 'delay-over')).toEqual({ step: 'loading', retries: 2 });
    expect(after(...oneRetry, 'aborted', 'delay-over', 'timed-out')).toEqual({ step: 'failed' });
  });

  test('when a playing video fails, it is loaded again, but not endlessly', () => {
    const broken = ['failed', 'delay-over', 'loaded'] as const;
    expect(after('started', 'loaded', ...broken)).toEqual({ step: 'ready', retries: 1 });
    expect(after('started', 'loaded', ...broken, ...broken, 'failed')).toEqual({ step: 'failed' });
  });

  test('when the visitor retries after a failure, the retries start again', () => {
    const failed = ['started', 'failed', 'delay-over', 'failed', 'delay-over', 'failed'] as const;
    expect(after(...failed, 'started')).toEqual({ step: 'loading', retries: 0 });
  });

  test('when an event of an abandoned load arrives, it is ignored', () => {
    expect(after('started', 'failed', 'aborted', 'loaded', 'failed')).toEqual({ step: 'waiting', retries: 0, delayMs: 1_000 });
    expect(after('started', 'loaded', 'aborted', 'timed-out')).toEqual({ step: 'ready', retries: 0 });
  });
});
