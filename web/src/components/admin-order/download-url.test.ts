import { expect, test } from '@jest/globals';
import { downloadUrlError, isStoredVideo, storedVideoUrl, watchPathOf } from './download-url.ts';

test.each(['https://videos.example.com/a?b=c#d', ' https://例え.jp/動画.mp4 '])('when the URL is %s, then it is accepted', (url) => {
  expect(downloadUrlError(url)).toBeNull();
});

test.each([
  'http://example.com/a',
  'javascript:alert(1)',
  'https://user:secret@example.com/',
  'https://user@example.com/',
  'https://example.com/a\nb',
  'example.com',
  `https://example.com/${'a'.repeat(2048)}`,
])('when the URL is %j, then it is rejected with an instruction (admin 5.10)', (url) => {
  expect(downloadUrlError(url)).toMatch(/^ダウンロードURLは https:\/\//);
});

test('when there is none, then it is requested (admin 5.10)', () => {
  expect(downloadUrlError('  ')).toBe('すべての動画のダウンロードURLを入力してください');
});

test('when a video was uploaded to its line, then its URL is as valid as a link', () => {
  const url = storedVideoUrl('0a1b-2c');
  expect(isStoredVideo(url)).toBe(true);
  expect(downloadUrlError(url)).toBeNull();
  expect(isStoredVideo('https://videos.example.com/video:1')).toBe(false);
  expect(downloadUrlError('video:')).not.toBeNull();
});

test('when a video is stored in the shop, then an admin can watch it there; a link has no such path', () => {
  expect(watchPathOf(storedVideoUrl('m1'))).toBe('/api/admin/finished-videos/m1');
  expect(watchPathOf('https://videos.example.com/1')).toBeNull();
  expect(watchPathOf('video:../users')).toBeNull();
});
