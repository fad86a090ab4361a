import { expect, test } from '@jest/globals';
import { downloadUrlError } from './download-url.ts';

test.each(['https://videos.example.com/a?b=c#d', ' https://例え.jp/動画.mp4 '])('when the URL is %s, it is taken', (url) => {
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
])('when the URL is %j, it is refused with what to do', (url) => {
  expect(downloadUrlError(url)).toMatch(/^ダウンロードURLは https:\/\//);
});

test('when there is none, it is asked for', () => {
  expect(downloadUrlError('  ')).toBe('すべての動画のダウンロードURLを入力してください');
});
