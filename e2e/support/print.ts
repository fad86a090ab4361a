import type { Page } from 'playwright-core';

/** The page as printed: the landmarks, headings and controls that are visible outside its articles, and the number of A4 sheets. */
export const printed = async (page: Page) => {
  await page.emulateMedia({ media: 'print' });
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('header, nav, footer, main, button, form, h1, h2, article')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 1)
      .filter((element) => element.closest('article') === null || element.localName === 'article')
      .map(({ localName }) => localName),
  );
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  await page.emulateMedia({ media: 'screen' });
  return { shown, sheets: pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length };
};
