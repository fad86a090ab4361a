import type { Locator } from 'playwright-core';

/** The address, subject and lines of the mail that a `mailto:` link opens. */
export const mailBehind = async (link: Locator) => {
  const { pathname, searchParams } = new URL(String(await link.getAttribute('href')));
  return { to: pathname, subject: searchParams.get('subject'), lines: String(searchParams.get('body')).split('\r\n') };
};
