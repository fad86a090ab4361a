import { emailSchema } from '@stagereel/contracts';
import { ConfigError, commonConfig, loadConfig, messagingConfig, mongoConfig, seconds, secondsList } from '@stagereel/service-kit';
import { z } from 'zod';

export type Sender = { name: string; address: string };

const SENDER = /^\s*(?:(?<name>[^<>\p{Cc}]*?)\s*<(?<bracketed>[^<>\s]+)>|(?<bare>[^<>\s]+))\s*$/u;

/** `Name <address>` or an address alone. */
const senderSchema = z.string().transform((text, context): Sender => {
  const { name = '', bracketed, bare } = SENDER.exec(text)?.groups ?? {};
  const address = emailSchema.safeParse(bracketed ?? bare);
  if (address.success) return { name, address: address.data };
  context.addIssue({ code: 'custom', message: 'must be a sender as in "StageReel <no-reply@stagereel.example>"' });
  return z.NEVER;
});

export const notifyConfig = {
  ...commonConfig,
  ...mongoConfig('notify'),
  ...messagingConfig,
  /** The mail server, with its credentials: smtp://user:password@host:587, or smtps:// for TLS from the start. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z.string().default('StageReel <no-reply@stagereel.example>').pipe(senderSchema),
  /** Pauses between the attempts of a mail with a code or a link; the other mails keep to EVENT_RETRY_SECONDS. */
  CODE_RETRY_SECONDS: secondsList('2,5,15'),
  /** How long a mail belongs to the process that took it up. Sending it may take half of that. */
  MAIL_LEASE_SECONDS: seconds(60).refine((ms) => ms >= 1000, 'must be at least 1'),
  /** How old the outcome of an SMTP check may be that GET /api/email-status answers. */
  EMAIL_STATUS_SECONDS: seconds(30),
};
export type NotifyConfig = z.infer<z.ZodObject<typeof notifyConfig>>;

/** @throws ConfigError naming what is missing or wrong */
export const loadNotifyConfig = (env: NodeJS.ProcessEnv): NotifyConfig => {
  if (env['NODE_ENV'] === 'production' && !env['SMTP_URL']) {
    throw new ConfigError('Wrong or missing environment variables: SMTP_URL: must name the mail server in production');
  }
  return loadConfig(notifyConfig, env);
};
