import { createHash } from 'node:crypto';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { type Media, uploadedMediaSchema } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildMedia } from '../../src/testing/build-media.ts';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { expectAccessible, json } from '../../src/testing/open-page.tsx';
import { expectToastAndClose } from '../admin-contests/contest-screens.ts';
import { acceptNodeSignals, chooseFiles, mediaPart, mediaRow, openMediaTab } from './media-screen.ts';

const CONTENT = 'picture';
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

/** jsdom has no workers. This one responds like the worker that hashes files. */
class HashWorker extends EventTarget {
  onmessage: ((event: MessageEvent<{ digest: string }>) => void) | null = null;
  postMessage(): void {
    queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data: { digest: SHA256 } })));
  }
  terminate(): void {
    this.onmessage = null;
  }
}

beforeEach(() => {
  acceptNodeSignals();
  Object.assign(globalThis, { Worker: HashWorker });
});
const fileOf = (name: string, type: string) => new File([CONTENT], name, { type });
const waitForReconnect = () => screen.findByText(/^再接続中/);

test('when files are chosen, then each accepted one has its size and can be removed, and the others are listed with the reason (admin 2.39, 5.13)', async () => {
  const { user } = openMediaTab([]);
  const covers = await mediaPart('カバー画像');
  chooseFiles(covers, [fileOf('old.png', 'image/png'), fileOf('memo.txt', 'text/plain'), fileOf('large.mp4', 'video/mp4')]);
  expect(await within(covers).findByText('memo.txt（画像ではありません）')).toBeVisible();
  expect(within(covers).getByText('large.mp4（画像ではありません）')).toBeVisible();
  expect(within(covers).getByRole('button', { name: '1件をアップロード' })).toBeEnabled();
  expect(within(covers).getByText('0.1 MB未満')).toBeVisible();
  await user.click(within(covers).getByRole('button', { name: 'old.pngを一覧から外す' }));
  await waitFor(() => expect(within(covers).queryByText('old.png')).not.toBeInTheDocument());
  const samples = await mediaPart('サンプル動画・画像');
  chooseFiles(samples, [fileOf('notes.pdf', 'application/pdf')]);
  expect(await within(samples).findByText('notes.pdf（動画・画像ではありません）')).toBeVisible();
  await expectAccessible();
});

test('when the response to a chunk is not 200, then the chunk counts as unsent; when a file fails, then it shows the reason and can be retried (admin 2.40, 5.14, 8.22)', async () => {
  fakeTime('setTimeout');
  const media: Media[] = [];
  const page = openMediaTab(media);
  const { user, respond, requests } = page;
  const statuses = [202, 400];
  respond('POST /api/contests/c1/media/chunked-init', () => json({ uploadId: 'u1', chunkSize: 1, totalChunks: 1, expiresAt: '' }));
  // A proxy responds instead of the shop.
  respond('POST /api/contests/c1/media/chunked-upload', () => new Response('not the shop', { status: statuses.shift() ?? 200 }));
  respond('GET /api/contests/c1/media/chunked-status', () => json({ missing: [0], media: null }));
  respond('POST /api/contests/c1/media/chunked-complete', () => {
    media.push(buildMedia('old.png'));
    return json(uploadedMediaSchema.parse({ ...media[0], sha256: SHA256, lineId: null }));
  });

  const part = await mediaPart('サンプル動画・画像');
  chooseFiles(part, [fileOf('old.png', 'image/png')]);
  await user.click(await within(part).findByRole('button', { name: '1件をアップロード' }));
  await waitForReconnect();
  expect(within(part).getByRole('button', { name: 'ファイルを選ぶ' })).toBeDisabled();
  expect(within(part).getByRole('button', { name: 'フォルダを選ぶ' })).toBeDisabled();
  await expectAccessible();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await within(part).findByText('ファイルの送信に失敗しました（ステータス: 400）。もう一度お試しください。')).toBeVisible();
  await expectToastAndClose(user, {
    title: 'アップロードエラー',
    text: '1件のファイルをアップロードできませんでした。もう一度お試しください。',
  });
  expect(requests('POST /api/contests/c1/media/chunked-upload')).toHaveLength(2);
  expect(requests('POST /api/contests/c1/media/chunked-complete')).toEqual([]);
  await expectAccessible();

  await user.click(within(part).getByRole('button', { name: 'old.pngを再試行' }));
  await expectToastAndClose(user, { title: 'アップロード完了', text: '1件のファイルをアップロードしました。' });
  expect(await mediaRow('old.png')).toBeVisible();
  await waitFor(() => expect(within(part).getByRole('button', { name: 'アップロード' })).toBeEnabled());
});
