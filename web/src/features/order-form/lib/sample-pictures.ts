import type { Media } from '@stagereel/contracts';

type Sample = Pick<Media, 'url' | 'thumbnailUrl' | 'posterUrl' | 'variants'>;

/** The `sizes` attribute of a sample: on a desktop, the first one is the widest. */
export const SAMPLE_SIZES = '(min-width: 62em) 37rem, min(60vw, 18rem)';

/** The `srcset` of a picture; undefined when there is only one size. */
export const srcSetOf = ({ variants }: Pick<Media, 'variants'>): string | undefined =>
  variants.length > 0 ? variants.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined;

/** Wide enough for the player on a high-resolution screen. */
const POSTER_WIDTH = 960;

/** The poster of a video: the admin's thumbnail, else a still; null for none. */
export const posterOf = ({ thumbnailUrl, posterUrl, variants }: Sample): string | null =>
  thumbnailUrl ?? variants.find(({ width }) => width >= POSTER_WIDTH)?.url ?? variants.at(-1)?.url ?? posterUrl;

/** The sizes of a video's still, unless the admin chose another picture. */
export const posterSizesOf = (sample: Sample): { posterSizes?: { srcSet: string; sizes: string } } => {
  const srcSet = sample.thumbnailUrl === null ? srcSetOf(sample) : undefined;
  return srcSet === undefined ? {} : { posterSizes: { srcSet, sizes: SAMPLE_SIZES } };
};

/** The largest size made for screens; the original file only when there is none. */
export const largestVariantUrl = ({ url, variants }: Pick<Media, 'url' | 'variants'>): string => variants.at(-1)?.url ?? url;
