import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { playAlone } from './one-at-a-time.ts';
import type { PlaybackEvent } from './playback.ts';
import styles from './video-player.module.css';

type Props = {
  src: string;
  title: string;
  poster: string | null;
  /** Seconds into the video, kept over a load that broke. */
  resumeAt: RefObject<number>;
  /** Whether the focus belongs on the picture; when the picture goes, it says whether it had it. */
  hasFocus: RefObject<boolean>;
  onEvent: (event: PlaybackEvent) => void;
  onArrival: () => void;
};

const isHeldBack = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError';

/** One load of a video, with the browser's own controls, which speak the visitor's language and know every assistive device. */
export const VideoScreen = ({ src, title, poster, resumeAt, hasFocus, onEvent, onArrival }: Props) => {
  const video = useRef<HTMLVideoElement>(null);

  useLayoutEffect(() => {
    const element = video.current;
    if (hasFocus.current) element?.focus({ preventScroll: true });
    return () => {
      hasFocus.current = document.activeElement === element;
    };
  }, [hasFocus]);

  // The browser wants a press on its own controls: nothing more will load by itself, and nothing is wrong.
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
