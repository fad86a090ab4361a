import type { Answer, Shop } from './shop.ts';

/** Delivers so many lines of an order from the back office; line 1 is the video https://videos.example/1. */
export const deliver = async ({ shop, number, lines = 1 }: { shop: Shop; number: string; lines?: number }): Promise<Answer> => {
  const urls = Array.from({ length: lines }, (_, index) => [`${number}-0${index + 1}`, `https://videos.example/${index + 1}`]);
  return shop.call({
    method: 'POST',
    path: `/api/orders/${number}/deliver`,
    cookie: await shop.identity.adminCookie(),
    body: { downloadUrls: Object.fromEntries(urls) },
  });
};

/** The id of the download page that a delivery answered. */
export const pageIdOf = ({ body }: Answer): string => body.downloadPath.replace('/download/', '');
