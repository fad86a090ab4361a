import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseEnv } from '../base-env.ts';
import { answersOverHttp, answersOverTcp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import type { BackingContext, BackingServer } from './context.ts';
import { createExternalServer } from './external-server.ts';

/** `smtpUrl` takes mails; `url` is the page and the REST interface that show them (empty for a foreign SMTP server). */
export type MailboxAddress = { smtpUrl: string; url: string };

/** A mail server that keeps every mail and delivers none. */
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
  const program = fileURLToPath(new URL('./mailbox-process.mjs', import.meta.url));
  const isReady = async () =>
    (await answersOverHttp(`${url}/email`)) &&
    (await answersOverTcp({ port: smtpPort, isAnswer: (answer) => answer.toString('latin1').startsWith('220') }));
  const control = createProcessServer({
    name: 'The mailbox',
    command: process.execPath,
    args: [program, String(smtpPort), String(webPort), mails],
    env: baseEnv(env),
    cwd: context.dir,
    logFile: join(context.dir, 'logs/mailbox.log'),
    isReady,
    startWithinMs: 30_000,
    stopGraceMs: 5_000,
    endOrder: END_ORDER.backing,
    reaper: context.reaper,
  });
  return { address: { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, url }, control };
}
