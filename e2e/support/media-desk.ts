import type { Locator, Page } from 'playwright-core';

/** One of the two regions for a contest's media, each with an upload and a list. */
export const mediaPart = (page: Page, title: 'カバー画像' | 'サンプル動画・画像'): Locator =>
  page.getByRole('region', { name: title, exact: true });

export const chooseFiles = (part: Locator, paths: readonly string[]): Promise<void> =>
  part
    .locator('section input[type=file]')
    .first()
    .setInputFiles([...paths]);
export const chooseFolder = (part: Locator, path: string): Promise<void> =>
  part.locator('section input[webkitdirectory]').setInputFiles(path);

/** Drops a picture as a user does who drags it from a file manager. */
export const dropPicture = async (part: Locator, { name, content }: { name: string; content: Buffer }): Promise<void> => {
  const dataTransfer = await part.page().evaluateHandle(
    ([fileName, base64]) => {
      const dropped = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      dropped.items.add(new File([bytes], fileName, { type: 'image/png' }));
      return dropped;
    },
    [name, content.toString('base64')] as const,
  );
  await part.getByRole('region', { name: /のファイル選択$/ }).dispatchEvent('drop', { dataTransfer });
};

export const startUpload = (part: Locator): Promise<void> => part.getByRole('button', { name: /アップロード$/ }).click();

export const mediaRow = (part: Locator, name: string): Locator => part.getByRole('listitem', { name, exact: true });
/** The names in list order. */
export const mediaNames = (part: Locator): Promise<(string | null)[]> =>
  part.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')).filter((name) => name !== null));

/** Waits until the list shows the names in this order. */
export const waitForNames = async (part: Locator, names: readonly string[]): Promise<void> => {
  for (const [index, name] of names.entries()) await part.locator(`li[aria-label]:nth-child(${index + 1})[aria-label="${name}"]`).waitFor();
};
