import { Button, Loader } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { nextPlayback, PHONE_TIMEOUT_MS } from './playback.ts';
import styles from './video-player.module.css';
import { VideoScreen } from './video-screen.tsx';

const isPhone = (): boolean => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Runs the state machine of a player: the retry delays and, on phones, the timeout of a stalled load. */
const usePlayback = () => {
  const [state, dispatch] = useReducer(nextPlayback, { step: 'poster' });
  /** Counts progress events. */
  const [arrivals, setArrivals] = useState(0);

  const delayMs = state.step === 'waiting' ? state.delayMs : null;
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => dispatch('delay-over'), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);

  const attempt = state.step === 'loading' ? state.retries : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: bytes that arrive give the load its whole time again
  useEffect(() => {
    if (attempt === null || !isPhone()) return;
    const timer = setTimeout(() => dispatch('timed-out'), PHONE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [attempt, arrivals]);

  return { state, dispatch, noteArrival: () => setArrivals((count) => count + 1) };
};

type Props = {
  src: string;
  /** The accessible name. */
  title: string;
  /** Shown until the visitor clicks; null for none. */
  poster: string | null;
  /** The sizes in which the poster exists, and the width at which it is shown. */
  posterSizes?: { srcSet: string; sizes: string };
  shape?: 'horizontal' | 'vertical';
  /** The pixels of the video, for a frame of its exact shape that a screen shows as a whole; replaces `shape`. */
  size?: { width: number; height: number };
};

/** As high as this at most. */
const MAX_HEIGHT = 'min(48dvh, 32rem)';

const frameOf = ({ width, height }: { width: number; height: number }) => ({
  aspectRatio: `${width} / ${height}`,
  width: `min(100%, ${MAX_HEIGHT} * ${(width / height).toFixed(4)})`,
});

const LOAD_FAILED = '動画の読み込みに失敗しました';

/** A video that is fetched only after a click: two retries, then an error with a retry button. */
export const VideoPlayer = ({ src, title, poster, posterSizes, shape = 'horizontal', size }: Props) => {
  const { state, dispatch, noteArrival } = usePlayback();
  const retryButton = useRef<HTMLButtonElement>(null);
  const resumeAt = useRef(0);
  const hasFocus = useRef(false);

  const start = () => {
    hasFocus.current = true;
    dispatch('started');
  };

  const hasFailed = state.step === 'failed';
  useEffect(() => {
    // If the video had the focus, focus the button that replaces it.
    if (hasFailed && hasFocus.current) retryButton.current?.focus({ preventScroll: true });
  }, [hasFailed]);

  return (
    <div className={styles.frame} data-shape={shape} style={size && frameOf(size)}>
      {state.step === 'poster' && (
        <button type="button" className={styles.start} onClick={start} aria-label={`${title}を再生`}>
          {poster !== null && <img className={styles.poster} {...posterSizes} src={poster} alt="" loading="lazy" />}
          <span className={styles.play}>
            <IconPlayerPlayFilled size={28} aria-hidden />
          </span>
        </button>
      )}
      {(state.step === 'loading' || state.step === 'ready') && (
        <VideoScreen
          // A new element per load, so that late events of the previous one are ignored.
          key={state.retries}
          src={src}
          title={title}
          poster={poster}
          resumeAt={resumeAt}
          hasFocus={hasFocus}
          onEvent={dispatch}
          onArrival={noteArrival}
        />
      )}
      {(state.step === 'loading' || state.step === 'waiting') && (
        <div className={styles.notice} role="status">
          <Loader size="sm" color="white" aria-hidden />
          動画を読み込み中...
        </div>
      )}
      {hasFailed && (
        <div className={styles.failure} role="alert">
          <p className={styles.message}>{LOAD_FAILED}</p>
          <p className={styles.advice}>通信環境を確認して、もう一度お試しください。</p>
          <Button ref={retryButton} variant="white" onClick={start} aria-label={`${title}を再試行`}>
            再試行
          </Button>
        </div>
      )}
    </div>
  );
};
