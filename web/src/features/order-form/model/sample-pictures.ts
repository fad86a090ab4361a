import type { Media } from '@stagereel/contracts';

type Sample = Pick<Media, 'url' | 'thumbnailUrl' | 'posterUrl' | 'variants'>;

/** The widest that a sample is drawn, as the `sizes` of a picture: the strip's column on a phone, half the form beside it. */
export const SAMPLE_SIZES = '(min-width: 48em) 24rem, min(82vw, 20rem)';

/** A picture in all its sizes, for the browser to choose from; undefined while there is but one. */
export const srcSetOf = ({ variants }: Pick<Media, 'variants'>): string | undefined =>
  variants.length > 0 ? variants.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined;

/** Wide enough for the player on a fine display. */
const POSTER_WIDTH = 960;

/** What shows before a video is played: what the admin chose, else a still of it; null for none. */
export const posterOf = ({ thumbnailUrl, posterUrl, variants }: Sample): string | null =>
  thumbnailUrl ?? variants.find(({ width }) => width >= POSTER_WIDTH)?.url ?? variants.at(-1)?.url ?? posterUrl;

/** The largest form made for screens; the file itself only while there is none. */
export const fullPictureOf = ({ url, variants }: Pick<Media, 'url' | 'variants'>): string => variants.at(-1)?.url ?? url;
