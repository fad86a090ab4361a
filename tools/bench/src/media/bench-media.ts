import { openCustomer, openMailbox } from '@stagereel/shop-client';
import { peakMiB, pssMiB, readInternalToken } from '@stagereel/stack';
import { reportRow, reportSection } from '../kit/report.ts';
import { withShop } from '../kit/shop.ts';
import { measureDownloads } from './measure-downloads.ts';
import { measureUploads } from './measure-uploads.ts';

const MIB = 1024 * 1024;
/** A multiple of the chunk size, 5 MiB. */
const FILE_MIB = Number(process.env['BENCH_MIB'] ?? 1000);
const MEDIA_GOAL_MIB = 130;

/** Measures uploads and downloads on this machine, each next to a baseline in the same run: only the ratio is comparable. */
export const benchMedia = async (): Promise<void> => {
  console.log(`media: a file of ${FILE_MIB} MiB, over the loopback interface`);
  await withShop(async ({ dir, info, admin }) => {
    const { gateway, mailbox, services } = info;
    const fileBytes = FILE_MIB * MIB;
    const customer = openCustomer({ gateway, mailbox: openMailbox(mailbox) });
    const pids = { gateway: services['gateway']?.pid ?? 0, media: services['media']?.pid ?? 0 };
    const stored = await measureUploads({ admin, customer, gateway, fileBytes, pids });
    const token = readInternalToken({ dir, service: 'orders' }) ?? '';
    await measureDownloads({ stored, gateway, media: services['media']?.url ?? '', dir, token, fileBytes, pids });
    reportSection('memory');
    reportRow({ name: 'media, peak during both', value: peakMiB(pids.media), unit: 'MiB', atMost: MEDIA_GOAL_MIB });
    reportRow({ name: 'gateway, peak during both', value: peakMiB(pids.gateway), unit: 'MiB' });
    for (const [name, pid] of Object.entries(pids)) reportRow({ name: `${name}, afterwards`, value: pssMiB(pid), unit: 'MiB PSS' });
  });
};
