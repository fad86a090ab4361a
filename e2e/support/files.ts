import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';

const BOM = '\uFEFF';

/** Presses the button and takes the file that the browser saves: its name, whether it begins as spreadsheets want UTF-8, and its lines. */
export const saveBy = async (button: Locator): Promise<{ name: string; hasBom: boolean; lines: string[] }> => {
  const saved = button.page().waitForEvent('download');
  await button.click();
  const download = await saved;
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), hasBom: text.startsWith(BOM), lines: text.replace(BOM, '').trimEnd().split('\r\n') };
};
