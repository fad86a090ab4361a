import type { Locator } from 'playwright-core';

/** The mail that a link opens: its address, its subject and its lines. */
export const mailBehind = async (link: Locator) => {
  const { pathname, searchParams } = new URL(String(await link.getAttribute('href')));
  return { to: pathname, subject: searchParams.get('subject'), lines: String(searchParams.get('body')).split('\r\n') };
};
