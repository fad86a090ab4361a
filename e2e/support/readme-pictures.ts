import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMailbox } from '@stagereel/shop-client';
import type { Page } from 'playwright-core';
import { enterBackOffice } from './admin.ts';
import { openChromium, openWindow } from './browser.ts';

// Draws the pictures of README.md from the shop that `npm run demo` has started in STACK_DIR.
const info = JSON.parse(await readFile(join(process.env['STACK_DIR'] ?? '.stack', 'stack.json'), 'utf8'));
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

const save = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  await writeFile(join(folder, name), Buffer.from(data, 'base64'));
};

const browser = await openChromium();
try {
  await mkdir(folder, { recursive: true });
  const { page } = await openWindow({ browser, gateway: info.gateway, size: 'desk' });
  await page.goto('/');
  await save(page, 'shop.webp');
  await enterBackOffice({ stack: { info, mailbox: openMailbox(info.mailbox) }, page });
  await page.goto('/admin?tab=orders');
  await page.getByRole('article').first().waitFor();
  await save(page, 'back-office.webp');
} finally {
  await browser.close();
}
