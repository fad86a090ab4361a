import { describe, expect, test } from '@jest/globals';
import { downloadUrlError } from './download-url.ts';
import { isStoredVideo, storedVideo, videoConcerns } from './finished-video.ts';

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
