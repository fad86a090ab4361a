import { describe, expect, test } from '@jest/globals';
import { forgetAdminDrafts } from '../../lib/admin-drafts.ts';
import { memoryStore } from '../../testing/memory-store.ts';
import { createLineVideos } from './order-workspace.ts';

const videosIn = (tab: ReturnType<typeof memoryStore>) => createLineVideos(() => tab);
const stateOf = ({ urls, hashes }: ReturnType<typeof createLineVideos>) => ({ urls: urls.read(), hashes: hashes.read() });

describe('an uploaded video', () => {
  test('when the page is reloaded, then its line still has it', () => {
    const tab = memoryStore();
    videosIn(tab).setUploaded('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: 'abc' });
    expect(stateOf(videosIn(tab))).toEqual({ urls: { '11111111-01': 'video:m1' }, hashes: { 'video:m1': 'abc' } });
  });

  test('when its admin signs out, then the next admin does not see it, before and after a reload', () => {
    const tab = memoryStore();
    const videos = videosIn(tab);
    videos.setUploaded('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: 'abc' });
    forgetAdminDrafts(tab);
    const empty = { urls: {}, hashes: {} };
    expect([stateOf(videos), stateOf(videosIn(tab))]).toEqual([empty, empty]);
  });
});

describe('the URL of a line', () => {
  test('when it is replaced, then the line has the new one only', () => {
    const videos = videosIn(memoryStore());
    videos.setUploaded('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: null });
    expect([videos.hasUrl('11111111-01', 'video:m1'), videos.hasUrl('11111111-01', '')]).toEqual([true, false]);
    videos.setUrls({ '11111111-01': ' https://videos.example.com/1 ' });
    expect([videos.hasUrl('11111111-01', 'video:m1'), videos.hasUrl('11111111-01', 'https://videos.example.com/1')]).toEqual([false, true]);
  });

  test('when it is removed or was never set, then the line has none', () => {
    const videos = videosIn(memoryStore());
    videos.setUrls({ '11111111-01': 'video:m1' });
    videos.setUrls({ '11111111-01': '' });
    expect([videos.hasUrl('11111111-01', ''), videos.hasUrl('11111111-01', 'video:m1'), videos.hasUrl('22222222-01', '')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('the hash of a video', () => {
  const withTwo = () => {
    const videos = videosIn(memoryStore());
    videos.setUploaded('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: 'abc' });
    videos.setUploaded('22222222-01', { url: 'video:m2', fileName: '2.mp4', sha256: 'def' });
    return videos;
  };

  test('when its line is delivered, then it is removed with the URL', () => {
    const videos = withTwo();
    videos.remove(['11111111-01']);
    expect(stateOf(videos)).toEqual({ urls: { '22222222-01': 'video:m2' }, hashes: { 'video:m2': 'def' } });
  });

  test('when the video of its line is replaced, then it is removed', () => {
    const videos = withTwo();
    videos.setUploaded('11111111-01', { url: 'video:m3', fileName: '3.mp4', sha256: 'ghi' });
    videos.setUrls({ '22222222-01': '' });
    expect(videos.hashes.read()).toEqual({ 'video:m3': 'ghi' });
  });
});

describe('the file name of a video', () => {
  test('when the page is reloaded and the delivery recalled, then it is still known', () => {
    const tab = memoryStore();
    const videos = videosIn(tab);
    videos.setUploaded('11111111-01', { url: 'video:m1', fileName: '012_縦.mp4', sha256: null });
    videos.remove(['11111111-01']);
    expect([videos.fileNames.read(), videosIn(tab).fileNames.read()]).toEqual([{ 'video:m1': '012_縦.mp4' }, { 'video:m1': '012_縦.mp4' }]);
  });

  test('when its admin signs out, then the next admin does not see it', () => {
    const tab = memoryStore();
    const videos = videosIn(tab);
    videos.setUploaded('11111111-01', { url: 'video:m1', fileName: '012_縦.mp4', sha256: null });
    forgetAdminDrafts(tab);
    expect([videos.fileNames.read(), videosIn(tab).fileNames.read()]).toEqual([{}, {}]);
  });

  test('when more than five hundred are uploaded, then the oldest are removed', () => {
    const videos = videosIn(memoryStore());
    for (let number = 0; number < 501; number += 1) {
      videos.setUploaded('11111111-01', { url: `video:m${number}`, fileName: `${number}.mp4`, sha256: null });
    }
    const names = Object.values(videos.fileNames.read());
    expect([names.length, names.at(0), names.at(-1)]).toEqual([500, '1.mp4', '500.mp4']);
  });
});

test('when the browser forbids session storage, then a video is kept until the page is closed', () => {
  const videos = createLineVideos(() => {
    throw new Error('forbidden');
  });
  videos.setUploaded('11111111-01', { url: 'video:m1', fileName: '1.mp4', sha256: null });
  expect(stateOf(videos)).toEqual({ urls: { '11111111-01': 'video:m1' }, hashes: {} });
});

test('when something changes, then the listeners are called, and only then', () => {
  const { urls, ...videos } = videosIn(memoryStore());
  let calls = 0;
  const unsubscribe = urls.store.subscribe(() => {
    calls += 1;
  });
  videos.setUrls({ '11111111-01': 'https://videos.example.com/1' });
  videos.remove(['22222222-01']);
  expect(calls).toBe(1);
  unsubscribe();
  videos.remove(['11111111-01']);
  expect(calls).toBe(1);
});
