import type { Page } from 'playwright-core';

/** Minimum size of a touch target in CSS pixels: WCAG 2.2, 2.5.5. */
const TARGET_PX = 44;

/** Checks the rules for every page: Japanese, the title, one h1, one main landmark, and a focus order equal to the reading order. */
export const frameFindings = async ({ page, title }: { page: Page; title: string }): Promise<string[]> => {
  const expected = title === '' ? 'StageReel（ステージリール）' : `${title}｜StageReel`;
  // The title is set just after the page is rendered. A missing title is reported below.
  await page.waitForFunction((text) => document.title === text, expected).catch(() => undefined);
  const { lang, shownTitle, headings, mains, positiveTabIndexes } = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
    return {
      lang: document.documentElement.lang,
      shownTitle: document.title,
      headings: shown('h1').map(({ textContent }) => textContent),
      mains: shown('main').length,
      positiveTabIndexes: shown('[tabindex]').filter(({ tabIndex }) => tabIndex > 0).length,
    };
  });
  return [
    ...(lang === 'ja' ? [] : [`the language is "${lang}"`]),
    ...(shownTitle === expected ? [] : [`the title is "${shownTitle}"`]),
    ...(headings.length === 1 && headings[0] ? [] : [`the h1 are ${JSON.stringify(headings)}`]),
    ...(mains === 1 ? [] : [`there are ${mains} main landmarks`]),
    ...(positiveTabIndexes === 0 ? [] : [`${positiveTabIndexes} elements have a positive tabindex`]),
  ];
};

/** Checks that the first Tab focuses the main part or the skip link to it. */
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

/** Finds buttons, links and fields that are too small to touch. Links within running text may be as high as their line. */
export const targetFindings = (page: Page): Promise<string[]> =>
  page.evaluate((minimumPx) => {
    const CONTROLS =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"], [role="switch"], [role="option"]';

    const isInRunningText = (element: Element): boolean => {
      const parent = element.parentElement;
      if (!(element instanceof HTMLAnchorElement) || parent === null || getComputedStyle(element).display !== 'inline') return false;
      return parent.textContent?.trim() !== element.textContent?.trim();
    };
    /** The areas that activate an element. The label also toggles a checkbox, and the six boxes of a code are one field. */
    const boxesOf = (element: Element): DOMRect[] => {
      const isCheckable = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
      const code = element.closest('fieldset:has([autocomplete="one-time-code"])');
      const extraElements = isCheckable ? [...(element.labels ?? [])] : element instanceof HTMLInputElement && code ? [code] : [];
      return [element, ...extraElements].map((part) => part.getBoundingClientRect());
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
      // The element is hidden until it has the focus.
      if (bottom + window.scrollY <= 0 || right - left <= 1) return [];
      const isLargeEnough = Math.round(right - left) >= minimumPx && Math.round(bottom - top) >= minimumPx;
      return isLargeEnough ? [] : [`${nameOf(element)} is ${Math.round(right - left)}×${Math.round(bottom - top)} px`];
    });
  }, TARGET_PX);

/** Finds texts whose box is lower than their lines and cuts off what does not fit, as the feet of letters in a button. */
export const cutTextFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const { overflowY, webkitLineClamp } = getComputedStyle(element);
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const { clientHeight, scrollHeight } = element;
      // What only screen readers read is 1 px high.
      if (!hasText || overflowY === 'visible' || webkitLineClamp !== 'none' || clientHeight <= 1) return [];
      if (!element.checkVisibility() || /auto|scroll/.test(overflowY) || scrollHeight <= clientHeight) return [];
      return [`"${element.textContent?.trim().slice(0, 30)}" is ${scrollHeight} px high in ${clientHeight} px`];
    }),
  );

/**
 * Focuses each field, and finds those around which no ring appears: an outline of at least 2 px, with a contrast of 3 to the page. The ring may be
 * around the field, its label, or a box that contains it.
 */
export const focusRingFindings = async (page: Page): Promise<string[]> => {
  // After a key, the browser also shows the focus of checkboxes.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string): number =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const value = (channels(colour)[index] ?? 0) / 255;
        return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      }, 0);
    const contrast = (one: string, other: string): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const backgroundOf = (element: Element | null): string => {
      for (let each = element; each; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each);
        if (channels(backgroundColor)[3] !== 0) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    const outlineOf = (element: Element): { text: string; width: number; colour: string } => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      return {
        text: `${outlineStyle} ${outlineWidth} ${outlineColor}`,
        width: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
        colour: outlineColor,
      };
    };
    const fields = document.querySelectorAll<HTMLInputElement>('input:not([type="hidden"], [type="file"]), select, textarea');
    return [...fields].flatMap((field) => {
      if (!field.checkVisibility() || field.disabled || field.closest('[inert]')) return [];
      const boxes = [field, field.nextElementSibling, field.parentElement, field.parentElement?.parentElement, field.closest('label')];
      const places = boxes.filter((box) => box instanceof Element);
      field.blur();
      const before = places.map(outlineOf);
      field.focus({ preventScroll: true });
      const hasRing = places.some((place, index) => {
        const { text, width, colour } = outlineOf(place);
        return text !== before[index]?.text && width >= 2 && contrast(colour, backgroundOf(place.parentElement)) >= 3;
      });
      field.blur();
      return hasRing
        ? []
        : [`${field.tagName.toLowerCase()} "${field.ariaLabel ?? field.labels?.[0]?.textContent ?? field.name}" has no ring`];
    });
  });
};

/** Scrolls to the end of the page, and finds the controls in the table's last row over which something else lies. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const row = document.querySelector('main table tbody tr:last-child');
    const controls = [...(row?.querySelectorAll('button, a[href], input') ?? [])];
    if (controls.length === 0) return ['there is no control'];
    return controls.flatMap((control) => {
      // Tables scroll sideways on a phone.
      control.scrollIntoView({ block: 'nearest', inline: 'center' });
      const { x, y, width, height } = control.getBoundingClientRect();
      const seen = document.elementFromPoint(x + width / 2, y + height / 2);
      return row?.contains(seen) ? [] : [`${control.outerHTML.slice(0, 80)} is under ${seen?.outerHTML.slice(0, 80)}`];
    });
  });

/** The links in the header and the footer, which are the same on every customer page. */
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
