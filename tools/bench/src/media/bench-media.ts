import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { buildAll, startStack } from '@stagereel/stack';
import { freePort } from './free-port.ts';
import { measureDownloads } from './measure-downloads.ts';
import { measureUploads } from './measure-uploads.ts';
import { peakMiB } from './memory.ts';

const MIB = 1024 * 1024;
/** A multiple of a chunk's 5 MiB. */
const FILE_MIB = Number(process.env['BENCH_MIB'] ?? 1000);
const TOKEN = 'bench-internal-token';

const ROOMY = { CODES_PER_IP_HOUR: '100000', CODES_PER_ADDRESS_HOUR: '1000', CODE_RESEND_SECONDS: '0', RATE_LIMIT_MAX: '100000' };

/** Uploads and downloads on this machine alone, each beside its peer in the same run, because only the ratio means anything. */
export const benchMedia = async (): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-bench-'));
  console.log(`media: a file of ${FILE_MIB} MiB, over the loopback interface`);
  await buildAll();
  const env = { ...process.env, ...ROOMY, INTERNAL_TOKEN: TOKEN };
  const stack = await startStack({ dir, port: await freePort(), env });
  try {
    const { gateway, mailbox, admin: login, services } = stack.info;
    const shop = { gateway, mailbox: openMailbox(mailbox) };
    const admin = openAdmin(shop);
    await admin.signIn(login);
    const fileBytes = FILE_MIB * MIB;
    const stored = await measureUploads({ admin, customer: openCustomer(shop), gateway, fileBytes });
    await measureDownloads({ stored, gateway, media: services['media']?.url ?? '', mediaDir: join(dir, 'media'), token: TOKEN, fileBytes });
    console.log('\nmost memory a process ever had, after both:');
    for (const name of ['media', 'gateway']) {
      const mib = peakMiB(services[name]?.pid ?? 0);
      console.log(`  ${name.padEnd(8)} ${mib} MiB${name === 'media' ? ` (goal: under 130) ${mib < 130 ? 'reached' : 'MISSED'}` : ''}`);
    }
  } finally {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
