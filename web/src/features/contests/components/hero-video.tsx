import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import styles from './home-banner.module.css';

/** A silent loop over the banner's picture, with a button to pause it. */
export const HeroVideo = ({ src }: { src: string }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [hasStarted, setHasStarted] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return null;

  const toggle = () => {
    if (isPaused) video.current?.play().catch(() => undefined);
    else video.current?.pause();
  };

  return (
    <>
      {/* The browser may refuse to play by itself, for example to save the battery: then the picture stays. */}
      <video
        ref={video}
        className={styles.video}
        data-has-started={hasStarted || undefined}
        src={src}
        muted
        loop
        autoPlay
        playsInline
        disableRemotePlayback
        tabIndex={-1}
        aria-hidden
        onPlaying={() => {
          setHasStarted(true);
          setIsPaused(false);
        }}
        onPause={() => setIsPaused(true)}
        onError={() => setHasFailed(true)}
      />
      {hasStarted && (
        <button type="button" className={styles.pause} onClick={toggle} aria-label={isPaused ? '背景の動画を再生' : '背景の動画を一時停止'}>
          {isPaused ? <IconPlayerPlayFilled size={20} aria-hidden /> : <IconPlayerPauseFilled size={20} aria-hidden />}
        </button>
      )}
    </>
  );
};
