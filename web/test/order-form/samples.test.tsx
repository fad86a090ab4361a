import { expect, jest, test } from '@jest/globals';
import type { Media } from '@stagereel/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { openForm } from './open-order-form.ts';

const ledger = openTextLedger('sample-video');

const sample = (type: Media['type'], name: string): Media => ({
  id: name,
  contestId: 'c1',
  category: 'sample',
  type,
  url: `/media/c1/${name}`,
  originalName: name,
  uploadedAt: '2026-11-01T00:00:00.000Z',
  displayOrder: 1,
  thumbnailUrl: null,
  contentType: '',
  size: 1,
  width: null,
  height: null,
  durationSeconds: null,
  posterUrl: null,
  variants: [],
  processing: 'ready',
});
const samples = [sample('video', 'sample.mp4'), sample('image', 'sample.webp')];

const video = () => screen.findByLabelText('サンプル動画1', { selector: 'video' });

test('when a video does not load, then it is retried twice before an error is shown, and a click on retry loads it again', async () => {
  const { user } = await openForm({ samples });
  await screen.findByRole('heading', { name: '動画のサンプル' });
  await expectAccessible();
  fakeTime();
  await user.click(screen.getByRole('button', { name: 'サンプル動画1を再生' }));

  for (const isRetried of [true, true, false]) {
    const load = await video();
    expect(load).toHaveAttribute('src', '/media/c1/sample.mp4');
    expect(screen.getByText('動画を読み込み中...')).toBeVisible();
    fireEvent.error(load);
    await waitFor(() => expect(load).not.toBeInTheDocument());
    if (isRetried) await jest.advanceTimersByTimeAsync(1_000);
  }
  await ledger.see('動画の読み込みに失敗しました');
  jest.useRealTimers();
  await expectAccessible();

  await user.click(screen.getByRole('button', { name: 'サンプル動画1を再試行' }));
  const load = await video();
  expect(screen.queryByText('動画の読み込みに失敗しました')).not.toBeInTheDocument();
  fireEvent.loadedMetadata(load);
  await waitFor(() => expect(screen.queryByText('動画を読み込み中...')).not.toBeInTheDocument());
  expect(load).toBeVisible();
});

test('when a picture is enlarged, then a dialog shows it, and Escape closes the dialog', async () => {
  const { user } = await openForm({ samples });
  const open = await screen.findByRole('button', { name: 'サンプル画像1を拡大' });
  await user.click(open);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('img', { name: 'サンプル画像1' })).toHaveAttribute('src', '/media/c1/sample.webp');
  await expectAccessible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('when all tests of the samples have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
