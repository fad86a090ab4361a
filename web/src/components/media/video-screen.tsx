import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { PlaybackEvent } from './playback.ts';
import styles from './video-player.module.css';

let playing: HTMLVideoElement | null = null;

/** Pauses the video that played before, so that only one plays at a time. */
const playAlone = (video: HTMLVideoElement): void => {
  if (playing !== video) playing?.pause();
  playing = video;
};

type Props = {
  src: string;
  title: string;
  poster: string | null;
  /** The position in seconds, kept when a load fails. */
  resumeAt: RefObject<number>;
  /** Whether the video gets the focus; written on unmount: whether it had the focus. */
  hasFocus: RefObject<boolean>;
  onEvent: (event: PlaybackEvent) => void;
  onArrival: () => void;
};

const isHeldBack = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError';

/** One load of a video with the browser's own controls, which are translated and accessible. */
export const VideoScreen = ({ src, title, poster, resumeAt, hasFocus, onEvent, onArrival }: Props) => {
  const video = useRef<HTMLVideoElement>(null);

  useLayoutEffect(() => {
    const element = video.current;
    if (hasFocus.current) element?.focus({ preventScroll: true });
    return () => {
      hasFocus.current = document.activeElement === element;
    };
  }, [hasFocus]);

  // Autoplay was blocked: the visitor has to click the controls. That is not an error.
  const held = useEffectEvent((error: unknown) => isHeldBack(error) && onEvent('loaded'));
  useEffect(() => {
    video.current?.play().catch(held);
  }, []);

  return (
    // biome-ignore lint/a11y/useMediaCaption: athletes on a stage do not speak, and the shop has no captions of them
    <video
      ref={video}
      className={styles.video}
      src={src}
      poster={poster ?? undefined}
      aria-label={title}
      controls
      playsInline
      preload="auto"
      onProgress={onArrival}
      onLoadedMetadata={(event) => {
        if (resumeAt.current > 0) event.currentTarget.currentTime = resumeAt.current;
        onEvent('loaded');
      }}
      onTimeUpdate={(event) => {
        resumeAt.current = event.currentTarget.ended ? 0 : event.currentTarget.currentTime;
      }}
      onPlay={(event) => playAlone(event.currentTarget)}
      onError={() => onEvent('failed')}
      onAbort={() => onEvent('aborted')}
    />
  );
};
