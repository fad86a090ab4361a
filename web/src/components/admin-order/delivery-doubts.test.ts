import { expect, test } from '@jest/globals';
import { FOOTAGE_PENDING } from '@stagereel/contracts';
import { confirmedDoubtsOf, isMetadataPending, isUpToDate } from './delivery-doubts.ts';

const downloadUrls = { '11111111-01': 'video:one', '11111111-02': 'https://example.jp/two' };
const doubtful = { orderNumber: '11111111', downloadUrls, doubts: { '11111111-01': '動画の長さが0秒です。' } };
const unhandled = { orderNumber: '11111111', isHandled: false };

test.each([
  ['the metadata of a video is pending', [FOOTAGE_PENDING], true],
  ['the metadata is pending and the video has the content of another one', [`${FOOTAGE_PENDING}別の明細の動画と内容が同じです。`], true],
  ['the metadata of one of two videos is pending', ['動画の長さが0秒です。', FOOTAGE_PENDING], true],
  ['a video has the wrong orientation', ['縦動画の明細ですが、横向きの動画です（16×9）。'], false],
])('when %s, then whether the delivery must be retried is as expected', (_what, texts, expected) => {
  expect(isMetadataPending(Object.fromEntries(texts.map((text, index) => [`11111111-0${index}`, text])))).toBe(expected);
});

test('when an admin confirms, then exactly the doubts are confirmed, and nothing while metadata is pending', () => {
  expect(confirmedDoubtsOf(doubtful.doubts)).toEqual({ '11111111-01': '動画の長さが0秒です。' });
  expect(confirmedDoubtsOf({ ...doubtful.doubts, '11111111-02': FOOTAGE_PENDING })).toEqual({});
});

test.each([
  ['nothing changed', [unhandled], { ...downloadUrls, '22222222-01': 'video:other' }, true],
  ['only spaces were added to a URL', [unhandled], { ...downloadUrls, '11111111-02': ' https://example.jp/two ' }, true],
  ['a video was replaced', [unhandled], { ...downloadUrls, '11111111-01': 'video:other' }, false],
  ['a video without a doubt was replaced', [unhandled], { ...downloadUrls, '11111111-02': 'video:other' }, false],
  ['a video was removed', [unhandled], { '11111111-02': 'https://example.jp/two' }, false],
  ['another admin has delivered the order', [{ ...unhandled, isHandled: true }], downloadUrls, false],
  ['the order no longer exists', [], downloadUrls, false],
])('when %s since then, then whether the doubtful delivery is up to date is as expected', (_what, groups, urls, expected) => {
  expect(isUpToDate({ doubtful, groups, urls })).toBe(expected);
});
