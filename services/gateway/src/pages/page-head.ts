import { cssUrl, escapeMarkup, scriptJson } from './markup.ts';
import type { PageText } from './page-texts.ts';
import { SITE_NAME } from './page-texts.ts';

export type ShareImage = { url: string; alt: string; width?: number; height?: number };

export type PageHead = {
  text: PageText;
  image: ShareImage;
  /** The page's only address for search engines; undefined for a page that they must not list. */
  canonical: string | undefined;
  isListed: boolean;
  structuredData?: object | undefined;
  /** The samples of an order form, whose place and poster the page shows before its code runs. */
  samples?: { posterUrl: string | null } | undefined;
};

/** The prerendered order form reads these variables. */
const sampleElements = ({ posterUrl }: NonNullable<PageHead['samples']>): string =>
  [
    posterUrl !== null && `<link rel="preload" as="image" href="${escapeMarkup(posterUrl)}" fetchpriority="high">`,
    `<style>:root{--samples-display:block;--sample-poster:${posterUrl === null ? 'none' : cssUrl(posterUrl)}}</style>`,
  ]
    .filter(Boolean)
    .join('\n    ');

const meta = (kind: 'name' | 'property', name: string, content: string | number): string =>
  `<meta ${kind}="${name}" content="${escapeMarkup(String(content))}">`;

/** The elements by which search engines and messengers describe a page: https://ogp.me and X's cards. */
export const headElements = ({ text, image, canonical, isListed, structuredData, samples }: PageHead): string =>
  [
    samples && sampleElements(samples),
    canonical && `<link rel="canonical" href="${escapeMarkup(canonical)}">`,
    !isListed && meta('name', 'robots', 'noindex'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', SITE_NAME),
    meta('property', 'og:locale', 'ja_JP'),
    meta('property', 'og:title', text.title),
    meta('property', 'og:description', text.description),
    canonical && meta('property', 'og:url', canonical),
    meta('property', 'og:image', image.url),
    image.width && meta('property', 'og:image:width', image.width),
    image.height && meta('property', 'og:image:height', image.height),
    meta('property', 'og:image:alt', image.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    structuredData && `<script type="application/ld+json">${scriptJson(structuredData)}</script>`,
  ]
    .filter(Boolean)
    .join('\n    ');
