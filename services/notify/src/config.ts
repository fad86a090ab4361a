import { emailSchema } from '@stagereel/contracts';
import {
  ConfigError,
  type ConfigOf,
  commonConfig,
  commonConstants,
  loadConfig,
  messagingConfig,
  messagingConstants,
  mongoConfig,
} from '@stagereel/service-kit';
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
  ...mongoConfig,
  ...messagingConfig,
  /**
   * The mail server with its credentials: smtp://user:password@host:587, or smtps:// for implicit TLS, with nodemailer's parameters. In production,
   * `requireTLS` is true by default: nothing but STARTTLS is sent to an smtp:// server before the connection is encrypted.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('StageReel <no-reply@stagereel.example>').pipe(senderSchema),
};

const constants = {
  ...commonConstants,
  ...messagingConstants,
  /** The delays between the attempts of a mail with a code or a link. Other mails use those of all events. */
  codeRetryMs: [2000, 5000, 15_000],
  /** How long a process leases a mail. Sending may take half of that. */
  mailLeaseMs: 60_000,
  /** How long GET /api/email-status caches the result of an SMTP check. */
  emailStatusMs: 30_000,
};
export type NotifyConstants = typeof constants;
export type NotifyConfig = ConfigOf<typeof notifyConfig> & NotifyConstants & { SMTP_URL: string };

/** @throws ConfigError that names every missing or invalid variable; in production, SMTP_URL must be set */
export const loadNotifyConfig = (env: NodeJS.ProcessEnv, changes: Partial<NotifyConstants> = {}): NotifyConfig => {
  const { SMTP_URL, ...config } = { ...loadConfig(notifyConfig, env), ...constants, ...changes };
  if (config.NODE_ENV !== 'production') return { ...config, SMTP_URL: SMTP_URL ?? 'smtp://127.0.0.1:1025' };
  if (!SMTP_URL) throw new ConfigError('Wrong or missing environment variables: SMTP_URL: must name the mail server in production');
  const url = new URL(SMTP_URL);
  if (!url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true');
  return { ...config, SMTP_URL: url.href };
};
