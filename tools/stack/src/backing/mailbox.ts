import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import { respondsOverHttp, respondsOverTcp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { createExternalServer } from '../processes/server-control.ts';
import { repository } from '../repository.ts';
import type { BackingContext, BackingServer } from './context.ts';

/** `smtpUrl` receives mails, without STARTTLS; `url` has the page and the REST API that show them (empty for an external SMTP server without one). */
export type MailboxAddress = { smtpUrl: string; url: string };

/** A mail server that stores every mail and delivers none. */
export function createMailbox(context: BackingContext): BackingServer<MailboxAddress> {
  const { env } = context;
  if (env.SMTP_URL) {
    const control = createExternalServer({ name: 'The mailbox', variable: 'SMTP_URL' });
    return { address: { smtpUrl: env.SMTP_URL, url: env.MAILBOX_URL ?? '' }, control };
  }
  const smtpPort = context.port('mailbox-smtp');
  const webPort = context.port('mailbox-web');
  const url = `http://127.0.0.1:${webPort}`;
  const mails = join(context.dir, 'mailbox');
  mkdirSync(mails, { recursive: true });
  const program = join(repository, 'tools/stack/src/backing/mailbox-process.mjs');
  const isReady = async () =>
    (await respondsOverHttp(`${url}/email`)) &&
    (await respondsOverTcp({ port: smtpPort, isExpected: (reply) => reply.toString('latin1').startsWith('220') }));
  const control = createProcessServer({
    name: 'The mailbox',
    command: process.execPath,
    args: [program, String(smtpPort), String(webPort), mails],
    env: baseEnv(env),
    cwd: context.dir,
    logFile: join(context.dir, 'logs/mailbox.log'),
    ports: [smtpPort, webPort],
    isReady,
    startTimeoutMs: 30_000,
    stopGraceMs: 5_000,
    endOrder: END_ORDER.backing,
    reaper: context.reaper,
  });
  return { address: { smtpUrl: `smtp://127.0.0.1:${smtpPort}?requireTLS=false`, url }, control };
}
