import { expect, test } from '@jest/globals';
import { isBlank, parseVideoSource } from './video-source.ts';

test.each([
  ['is http', 'http://videos.example/2'],
  ['has another scheme', 'javascript:alert(1)'],
  ['has no scheme', '//videos.example/2'],
  ['has backslashes instead of slashes', 'https:\\\\videos.example'],
  ['has credentials', 'https://user:secret@videos.example/2'],
  ['has a user', 'https://user@videos.example/2'],
  ['has a line break', 'https://videos.example/2\r\nSet-Cookie: a=b'],
  ['ends with a line break', 'https://videos.example/2\n'],
  ['has a tab', 'https://videos.exa\tmple/2'],
  ['has no host', 'https://'],
  ['is too long', `https://videos.example/${'a'.repeat(2048)}`],
])('when a link %s, then it is no source of a video', (_case, link) => {
  expect(parseVideoSource(link)).toBeNull();
});

test('when a link or an uploaded video is given, then it is a source without spaces around it', () => {
  expect(parseVideoSource(' https://videos.example/2?x=あ ')).toEqual({ kind: 'outside', url: 'https://videos.example/2?x=あ' });
  expect(parseVideoSource('video:0190-a')).toEqual({ kind: 'stored', url: 'video:0190-a' });
  expect([undefined, '', '　 '].map(isBlank)).toEqual([true, true, true]);
});
