import { randomBytes } from 'node:crypto';
import { DOWNLOAD_CLAIM_COOKIE } from '@stagereel/contracts';
import type { Shop, ShopResponse } from './shop.ts';

/** Delivers the first lines of an order; line 1 gets the video https://videos.example/1. */
export const deliver = async ({ shop, number, lines = 1 }: { shop: Shop; number: string; lines?: number }): Promise<ShopResponse> => {
  const urls = Array.from({ length: lines }, (_, index) => [`${number}-0${index + 1}`, `https://videos.example/${index + 1}`]);
  return shop.call({
    method: 'POST',
    path: `/api/orders/${number}/deliver`,
    cookie: await shop.identity.adminCookie(),
    body: { downloadUrls: Object.fromEntries(urls) },
  });
};

/** The download page's id in the response to a delivery. */
export const pageIdOf = ({ body }: ShopResponse): string => body.downloadPath.replace('/download/', '');

/** The cookie of a browser that has opened a download page. */
export const newBrowser = (): string => `${DOWNLOAD_CLAIM_COOKIE}=${randomBytes(32).toString('base64url')}`;
