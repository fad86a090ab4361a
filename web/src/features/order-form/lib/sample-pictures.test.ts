import { describe, expect, test } from '@jest/globals';
import { largestVariantUrl, posterOf, posterSizesOf, SAMPLE_SIZES, srcSetOf } from './sample-pictures.ts';

const sample = {
  url: '/media/o.mp4',
  thumbnailUrl: null,
  posterUrl: '/media/p.webp',
  variants: [480, 960, 1920].map((width) => ({ url: `/media/${width}.webp`, width, height: width })),
};

describe('srcSetOf', () => {
  test('when there are several sizes, the browser can choose', () => {
    expect(srcSetOf(sample)).toBe('/media/480.webp 480w, /media/960.webp 960w, /media/1920.webp 1920w');
  });

  test('when there is only one size, there is no choice', () => {
    expect(srcSetOf({ variants: [] })).toBeUndefined();
  });
});

describe('posterOf', () => {
  test('when the admin set a thumbnail, it is the poster', () => {
    expect(posterOf({ ...sample, thumbnailUrl: '/media/t.webp' })).toBe('/media/t.webp');
  });

  test('when there is no thumbnail, a still of a suitable size is the poster, else the largest', () => {
    expect(posterOf(sample)).toBe('/media/960.webp');
    expect(posterOf({ ...sample, variants: sample.variants.slice(0, 1) })).toBe('/media/480.webp');
    expect(posterOf({ ...sample, variants: [] })).toBe('/media/p.webp');
    expect(posterOf({ ...sample, variants: [], posterUrl: null })).toBeNull();
  });
});

describe('posterSizesOf', () => {
  test('when stills exist in several sizes, the browser can choose; of a thumbnail there is one size', () => {
    expect(posterSizesOf(sample)).toEqual({ posterSizes: { srcSet: srcSetOf(sample), sizes: SAMPLE_SIZES } });
    expect(posterSizesOf({ ...sample, thumbnailUrl: '/media/t.webp' })).toEqual({});
    expect(posterSizesOf({ ...sample, variants: [] })).toEqual({});
  });
});

test('when a picture opens in full size, the original file is the last choice', () => {
  expect(largestVariantUrl(sample)).toBe('/media/1920.webp');
  expect(largestVariantUrl({ ...sample, variants: [] })).toBe('/media/o.mp4');
});
