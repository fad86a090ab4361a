import type { Page } from 'playwright-core';

/** CSS pixels of a finger: WCAG 2.2, 2.5.5. */
const TARGET_PX = 44;

/** What every page is, whatever it shows: in Japanese, with a title, one h1, one main landmark, and an order of focus that is the order of reading. */
export const frameFindings = async ({ page, title }: { page: Page; title: string }): Promise<string[]> => {
  const expected = title === '' ? 'StageReel（ステージリール）' : `${title}｜StageReel`;
  // It is set just after the page is drawn; one that never comes is reported below.
  await page.waitForFunction((text) => document.title === text, expected).catch(() => undefined);
  const { lang, shownTitle, headings, mains, jumps } = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
    return {
      lang: document.documentElement.lang,
      shownTitle: document.title,
      headings: shown('h1').map(({ textContent }) => textContent),
      mains: shown('main').length,
      jumps: shown('[tabindex]').filter(({ tabIndex }) => tabIndex > 0).length,
    };
  });
  return [
    ...(lang === 'ja' ? [] : [`the language is "${lang}"`]),
    ...(shownTitle === expected ? [] : [`the title is "${shownTitle}"`]),
    ...(headings.length === 1 && headings[0] ? [] : [`the h1 are ${JSON.stringify(headings)}`]),
    ...(mains === 1 ? [] : [`there are ${mains} main landmarks`]),
    ...(jumps === 0 ? [] : [`${jumps} elements jump the order of focus`]),
  ];
};

/** The first Tab leads into the main part, or to a link that does. */
export const firstTabFindings = async (page: Page): Promise<string[]> => {
  const whereFocusIs = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return { isInMain: Boolean(element?.closest('main')), text: element?.textContent ?? '' };
    });
  // From the top of the document, as after opening it.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  await page.keyboard.press('Tab');
  const first = await whereFocusIs();
  if (first.isInMain) return [];
  if (first.text !== '本文へ移動') return [`the first Tab leads to "${first.text}"`];
  await page.keyboard.press('Enter');
  return (await whereFocusIs()).isInMain ? [] : ['the skip link does not lead to the main part'];
};

/** Buttons, links and fields that a finger may miss. Links within running text may be as high as their line. */
export const targetFindings = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const CONTROLS =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"], [role="switch"], [role="option"]';

    const isInRunningText = (element: Element): boolean => {
      const parent = element.parentElement;
      if (!(element instanceof HTMLAnchorElement) || parent === null || getComputedStyle(element).display !== 'inline') return false;
      return parent.textContent?.trim() !== element.textContent?.trim();
    };
    /** A box is ticked by its label, too; and a code's six boxes are one field, whichever of them is hit. */
    const boxesOf = (element: Element): DOMRect[] => {
      const isTicked = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
      const code = element.closest('fieldset:has([autocomplete="one-time-code"])');
      const more = isTicked ? [...(element.labels ?? [])] : element instanceof HTMLInputElement && code ? [code] : [];
      return [element, ...more].map((part) => part.getBoundingClientRect());
    };
    const nameOf = (element: Element): string => {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return `${element.tagName.toLowerCase()} "${name.slice(0, 30) || element.getAttribute('name') || element.id}"`;
    };

    return [...document.querySelectorAll(CONTROLS)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || isInRunningText(element)) return [];
      const boxes = boxesOf(element);
      const left = Math.min(...boxes.map((box) => box.left));
      const right = Math.max(...boxes.map((box) => box.right));
      const top = Math.min(...boxes.map((box) => box.top));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      // Out of sight until it has the focus.
      if (bottom + window.scrollY <= 0 || right - left <= 1) return [];
      const isLargeEnough = Math.round(right - left) >= least && Math.round(bottom - top) >= least;
      return isLargeEnough ? [] : [`${nameOf(element)} is ${Math.round(right - left)}×${Math.round(bottom - top)} px`];
    });
  }, TARGET_PX);

/** Where the header and the footer lead: the same on every customer page. */
export const layoutLinks = (page: Page) =>
  page.evaluate(() => {
    const linksIn = (label: string) =>
      [...document.querySelectorAll(`nav[aria-label="${label}"] a`)].map((link) => [link.textContent, link.getAttribute('href')]);
    return {
      home: document.querySelector('header a')?.getAttribute('href'),
      menu: linksIn('メインメニュー'),
      footer: linksIn('フッターメニュー'),
      support: linksIn('サポート'),
      copyright: document.querySelector('footer p')?.textContent,
    };
  });
