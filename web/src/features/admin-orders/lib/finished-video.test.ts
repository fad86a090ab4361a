import { describe, expect, test } from '@jest/globals';
import { downloadUrlError } from './download-url.ts';
import { isStoredVideo, lookAtVideo, type Player, storedVideo, videoConcerns, viewPathOf } from './finished-video.ts';

describe('videoConcerns', () => {
  const upright = { width: 1080, height: 1920, durationSeconds: 60 };
  const lying = { width: 1920, height: 1080, durationSeconds: 60 };

  test('when a video lies as its line was ordered, nothing is said', () => {
    expect(videoConcerns({ style: '縦動画', facts: upright })).toEqual([]);
    expect(videoConcerns({ style: '横動画', facts: lying })).toEqual([]);
    expect(videoConcerns({ style: '縦動画', facts: { ...upright, width: 1920 } })).toEqual([]);
  });

  test('when it lies the other way, that is said', () => {
    expect(videoConcerns({ style: '縦動画', facts: lying })).toEqual(['この注文は縦動画ですが、選択した動画は横向きです。']);
    expect(videoConcerns({ style: '横動画', facts: upright })).toEqual(['この注文は横動画ですが、選択した動画は縦向きです。']);
  });

  test('when it has no length, that is said', () => {
    expect(videoConcerns({ style: '横動画', facts: { ...lying, durationSeconds: 0 } })).toEqual(['動画の長さが0秒です。']);
  });
});

test('when a video was uploaded to its line, it is a download as good as a link', () => {
  const url = storedVideo('0a1b-2c');
  expect(isStoredVideo(url)).toBe(true);
  expect(downloadUrlError(url)).toBeNull();
  expect(isStoredVideo('https://videos.example.com/video:1')).toBe(false);
  expect(downloadUrlError('video:')).not.toBeNull();
});

test('when a video lies in the shop, an admin can look at it there; a link leads where it leads', () => {
  expect(viewPathOf(storedVideo('m1'))).toBe('/api/admin/finished-videos/m1');
  expect(viewPathOf('https://videos.example.com/1')).toBeNull();
  expect(viewPathOf('video:../users')).toBeNull();
});

describe('lookAtVideo', () => {
  const film = { videoWidth: 1080, videoHeight: 1920, duration: 60 };
  const facts = { width: 1080, height: 1920, durationSeconds: 60 };
  /** A player that finds this in whatever it is given, once it is given something. */
  const playerThat = (happens: 'onloadedmetadata' | 'onerror') => {
    const calls: string[] = [];
    let source = '';
    const player: Player = {
      ...film,
      preload: '',
      muted: false,
      onloadedmetadata: null,
      onerror: null,
      get src() {
        return source;
      },
      set src(url) {
        source = url;
        setImmediate(() => (this[happens] as (() => void) | null)?.());
      },
      removeAttribute: (name) => {
        calls.push(`without ${name}`);
        source = '';
      },
      load: () => void calls.push(source === '' ? 'let go' : 'loaded'),
    };
    return { player, calls };
  };

  test.each([
    ['onloadedmetadata', facts],
    ['onerror', null],
  ] as const)('when the look has ended by %s, then the player is given back', async (happens, seen) => {
    const { player, calls } = playerThat(happens);
    expect(await lookAtVideo(new File(['film'], 'film.mp4'), () => player)).toEqual(seen);
    expect([calls, player.onloadedmetadata, player.onerror]).toEqual([['without src', 'let go'], null, null]);
  });
});
