import { Button, Loader } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { usePlayback } from './use-playback.ts';
import styles from './video-player.module.css';
import { VideoScreen } from './video-screen.tsx';

type Props = {
  src: string;
  /** What the video is called, for those who hear the page. */
  title: string;
  /** Shown until the visitor presses; null for none. */
  poster: string | null;
  shape?: 'horizontal' | 'vertical';
};

const LOAD_FAILED = '動画の読み込みに失敗しました';

/** A video that is fetched once somebody wants to see it: two retries, then a text and a button to try again. */
export const VideoPlayer = ({ src, title, poster, shape = 'horizontal' }: Props) => {
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
    // Whoever watched by keyboard goes on where the picture was, and nobody else is disturbed.
    if (hasFailed && hasFocus.current) retryButton.current?.focus({ preventScroll: true });
  }, [hasFailed]);

  return (
    <div className={styles.frame} data-shape={shape}>
      {state.step === 'poster' && (
        <button type="button" className={styles.start} onClick={start} aria-label={`${title}を再生`}>
          {poster !== null && <img className={styles.poster} src={poster} alt="" loading="lazy" />}
          <span className={styles.play}>
            <IconPlayerPlayFilled size={28} aria-hidden />
          </span>
        </button>
      )}
      {(state.step === 'loading' || state.step === 'ready') && (
        <VideoScreen
          // A new element for each load: what the old one still reports no longer counts.
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
