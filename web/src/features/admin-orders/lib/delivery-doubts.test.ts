import { expect, test } from '@jest/globals';
import { isStillMeant } from './delivery-doubts.ts';

const downloadUrls = { '11111111-01': 'video:one', '11111111-02': 'https://example.jp/two' };
const doubtful = { orderNumber: '11111111', downloadUrls, doubts: { '11111111-01': '動画の長さが0秒です。' } };
const waiting = { orderNumber: '11111111', isHandled: false };

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
