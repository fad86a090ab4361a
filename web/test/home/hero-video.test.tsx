import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';
import { buildContest } from '../order-form/open-order-form.ts';

const SAMPLE = '/media/c2/sample.mp4';
const contests = [
  buildContest(),
  buildContest({ id: 'c2', name: '秋の大会', slug: 'autumn', sampleVideo: { url: SAMPLE, posterUrl: '/media/c2/poster.webp' } }),
];
const open = () => openPage('/', { 'GET /api/contests': () => json(contests) });
const video = () => document.querySelector('video');
const picture = () => screen.findByRole('img', { name: '照明に浮かび上がる、ステージ上の選手たち' });

/** Lets the browser report that the visitor has these preferences. */
const prefer = (wanted: string) =>
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query === wanted,
        media: query,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
const connectBy = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

/** The idle callbacks that wait. */
let idle: (() => void)[] = [];
beforeEach(() => {
  prefer('no preference');
  idle = [];
  Object.assign(window, { requestIdleCallback: (run: () => void) => idle.push(run), cancelIdleCallback: () => undefined });
});
afterEach(() => void connectBy(undefined));
const becomeIdle = async () => {
  await screen.findByRole('article', { name: '秋の大会' });
  await waitFor(() => expect(idle).not.toEqual([]));
  for (const run of idle) run();
};

test('when the page has loaded and is idle, then the first sample video plays silently over the picture, and can be paused (customer 2.6)', async () => {
  const { user } = open();
  expect(await picture()).toHaveAttribute('fetchpriority', 'high');
  await screen.findByRole('article', { name: '秋の大会' });
  expect(video()).toBeNull();
  await becomeIdle();
  await waitFor(() => expect(video()).toHaveAttribute('src', SAMPLE));
  const element = video() as HTMLVideoElement;
  expect({ muted: element.muted, loop: element.loop, inline: element.hasAttribute('playsinline') }).toEqual({
    muted: true,
    loop: true,
    inline: true,
  });
  expect(screen.queryByRole('button', { name: '背景の動画を一時停止' })).not.toBeInTheDocument();

  fireEvent.playing(element);
  const pause = jest.spyOn(element, 'pause').mockImplementation(() => fireEvent.pause(element));
  const play = jest.spyOn(element, 'play').mockImplementation(async () => void fireEvent.playing(element));
  await user.click(await screen.findByRole('button', { name: '背景の動画を一時停止' }));
  expect(pause).toHaveBeenCalledTimes(1);
  await expectAccessible();
  await user.click(await screen.findByRole('button', { name: '背景の動画を再生' }));
  expect(play).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: '背景の動画を一時停止' })).toBeVisible();
});

test.each(['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'])(
  'when the visitor prefers %s, then no video loads',
  async (wanted) => {
    prefer(wanted);
    open();
    await screen.findByRole('article', { name: '秋の大会' });
    expect(await picture()).toBeVisible();
    expect(idle).toEqual([]);
    expect(video()).toBeNull();
  },
);

test.each([{ saveData: true }, { effectiveType: '3g' }])('when the connection is %j, then no video loads', async (connection) => {
  connectBy(connection);
  open();
  await screen.findByRole('article', { name: '秋の大会' });
  expect(idle).toEqual([]);
  expect(video()).toBeNull();
});

test('when the video cannot be loaded, then the picture stays and there is nothing to pause', async () => {
  open();
  await becomeIdle();
  await waitFor(() => expect(video()).not.toBeNull());
  fireEvent.error(video() as HTMLVideoElement);
  await waitFor(() => expect(video()).toBeNull());
  expect(await picture()).toBeVisible();
});
