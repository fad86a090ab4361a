import type { Locator, Page } from 'playwright-core';

/** The texts of one row of the table. `chosen` and `offered` are names of files. */
export type ShownLine = {
  state: string;
  lineId: string;
  subject: string;
  chosen: string;
  offered: readonly string[];
  remarks: readonly string[];
};

export const NOTHING_CHOSEN = '選択しない';

const tableIn = (dialog: Locator): Locator => dialog.getByRole('region', { name: '注文と動画の照合結果' });

/** All rows in table order. Only visible rows are rendered, and a row without a matching file lists the other files only when it gets the focus. */
const readLines = (dialog: Locator): Promise<ShownLine[]> =>
  tableIn(dialog).evaluate(async (region) => {
    const nextFrames = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const textsIn = (cell: Element | undefined) => [...(cell?.querySelectorAll('p') ?? [])].map((line) => line.textContent);
    const lines = new Map<number, ShownLine>();
    for (let top = 0; top < region.scrollHeight; top += region.clientHeight / 2) {
      region.scrollTop = top;
      await nextFrames();
      for (const row of region.querySelectorAll('tr[aria-rowindex]')) {
        const index = Number(row.getAttribute('aria-rowindex'));
        if (lines.has(index)) continue;
        const [state, order, file] = row.querySelectorAll('td');
        const select = file?.querySelector('select');
        select?.focus({ preventScroll: true });
        await Promise.resolve();
        const [lineId = '', subject = ''] = textsIn(order);
        lines.set(index, {
          state: state?.textContent ?? '',
          lineId,
          subject,
          chosen: select?.selectedOptions[0]?.label ?? '',
          offered: [...(select?.options ?? [])].slice(1).map(({ label }) => label),
          remarks: textsIn(file),
        });
      }
    }
    return [...lines].sort(([one], [other]) => one - other).map(([, line]) => line);
  });

/** Scrolls until the row is rendered. */
const reveal = (dialog: Locator, name: string): Promise<void> =>
  tableIn(dialog).evaluate(async (region, label) => {
    for (let top = 0; top < region.scrollHeight; top += region.clientHeight / 2) {
      if ([...region.querySelectorAll('select')].some((select) => select.ariaLabel === label)) return;
      region.scrollTop = top;
      await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    }
  }, name);

/** Drops files and folders as a user does who drags them from a file manager. */
const dropPaths = async (target: Locator, paths: readonly string[]): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('The drop target is not visible');
  const devTools = await target.page().context().newCDPSession(target.page());
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files: [...paths], dragOperationsMask: 1 } });
  }
  await devTools.detach();
};

/** Opens the dialog 一括納品 on a page of orders, once they are loaded. */
export const openBulkDialog = async (page: Page) => {
  await page.getByRole('button', { name: '一括納品' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: '一括納品' });
  return {
    dialog,
    drop: (paths: readonly string[]) => dropPaths(dialog.getByRole('region', { name: '納品する動画の選択' }), paths),
    /** The button that delivers. Its text contains the number of orders. */
    confirm: (count: number) => dialog.getByRole('button', { name: `${count}件の注文を納品してメールを送信` }),
    choose: async (lineId: string, path: string) => {
      const name = `${lineId} の動画ファイル`;
      await reveal(dialog, name);
      const files = dialog.getByRole('combobox', { name });
      await files.focus();
      await files.selectOption({ label: path });
    },
    /** Without focusing the row: the number of files that it lists, and the number of rendered rows. */
    drawnAround: async (lineId: string) => {
      const name = `${lineId} の動画ファイル`;
      await reveal(dialog, name);
      const listed = await dialog.getByRole('combobox', { name }).locator('option').count();
      return { listed, lines: await tableIn(dialog).locator('tr[aria-rowindex]').count() };
    },
    /** Waits until the dialog has checked every video. Returns the rows and the names of the unmatched files. */
    review: async () => {
      const checking = dialog.getByText('選択した動画の向きと長さを確認しています。確認が終わると納品できます。');
      await checking.waitFor({ state: 'detached', timeout: 120_000 });
      const surplus = dialog.getByRole('alert').filter({ hasText: '注文が見つからないファイル（納品されません）' }).getByRole('listitem');
      return { lines: await readLines(dialog), surplus: (await surplus.allTextContents()).sort() };
    },
  };
};
