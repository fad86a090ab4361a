import { describe, expect, test } from '@jest/globals';
import { fullPictureOf, posterOf, srcSetOf } from './sample-pictures.ts';

const sample = {
  url: '/media/o.mp4',
  thumbnailUrl: null,
  posterUrl: '/media/p.webp',
  variants: [480, 960, 1920].map((width) => ({ url: `/media/${width}.webp`, width, height: width })),
};

describe('srcSetOf', () => {
  test('when there are smaller pictures, the browser may choose', () => {
    expect(srcSetOf(sample)).toBe('/media/480.webp 480w, /media/960.webp 960w, /media/1920.webp 1920w');
  });

  test('when there are none yet, there is nothing to choose from', () => {
    expect(srcSetOf({ variants: [] })).toBeUndefined();
  });
});

describe('posterOf', () => {
  test('when the admin chose a thumbnail, it shows', () => {
    expect(posterOf({ ...sample, thumbnailUrl: '/media/t.webp' })).toBe('/media/t.webp');
  });

  test('when nobody did, a still of a fitting size shows, else the largest there is', () => {
    expect(posterOf(sample)).toBe('/media/960.webp');
    expect(posterOf({ ...sample, variants: sample.variants.slice(0, 1) })).toBe('/media/480.webp');
    expect(posterOf({ ...sample, variants: [] })).toBe('/media/p.webp');
    expect(posterOf({ ...sample, variants: [], posterUrl: null })).toBeNull();
  });
});

test('when a picture opens in full, the file itself is the last resort', () => {
  expect(fullPictureOf(sample)).toBe('/media/1920.webp');
  expect(fullPictureOf({ ...sample, variants: [] })).toBe('/media/o.mp4');
});
