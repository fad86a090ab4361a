import type { Contest } from '@stagereel/contracts';
import { eventDates } from './event-dates.ts';
import { contestText, homeText, SITE_NAME } from './page-texts.ts';

type Linked = { origin: string };

/** Who runs the site: https://schema.org/Organization, https://schema.org/WebSite */
export const siteData = ({ origin }: Linked) => ({
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'Organization', '@id': `${origin}/#organization`, name: SITE_NAME, url: `${origin}/`, logo: `${origin}/icon-512.png` },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name: SITE_NAME,
      alternateName: 'ステージリール',
      url: `${origin}/`,
      description: homeText.description,
      inLanguage: 'ja',
      publisher: { '@id': `${origin}/#organization` },
    },
  ],
});

/** A contest and the sale of its videos: https://schema.org/Event. Undefined while no athlete is on sale. */
export const contestData = ({ contest, url, image }: { contest: Contest; url: string; image: string }) => {
  const { name, location, priceRange } = contest;
  if (!priceRange) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    ...eventDates(contest.date),
    ...(location !== '' && { location: { '@type': 'Place', name: location, address: location } }),
    description: contestText(contest).description,
    image,
    url,
    offers: {
      '@type': 'AggregateOffer',
      name: `${name}の選手の動画`,
      lowPrice: priceRange.min,
      highPrice: priceRange.max,
      priceCurrency: 'JPY',
      availability: 'https://schema.org/InStock',
      url,
    },
  };
};
