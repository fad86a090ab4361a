import { type AdminLine, STORED_VIDEO } from '@stagereel/contracts';
import type { UploadPlace } from '../../../lib/uploads/remembered-uploads.ts';

/** What a line's download is when its video lies in the shop itself. */
export const storedVideo = (mediaId: string): string => `video:${mediaId}`;

export const isStoredVideo = (url: string): boolean => STORED_VIDEO.test(url);

/** Where an admin looks at a video that lies in the shop; null for an outside link. */
export const viewPathOf = (url: string): string | null => {
  const id = STORED_VIDEO.exec(url)?.[1];
  return id === undefined ? null : `/api/admin/finished-videos/${id}`;
};

/** Where the finished video of a line is uploaded to. */
export const finishedPlace = ({ id, contestId }: Pick<AdminLine, 'id' | 'contestId'>): UploadPlace => ({
  contestId,
  category: 'finished',
  lineId: id,
});

export type VideoFacts = { width: number; height: number; durationSeconds: number };

const concerns = {
  vertical: 'この注文は縦動画ですが、選択した動画は横向きです。',
  horizontal: 'この注文は横動画ですが、選択した動画は縦向きです。',
  empty: '動画の長さが0秒です。',
} as const;

/** What makes it doubtful that a video is the one for a line of this style. */
export const videoConcerns = ({ style, facts }: { style: AdminLine['style']; facts: VideoFacts }): string[] => {
  const { width, height, durationSeconds } = facts;
  const found: string[] = [];
  if (style === '縦動画' && width > height) found.push(concerns.vertical);
  if (style === '横動画' && height > width) found.push(concerns.horizontal);
  if (durationSeconds === 0) found.push(concerns.empty);
  return found;
};

/** Milliseconds; a browser that knows the format needs only the beginning of the file. */
const LOOK_MS = 5_000;

/** What of a video element is needed to look at a video. */
export type Player = Pick<
  HTMLVideoElement,
  'preload' | 'muted' | 'src' | 'videoWidth' | 'videoHeight' | 'duration' | 'onloadedmetadata' | 'onerror' | 'removeAttribute' | 'load'
>;

const newPlayer = (): Player => document.createElement('video');

/** A video as this browser sees it; null where it cannot play its format. */
export const lookAtVideo = (file: File, createPlayer = newPlayer): Promise<VideoFacts | null> =>
  new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const player = createPlayer();
    const end = (facts: VideoFacts | null) => {
      clearTimeout(timer);
      player.onloadedmetadata = null;
      player.onerror = null;
      // A browser has few players at a time, and gives one back only when it is told to.
      player.removeAttribute('src');
      player.load();
      URL.revokeObjectURL(url);
      resolve(facts);
    };
    const timer = setTimeout(() => end(null), LOOK_MS);
    player.preload = 'metadata';
    player.muted = true;
    player.onloadedmetadata = () => {
      const { videoWidth: width, videoHeight: height, duration } = player;
      end({ width, height, durationSeconds: Number.isFinite(duration) ? duration : Number.POSITIVE_INFINITY });
    };
    player.onerror = () => end(null);
    player.src = url;
  });
