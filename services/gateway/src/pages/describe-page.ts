import { type Contest, isSameSlug, type ScreenPath } from '@stagereel/contracts';
import type { Screen } from './find-screen.ts';
import type { PageHead, ShareImage } from './page-head.ts';
import { contestText, homeText, notFoundText, orderFormText, screenTexts } from './page-texts.ts';
import type { PublicContests } from './public-contests.ts';
import { contestData, siteData } from './structured-data.ts';

/** The pages of the web build. */
export type TemplateName = 'home' | 'orderForm' | 'app';

export type PageDescription = {
  /** Equal for pages that are equal while the contests do not change. Visitors cannot invent keys. */
  key: string;
  template: TemplateName;
  status: 200 | 404;
  head: PageHead;
  /** Whether the address is a key, which must not be sent to other sites. */
  isSecret: boolean;
};

type Input = { origin: string; screen: Screen | undefined; contests: PublicContests | undefined };

const genericImage = (origin: string): ShareImage => ({
  url: `${origin}/share.jpg`,
  alt: 'StageReel（ステージリール） 大会の選手動画のオンラインショップ',
  width: 1200,
  height: 630,
});

const coverOf = (origin: string, { name, coverImage }: Contest): ShareImage =>
  coverImage === null ? genericImage(origin) : { url: new URL(coverImage, origin).href, alt: `${name}のカバー画像` };

export const orderFormUrl = (origin: string, { slug }: Contest): string => `${origin}/order-form/${encodeURIComponent(slug)}`;

const describeOrderForm = ({ origin, contests, slug }: Input & { slug: string }): PageDescription => {
  const page = { template: 'orderForm', isSecret: false } as const;
  const contest = contests?.contests.find((each) => isSameSlug(each.slug, slug));
  if (!contest) {
    // While catalog is down, nobody knows whether the contest exists.
    const status = contests ? 404 : 200;
    const head = { text: orderFormText, image: genericImage(origin), canonical: undefined, isListed: contests === undefined };
    return { ...page, key: `unknown order form ${status}`, status, head };
  }
  const canonical = orderFormUrl(origin, contest);
  const image = coverOf(origin, contest);
  const structuredData = contestData({ contest, url: canonical, image: image.url });
  const samples = contest.hasSamples ? { posterUrl: contest.sampleVideo?.posterUrl ?? null } : undefined;
  const head = { text: contestText(contest), image, canonical, isListed: true, structuredData, samples };
  return { ...page, key: `order form ${contest.slug}`, status: 200, head };
};

const describeScreen = ({ origin, screen: { pattern, visibility } }: { origin: string; screen: Screen }): PageDescription => {
  const isHome = pattern === '/';
  const isListed = visibility === 'listed';
  return {
    key: pattern,
    template: isHome ? 'home' : 'app',
    status: 200,
    head: {
      text: screenTexts[pattern] ?? homeText,
      image: genericImage(origin),
      canonical: isListed ? `${origin}${pattern}` : undefined,
      isListed,
      structuredData: isHome ? siteData({ origin }) : undefined,
    },
    isSecret: visibility === 'secret',
  };
};

const ORDER_FORM: ScreenPath = '/order-form/:contestSlug';

/** Whether the page of a screen depends on the contests. */
export const showsContests = (screen: Screen | undefined): boolean => screen?.pattern === '/' || screen?.pattern === ORDER_FORM;

/** What the page of a screen is called, and which page of the web build shows it. Without a screen, it is the not-found page. */
export const describePage = (input: Input): PageDescription => {
  const { origin, screen } = input;
  if (!screen) {
    const head = { text: notFoundText, image: genericImage(origin), canonical: undefined, isListed: false };
    return { key: 'not found', template: 'app', status: 404, head, isSecret: false };
  }
  if (screen.pattern === ORDER_FORM) return describeOrderForm({ ...input, slug: screen.params['contestSlug'] ?? '' });
  return describeScreen({ origin, screen });
};
