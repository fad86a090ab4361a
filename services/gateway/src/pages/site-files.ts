import { type ScreenPath, screens } from '@stagereel/contracts';
import { orderFormUrl } from './describe-page.ts';
import { escapeMarkup } from './markup.ts';
import type { PublicContests } from './public-contests.ts';

const listedPaths = (Object.keys(screens) as ScreenPath[]).filter((path) => screens[path] === 'listed' && !path.includes(':'));

/** Beginnings of paths that no search engine needs to visit. Other unlisted screens say so in their head. */
const CLOSED_PATHS = ['/admin', '/dashboard', '/contest-edit/', '/download/', '/order-status/', '/receipt/', '/print/'];

/** A search engine that shows a page needs the contests; everything else below /api is not for it. */
export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    'Allow: /api/contests',
    'Disallow: /api/',
    ...CLOSED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

/** https://www.sitemaps.org/protocol.html. Without `lastmod`: nobody records when a contest's page last changed. */
export const sitemapXml = ({ origin, contests }: { origin: string; contests: PublicContests }): string => {
  const urls = [...listedPaths.map((path) => `${origin}${path}`), ...contests.contests.map((contest) => orderFormUrl(origin, contest))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map((url) => `  <url><loc>${escapeMarkup(url)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
};
