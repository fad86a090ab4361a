import type { AdminLine } from '@stagereel/contracts';

export type VideoMetadata = { width: number; height: number; durationSeconds: number };

/** Of a video with the other orientation than the line's. */
export const orientationWarnings: Record<AdminLine['style'], string> = {
  縦動画: 'この注文は縦動画ですが、選択した動画は横向きです。',
  横動画: 'この注文は横動画ですが、選択した動画は縦向きです。',
};
const EMPTY = '動画の長さが0秒です。';

/** Reasons to suspect that a video does not belong to a line of this style. */
export const videoWarnings = ({ style, metadata }: { style: AdminLine['style']; metadata: VideoMetadata }): string[] => {
  const { width, height, durationSeconds } = metadata;
  const found: string[] = [];
  if (style === '縦動画' ? width > height : height > width) found.push(orientationWarnings[style]);
  if (durationSeconds === 0) found.push(EMPTY);
  return found;
};

/** A browser that supports the format needs only the beginning of the file. */
const TIMEOUT_MS = 5_000;

/** The part of a video element that is needed to read metadata. */
export type Player = Pick<
  HTMLVideoElement,
  'preload' | 'muted' | 'src' | 'videoWidth' | 'videoHeight' | 'duration' | 'onloadedmetadata' | 'onerror' | 'removeAttribute' | 'load'
>;

const newPlayer = (): Player => document.createElement('video');

/** Reads a video's metadata in this browser; null if the browser cannot play the format. */
export const readVideoMetadata = (file: File, createPlayer = newPlayer): Promise<VideoMetadata | null> =>
  new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const player = createPlayer();
    const end = (metadata: VideoMetadata | null) => {
      clearTimeout(timer);
      player.onloadedmetadata = null;
      player.onerror = null;
      // Browsers limit the number of players and free one only when its source is removed.
      player.removeAttribute('src');
      player.load();
      URL.revokeObjectURL(url);
      resolve(metadata);
    };
    const timer = setTimeout(() => end(null), TIMEOUT_MS);
    player.preload = 'metadata';
    player.muted = true;
    player.onloadedmetadata = () => {
      const { videoWidth: width, videoHeight: height, duration } = player;
      end({ width, height, durationSeconds: Number.isFinite(duration) ? duration : Number.POSITIVE_INFINITY });
    };
    player.onerror = () => end(null);
    player.src = url;
  });
