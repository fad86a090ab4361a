import { expect, test } from '@jest/globals';
import { sampleTitles } from './sample-titles.ts';

test('when videos and pictures are mixed, each kind is numbered separately', () => {
  expect(sampleTitles([{ type: 'video' }, { type: 'image' }, { type: 'video' }])).toEqual([
    'サンプル動画1',
    'サンプル画像1',
    'サンプル動画2',
  ]);
});
