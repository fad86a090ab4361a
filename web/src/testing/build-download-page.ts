import type { DownloadPage } from '@stagereel/contracts';

type Line = DownloadPage['orders'][number];

/** A vertical video of ¥5,000 on an external site that nobody has downloaded, with the given changes. */
export const buildDownloadLine = (changes: Partial<Line> = {}): Line => ({
  id: '12345678-01',
  contestName: '春の大会',
  category: '一般',
  athleteNumber: '012',
  athleteName: '佐藤 美咲',
  style: '縦動画',
  price: 5000,
  state: 'open',
  claimExpiresAt: null,
  wasSentTwice: false,
  size: null,
  width: null,
  height: null,
  posterUrl: null,
  previewUrl: null,
  isPreviewComing: false,
  ...changes,
});

/** A download page that expires in 2126, with the given changes. */
export const buildDownloadPage = (changes: Partial<DownloadPage> = {}): DownloadPage => ({
  orderNumber: '12345678',
  createdAt: '2026-11-22T01:30:00.000Z',
  expiresAt: '2126-12-22T01:30:00.000Z',
  orders: [buildDownloadLine()],
  following: null,
  ...changes,
});
