import { describe, expect, test } from '@jest/globals';
import { mediaReport } from './report.ts';
import type { MediaSoakFigures } from './soak-media.ts';

const plan = { seed: 'one', sizeMib: 64, cuts: 10, kills: { media: 3, gateway: 1 }, uploads: 8, uploadMib: 16 };
const broken = {
  ...{ cuts: 10, kills: { media: 3, gateway: 1 }, rounds: 9, seconds: 12.3, peakMib: 120 },
  sha256: { sent: 'a', stored: 'a', delivered: 'a' },
};
const together = { seconds: 4.5, wholeFiles: 8, memory: { service: 199, helpers: { ffprobe: 40 }, atOnce: 230 } };
const report = (change: Partial<MediaSoakFigures> = {}) => mediaReport({ plan, figures: { broken, together, ...change } });

describe('the report', () => {
  test('when everything holds, it says so, with helpers named apart', () => {
    const { text, isKept } = report();
    expect([isKept, text.includes('BROKEN')]).toEqual([true, false]);
    expect(text).toMatch(/media at most 199 MiB, with its helpers 230 MiB\n.*its helpers +ffprobe 40 MiB/);
  });

  test.each<[string, Partial<MediaSoakFigures>, string]>([
    ['a cut did not happen', { broken: { ...broken, cuts: 9 } }, '9 of 10 connections'],
    ['a kill of media did not happen', { broken: { ...broken, kills: { media: 2, gateway: 1 } } }, '2 of 3 times'],
    ['the gateway was not killed', { broken: { ...broken, kills: { media: 3, gateway: 0 } } }, 'the gateway 0 of 1'],
    ['another file was stored', { broken: { ...broken, sha256: { sent: 'a', stored: 'b', delivered: 'a' } } }, 'SHA-256'],
    ['another file was delivered', { broken: { ...broken, sha256: { sent: 'a', stored: 'a', delivered: 'b' } } }, 'SHA-256'],
    ['one of many is not whole', { together: { ...together, wholeFiles: 7 } }, '7 of 8 files'],
    ['media grew', { together: { ...together, memory: { service: 200, helpers: {}, atOnce: 0 } } }, '200 MiB'],
    ['nothing was measured', { together: { ...together, memory: { service: 0, helpers: {}, atOnce: 0 } } }, 'takes Linux'],
  ])('when %s, the run has failed and the line says why', (_, change, words) => {
    const { text, isKept } = report(change);
    expect(isKept).toBe(false);
    expect(text.split('\n').filter((line) => line.startsWith('BROKEN'))).toEqual([expect.stringContaining(words)]);
  });
});
