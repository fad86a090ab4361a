/** Apps with an in-app browser, most of which cannot save files. The first match counts. */
const APPS = [
  { name: 'LINE', mark: /\bLine\// },
  { name: 'Instagram', mark: /\bInstagram\b/ },
  { name: 'Facebook', mark: /\bFB(?:AN|AV|_IAB)\b/ },
  { name: 'X（Twitter）', mark: /\bTwitter(?:Android| for iPhone)?\b/ },
  { name: 'TikTok', mark: /\b(?:musical_ly|BytedanceWebview|TikTok)\b/ },
  { name: 'Yahoo! JAPAN', mark: /\bYJApp-/ },
] as const;
export type InAppBrowser = (typeof APPS)[number]['name'];

/** The app whose in-app browser shows the page; null for a regular browser. */
export const inAppBrowserOf = (userAgent: string): InAppBrowser | null => APPS.find(({ mark }) => mark.test(userAgent))?.name ?? null;

/** An address that LINE opens in the default browser: https://developers.line.biz/en/docs/line-login/using-line-url-scheme/ */
export const outsideLine = (address: string): string => {
  const url = new URL(address);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
};
