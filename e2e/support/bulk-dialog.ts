import type { Locator, Page } from 'playwright-core';

/** A row of the table as it reads. */
export type ShownLine = {
  state: string;
  lineId: string;
  subject: string;
  chosen: string;
  offered: readonly string[];
  remarks: readonly string[];
};

export const NOTHING_CHOSEN = '選択しない';

/** Every line in the order in which it stands, read at one moment. */
const readLines = (dialog: Locator): Promise<ShownLine[]> =>
  dialog.getByRole('table', { name: '注文と動画の照合結果' }).evaluate((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => {
      const [state, order, file] = row.querySelectorAll('td');
      const textsIn = (cell: Element | undefined) => [...(cell?.querySelectorAll('p') ?? [])].map((line) => line.textContent);
      const [lineId = '', subject = ''] = textsIn(order);
      const select = file?.querySelector('select');
      return {
        state: state?.textContent ?? '',
        lineId,
        subject,
        chosen: select?.selectedOptions[0]?.label ?? '',
        offered: [...(select?.options ?? [])].slice(1).map(({ label }) => label),
        remarks: textsIn(file),
      };
    }),
  );

/** Drops files and folders as a hand does that drags them from a folder's window. */
const dropPaths = async (target: Locator, paths: readonly string[]): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to drop on');
  const devTools = await target.page().context().newCDPSession(target.page());
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files: [...paths], dragOperationsMask: 1 } });
  }
  await devTools.detach();
};

/** Opens 一括納品 on a page of orders, as soon as these are there. */
export const openBulkDialog = async (page: Page) => {
  await page.getByRole('button', { name: '一括納品' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: '一括納品' });
  return {
    dialog,
    drop: (paths: readonly string[]) => dropPaths(dialog.getByRole('region', { name: '納品する動画の選択' }), paths),
    /** The one button that delivers, saying how many orders that would be. */
    confirm: (count: number) => dialog.getByRole('button', { name: `${count}件の注文を納品してメールを送信` }),
    choose: (lineId: string, path: string) =>
      dialog.getByRole('combobox', { name: `${lineId} の動画ファイル` }).selectOption({ label: path }),
    /** What it tells once it has looked at every video: the table, and the names of the files that are nobody's. */
    review: async () => {
      const looking = dialog.getByText('選択した動画の向きと長さを確認しています。確認が終わると納品できます。');
      await looking.waitFor({ state: 'detached', timeout: 120_000 });
      const surplus = dialog.getByRole('alert').filter({ hasText: '注文が見つからないファイル（納品されません）' }).getByRole('listitem');
      return { lines: await readLines(dialog), surplus: (await surplus.allTextContents()).sort() };
    },
  };
};
