import { escapeMarkup } from './markup.ts';

export type PageContent = {
  title: string;
  description: string;
  /** Further elements of the head, as HTML. */
  head: string;
  /** Elements for the end of the body, as HTML. */
  data: string;
};

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;

type Place = { html: string; marker: string; fallback: string; insertion: string };

/** Puts HTML where the marker is, otherwise before the closing tag. */
const insert = ({ html, marker, fallback, insertion }: Place): string =>
  html.includes(marker) ? html.replace(marker, () => insertion) : html.replace(fallback, () => `${insertion}${fallback}`);

/** Fills in a page of the web build. Its own title and description are those of the home page. */
export const fillTemplate = ({ html, content }: { html: string; content: PageContent }): string => {
  const { title, description, head, data } = content;
  const described = html
    .replace(TITLE, () => `<title>${escapeMarkup(title)}</title>`)
    .replace(DESCRIPTION, () => `<meta name="description" content="${escapeMarkup(description)}">`);
  const headed = insert({ html: described, marker: '<!--head-->', fallback: '</head>', insertion: head });
  return insert({ html: headed, marker: '<!--initial-data-->', fallback: '</body>', insertion: data });
};
