import { describe, expect, test } from '@jest/globals';
import { forgetAdminDrafts } from '../../../lib/admin-drafts.ts';
import { memoryStore } from '../../../testing/memory-store.ts';
import { createDeskVideos } from './arrived-videos.ts';

const deskOn = (tab: ReturnType<typeof memoryStore>) => createDeskVideos(() => tab);
const lying = ({ urls, contents }: ReturnType<typeof createDeskVideos>) => ({ urls: urls.read(), contents: contents.read() });

describe('a video that arrives while no desk is on the screen', () => {
  test("when the page is loaded anew, then it still is its line's", () => {
    const tab = memoryStore();
    deskOn(tab).putArrived('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: 'abc' });
    expect(lying(deskOn(tab))).toEqual({ urls: { '11111111-01': 'video:m1' }, contents: { 'video:m1': 'abc' } });
  });

  test('when its admin signs out, then the next one finds nothing of it, loaded anew or not', () => {
    const tab = memoryStore();
    const desk = deskOn(tab);
    desk.putArrived('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: 'abc' });
    forgetAdminDrafts(tab);
    const nothing = { urls: {}, contents: {} };
    expect([lying(desk), lying(deskOn(tab))]).toEqual([nothing, nothing]);
  });
});

describe('the video of a line', () => {
  test('when another one is laid, then the desk holds that, and no longer the one before', () => {
    const desk = deskOn(memoryStore());
    desk.putArrived('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: null });
    expect([desk.holds('11111111-01', 'video:m1'), desk.holds('11111111-01', '')]).toEqual([true, false]);
    desk.lay({ '11111111-01': ' https://videos.example.com/1 ' });
    expect([desk.holds('11111111-01', 'video:m1'), desk.holds('11111111-01', 'https://videos.example.com/1')]).toEqual([false, true]);
  });

  test('when it is taken away or was never there, then the desk holds none', () => {
    const desk = deskOn(memoryStore());
    desk.lay({ '11111111-01': 'video:m1' });
    desk.lay({ '11111111-01': '' });
    expect([desk.holds('11111111-01', ''), desk.holds('11111111-01', 'video:m1'), desk.holds('22222222-01', '')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('the content of a video', () => {
  const withTwo = () => {
    const desk = deskOn(memoryStore());
    desk.putArrived('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: 'abc' });
    desk.putArrived('22222222-01', { url: 'video:m2', fileName: '2.mp4', sha256: 'def' });
    return desk;
  };

  test('when its line is delivered, then it goes with the URL', () => {
    const desk = withTwo();
    desk.forget(['11111111-01']);
    expect(lying(desk)).toEqual({ urls: { '22222222-01': 'video:m2' }, contents: { 'video:m2': 'def' } });
  });

  test('when another video takes its place, then it goes as well', () => {
    const desk = withTwo();
    desk.putArrived('11111111-01', { url: 'video:m3', fileName: '3.mp4', sha256: 'ghi' });
    desk.lay({ '22222222-01': '' });
    expect(desk.contents.read()).toEqual({ 'video:m3': 'ghi' });
  });
});

describe('the name of a video', () => {
  test('when the page is loaded anew and the delivery recalled, then it is still known', () => {
    const tab = memoryStore();
    const desk = deskOn(tab);
    desk.putArrived('11111111-01', { url: 'video:m1', fileName: '012_縦.mp4', sha256: null });
    desk.forget(['11111111-01']);
    expect([desk.names.read(), deskOn(tab).names.read()]).toEqual([{ 'video:m1': '012_縦.mp4' }, { 'video:m1': '012_縦.mp4' }]);
  });

  test('when its admin signs out, then the next one does not read it', () => {
    const tab = memoryStore();
    const desk = deskOn(tab);
    desk.putArrived('11111111-01', { url: 'video:m1', fileName: '012_縦.mp4', sha256: null });
    forgetAdminDrafts(tab);
    expect([desk.names.read(), deskOn(tab).names.read()]).toEqual([{}, {}]);
  });

  test('when hundreds more arrive, then the oldest are forgotten', () => {
    const desk = deskOn(memoryStore());
    for (let number = 0; number < 501; number += 1) {
      desk.putArrived('11111111-01', { url: `video:m${number}`, fileName: `${number}.mp4`, sha256: null });
    }
    const names = Object.values(desk.names.read());
    expect([names.length, names.at(0), names.at(-1)]).toEqual([500, '1.mp4', '500.mp4']);
  });
});

test('when the tab can store nothing, then what arrives is kept as long as the page', () => {
  const desk = createDeskVideos(() => {
    throw new Error('forbidden');
  });
  desk.putArrived('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: null });
  expect(lying(desk)).toEqual({ urls: { '11111111-01': 'video:m1' }, contents: {} });
});

test('when something changes, then who listens hears of it, and only then', () => {
  const { urls, ...desk } = deskOn(memoryStore());
  let heard = 0;
  const stop = urls.subscribe(() => {
    heard += 1;
  });
  desk.lay({ '11111111-01': 'https://videos.example.com/1' });
  desk.forget(['22222222-01']);
  expect(heard).toBe(1);
  stop();
  desk.forget(['11111111-01']);
  expect(heard).toBe(1);
});
