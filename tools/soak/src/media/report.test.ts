import { describe, expect, test } from '@jest/globals';
import { mediaReport } from './report.ts';
import type { MediaSoakFigures } from './soak-media.ts';

const plan = { seed: 'one', sizeMib: 64, cuts: 10, kills: { media: 3, gateway: 1 }, uploads: 8, uploadMib: 16 };
const interrupted = {
  ...{ cuts: 10, kills: { media: 3, gateway: 1 }, rounds: 9, seconds: 12.3, peakMib: 120 },
  sha256: { sent: 'a', stored: 'a', delivered: 'a' },
};
const together = { seconds: 4.5, completeFiles: 8, memory: { service: 199, helpers: { ffprobe: 40 }, atOnce: 230 } };
const report = (change: Partial<MediaSoakFigures> = {}) => mediaReport({ plan, figures: { interrupted, together, ...change } });

describe('soak report', () => {
  test('when every promise holds, then the report says so and names the helpers', () => {
    const { text, isKept } = report();
    expect([isKept, text.includes('BROKEN')]).toEqual([true, false]);
    expect(text).toMatch(/media at most 199 MiB, with its helpers 230 MiB\n.*its helpers +ffprobe 40 MiB/);
  });

  test.each<[string, Partial<MediaSoakFigures>, string]>([
    ['a cut did not happen', { interrupted: { ...interrupted, cuts: 9 } }, '9 of 10 connections'],
    ['a kill of media did not happen', { interrupted: { ...interrupted, kills: { media: 2, gateway: 1 } } }, '2 of 3 times'],
    ['the gateway was not killed', { interrupted: { ...interrupted, kills: { media: 3, gateway: 0 } } }, 'the gateway 0 of 1'],
    ['a different file was stored', { interrupted: { ...interrupted, sha256: { sent: 'a', stored: 'b', delivered: 'a' } } }, 'SHA-256'],
    ['a different file was delivered', { interrupted: { ...interrupted, sha256: { sent: 'a', stored: 'a', delivered: 'b' } } }, 'SHA-256'],
    ['one of many files is incomplete', { together: { ...together, completeFiles: 7 } }, '7 of 8 files'],
    ['media exceeded its memory limit', { together: { ...together, memory: { service: 200, helpers: {}, atOnce: 0 } } }, '200 MiB'],
    ['nothing was measured', { together: { ...together, memory: { service: 0, helpers: {}, atOnce: 0 } } }, 'needs Linux'],
  ])('when %s, then the run has failed and a line gives the reason', (_, change, reason) => {
    const { text, isKept } = report(change);
    expect(isKept).toBe(false);
    expect(text.split('\n').filter((line) => line.startsWith('BROKEN'))).toEqual([expect.stringContaining(reason)]);
  });
});
