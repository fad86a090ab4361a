import { expect, test } from '@jest/globals';
import { FOOTAGE_PENDING } from '@stagereel/contracts';
import { confirmedBy, isStillMeant, isStillRead } from './delivery-doubts.ts';

const downloadUrls = { '11111111-01': 'video:one', '11111111-02': 'https://example.jp/two' };
const doubtful = { orderNumber: '11111111', downloadUrls, doubts: { '11111111-01': '動画の長さが0秒です。' } };
const waiting = { orderNumber: '11111111', isHandled: false };

test.each([
  ['a video is still being read', [FOOTAGE_PENDING], true],
  ['a video that is still being read has the content of another one', [`${FOOTAGE_PENDING}別の明細の動画と内容が同じです。`], true],
  ['one of two videos is still being read', ['動画の長さが0秒です。', FOOTAGE_PENDING], true],
  ['a video lies the wrong way', ['縦動画の明細ですが、横向きの動画です（16×9）。'], false],
])('when %s, then whether it can only be asked again is as expected', (_what, texts, expected) => {
  expect(isStillRead(Object.fromEntries(texts.map((text, index) => [`11111111-0${index}`, text])))).toBe(expected);
});

test('when an admin goes on, then exactly what was read is confirmed, and nothing while a video is still being read', () => {
  expect(confirmedBy(doubtful.doubts)).toEqual({ '11111111-01': '動画の長さが0秒です。' });
  expect(confirmedBy({ ...doubtful.doubts, '11111111-02': FOOTAGE_PENDING })).toEqual({});
});

test.each([
  ['nothing changed', [waiting], { ...downloadUrls, '22222222-01': 'video:other' }, true],
  ['only blanks were typed beside it', [waiting], { ...downloadUrls, '11111111-02': ' https://example.jp/two ' }, true],
  ['a video was replaced', [waiting], { ...downloadUrls, '11111111-01': 'video:mended' }, false],
  ['a video without a doubt was replaced', [waiting], { ...downloadUrls, '11111111-02': 'video:mended' }, false],
  ['a video was taken out', [waiting], { '11111111-02': 'https://example.jp/two' }, false],
  ['the order was delivered elsewhere', [{ ...waiting, isHandled: true }], downloadUrls, false],
  ['the order is gone', [], downloadUrls, false],
])('when %s since the doubt, then whether it is still asked is as expected', (_what, groups, urls, expected) => {
  expect(isStillMeant({ doubtful, groups, urls })).toBe(expected);
});
