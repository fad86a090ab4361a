import { prepareStaticFile, type StaticFile } from '../static/static-file.ts';
import type { WebTemplates } from '../static/web-files.ts';
import { describePage, type PageDescription, showsContests } from './describe-page.ts';
import { findScreen } from './find-screen.ts';
import { scriptJson } from './markup.ts';
import { headElements } from './page-head.ts';
import { fillTemplate } from './page-template.ts';
import type { PublicContests, ReadPublicContests } from './public-contests.ts';
import { robotsText, sitemapXml } from './site-files.ts';

export type Pages = {
  /** The page for a decoded path. Never fails and never waits long: without catalog, it is general. */
  pageAt: (path: string) => Promise<StaticFile>;
  robots: StaticFile;
  /** Undefined while catalog is down: an incomplete sitemap would remove contests from search engines. */
  sitemap: () => Promise<StaticFile | undefined>;
};

type Options = {
  templates: WebTemplates;
  publicUrl: string;
  /** Headers of every page. */
  headers: Record<string, string>;
  readContests: ReadPublicContests;
};

/** Each page contains the whole list of contests, so a shop with very many contests does not keep all its pages in memory. */
const MAX_CACHED_PAGES = 200;

const headersOf = ({ head, isSecret }: PageDescription): Record<string, string> => ({
  ...(!head.isListed && { 'x-robots-tag': 'noindex' }),
  ...(isSecret && { 'referrer-policy': 'no-referrer' }),
});

const initialData = (contests: PublicContests): string =>
  `<script type="application/json" id="initial-data">${scriptJson(contests)}</script>`;

/** Files by key, rendered and compressed once for the same contests. */
const createRenderedFiles = () => {
  const withoutContests: object = {};
  const byContests = new WeakMap<object, Map<string, StaticFile>>();
  return ({ contests, key, render }: { contests: PublicContests | undefined; key: string; render: () => StaticFile }): StaticFile => {
    const owner = contests ?? withoutContests;
    const files = byContests.get(owner) ?? new Map<string, StaticFile>();
    byContests.set(owner, files);
    const known = files.get(key);
    if (known) return known;
    const [oldest] = files.keys();
    if (oldest !== undefined && files.size >= MAX_CACHED_PAGES) files.delete(oldest);
    const file = render();
    files.set(key, file);
    return file;
  };
};

/** The pages of the web app, with a head that search engines and messengers understand without running the app. */
export const createPages = ({ templates, publicUrl, headers, readContests }: Options): Pages => {
  const { origin } = new URL(publicUrl);
  const rendered = createRenderedFiles();

  const render = ({ page, contests }: { page: PageDescription; contests: PublicContests | undefined }): StaticFile => {
    const { title, description } = page.head.text;
    const data = contests ? initialData(contests) : '';
    const html = fillTemplate({ html: templates[page.template], content: { title, description, head: headElements(page.head), data } });
    return prepareStaticFile({
      name: 'page.html',
      bytes: Buffer.from(html),
      cacheControl: 'no-cache',
      status: page.status,
      headers: { ...headers, ...headersOf(page) },
    });
  };

  return {
    pageAt: async (path) => {
      const screen = findScreen(path);
      const contests = showsContests(screen) ? await readContests() : undefined;
      const page = describePage({ origin, screen, contests });
      return rendered({ contests, key: page.key, render: () => render({ page, contests }) });
    },
    robots: prepareStaticFile({
      name: 'robots.txt',
      bytes: Buffer.from(robotsText(origin)),
      cacheControl: 'public, max-age=3600',
      headers,
    }),
    sitemap: async () => {
      const contests = await readContests();
      if (!contests) return undefined;
      const bytes = (): Buffer => Buffer.from(sitemapXml({ origin, contests }));
      return rendered({
        contests,
        key: 'sitemap',
        render: () => prepareStaticFile({ name: 'sitemap.xml', bytes: bytes(), cacheControl: 'no-cache', headers }),
      });
    },
  };
};
