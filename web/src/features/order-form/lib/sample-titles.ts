import type { Media } from '@stagereel/contracts';

const WORDS = { video: 'サンプル動画', image: 'サンプル画像' } as const satisfies Record<Media['type'], string>;

/** The titles of the samples: videos and pictures are numbered separately, because file names mean nothing to a visitor. */
export const sampleTitles = (samples: readonly Pick<Media, 'type'>[]): readonly string[] =>
  samples.map(({ type }, index) => `${WORDS[type]}${samples.slice(0, index + 1).filter((other) => other.type === type).length}`);
