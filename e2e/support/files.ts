import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';

const BOM = '\uFEFF';

/** Clicks the button and reads the saved file. `hasBom`: whether it starts with the byte order mark that spreadsheets need. */
export const saveBy = async (button: Locator): Promise<{ name: string; hasBom: boolean; lines: string[] }> => {
  const saved = button.page().waitForEvent('download');
  await button.click();
  const download = await saved;
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), hasBom: text.startsWith(BOM), lines: text.replace(BOM, '').trimEnd().split('\r\n') };
};
