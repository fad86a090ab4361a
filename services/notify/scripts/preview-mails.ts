import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mailCatalogue } from '../src/mails/index.ts';
import type { Mail } from '../src/mails/mail.ts';
import { renderMail } from '../src/templates/render-mail.ts';

/** Renders every mail with each of its samples into this folder: `npm run mails:preview`. */
const folder = fileURLToPath(new URL('../../../.cache/mails', import.meta.url));
/** At this time the orders of the samples are paid and their download pages have not expired. */
const now = new Date('2026-11-21T09:00:00+09:00');
const shop = { publicUrl: process.env['PUBLIC_URL'] ?? 'http://localhost:3000' };

const write = async (name: string, text: string): Promise<void> => {
  const path = join(folder, name);
  await writeFile(path, text);
  process.stdout.write(`${relative(process.cwd(), path)}\n`);
};

const preview = async <Data>(mail: Mail<Data>): Promise<void> => {
  for (const [sample, data] of Object.entries(mail.samples)) {
    const { subject, html, text } = await renderMail({ mail, data, shop, now });
    await write(`${mail.template}.${sample}.html`, html);
    await write(`${mail.template}.${sample}.txt`, `${subject}\n\n${text}`);
  }
};

await mkdir(folder, { recursive: true });
for (const mail of mailCatalogue) await preview(mail as Mail);
