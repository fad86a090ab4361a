import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { buildAll, choosePorts, startStack } from '@stagereel/stack';
import { measureDownloads } from './measure-downloads.ts';
import { measureUploads } from './measure-uploads.ts';

const MIB = 1024 * 1024;
/** A multiple of the chunk size, 5 MiB. */
const FILE_MIB = Number(process.env['BENCH_MIB'] ?? 1000);
const TOKEN = 'bench-internal-token';
const MEDIA_GOAL_MIB = 130;

/** Limits high enough for a benchmark. */
const HIGH_LIMITS = { CODES_PER_IP_HOUR: '100000', CODES_PER_ADDRESS_HOUR: '1000', CODE_RESEND_SECONDS: '0', RATE_LIMIT_MAX: '100000' };

/** The peak memory of a process in MiB; NaN where there is no /proc. */
const peakMiB = (pid: number): number => {
  try {
    const [, kib = ''] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kib) / 1024);
  } catch {
    return Number.NaN;
  }
};

/** Measures uploads and downloads on this machine, each next to a baseline in the same run: only the ratio is comparable. */
export const benchMedia = async (): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-bench-'));
  console.log(`media: a file of ${FILE_MIB} MiB, over the loopback interface`);
  await buildAll();
  const env = { ...process.env, ...HIGH_LIMITS, INTERNAL_TOKEN: TOKEN };
  const portOf = await choosePorts({ dir, names: ['gateway'] });
  const stack = await startStack({ dir, port: portOf('gateway'), env });
  try {
    const { gateway, mailbox, admin: credentials, services } = stack.info;
    const shop = { gateway, mailbox: openMailbox(mailbox) };
    const admin = openAdmin(shop);
    await admin.signIn(credentials);
    const fileBytes = FILE_MIB * MIB;
    const stored = await measureUploads({ admin, customer: openCustomer(shop), gateway, fileBytes });
    await measureDownloads({ stored, gateway, media: services['media']?.url ?? '', dir, token: TOKEN, fileBytes });
    console.log('\npeak memory of the processes during both:');
    for (const name of ['media', 'gateway']) {
      const mib = peakMiB(services[name]?.pid ?? 0);
      const verdict = name === 'media' ? ` (goal: under ${MEDIA_GOAL_MIB}) ${mib < MEDIA_GOAL_MIB ? 'reached' : 'MISSED'}` : '';
      console.log(`  ${name.padEnd(8)} ${mib} MiB${verdict}`);
    }
  } finally {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
