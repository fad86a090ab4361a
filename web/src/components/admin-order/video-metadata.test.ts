import { describe, expect, test } from '@jest/globals';
import { type Player, readVideoMetadata, videoWarnings } from './video-metadata.ts';

describe('videoWarnings', () => {
  const portrait = { width: 1080, height: 1920, durationSeconds: 60 };
  const landscape = { width: 1920, height: 1080, durationSeconds: 60 };

  test('when a video has the orientation of its line, then there is no warning', () => {
    expect(videoWarnings({ style: '縦動画', metadata: portrait })).toEqual([]);
    expect(videoWarnings({ style: '横動画', metadata: landscape })).toEqual([]);
    expect(videoWarnings({ style: '縦動画', metadata: { ...portrait, width: 1920 } })).toEqual([]);
  });

  test('when it has the wrong orientation, then there is a warning', () => {
    expect(videoWarnings({ style: '縦動画', metadata: landscape })).toEqual(['この注文は縦動画ですが、選択した動画は横向きです。']);
    expect(videoWarnings({ style: '横動画', metadata: portrait })).toEqual(['この注文は横動画ですが、選択した動画は縦向きです。']);
  });

  test('when its length is zero, then there is a warning', () => {
    expect(videoWarnings({ style: '横動画', metadata: { ...landscape, durationSeconds: 0 } })).toEqual(['動画の長さが0秒です。']);
  });
});

describe('readVideoMetadata', () => {
  const video = { videoWidth: 1080, videoHeight: 1920, duration: 60 };
  const metadata = { width: 1080, height: 1920, durationSeconds: 60 };
  /** A player that reports this event for any source. */
  const playerWith = (event: 'onloadedmetadata' | 'onerror') => {
    const calls: string[] = [];
    let source = '';
    const player: Player = {
      ...video,
      preload: '',
      muted: false,
      onloadedmetadata: null,
      onerror: null,
      get src() {
        return source;
      },
      set src(url) {
        source = url;
        setImmediate(() => (this[event] as (() => void) | null)?.());
      },
      removeAttribute: (name) => {
        calls.push(`without ${name}`);
        source = '';
      },
      load: () => void calls.push(source === '' ? 'unloaded' : 'loaded'),
    };
    return { player, calls };
  };

  test.each([
    ['onloadedmetadata', metadata],
    ['onerror', null],
  ] as const)('when the player reports %s, then its source is removed', async (event, expected) => {
    const { player, calls } = playerWith(event);
    expect(await readVideoMetadata(new File(['video'], 'video.mp4'), () => player)).toEqual(expected);
    expect([calls, player.onloadedmetadata, player.onerror]).toEqual([['without src', 'unloaded'], null, null]);
  });
});
