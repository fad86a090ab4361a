import { emailSchema } from '@stagereel/contracts';
import {
  ConfigError,
  type ConfigOf,
  commonConfig,
  loadConfig,
  messagingConfig,
  mongoConfig,
  seconds,
  secondsList,
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
  ...mongoConfig('notify'),
  ...messagingConfig,
  /** The mail server with its credentials: smtp://user:password@host:587, or smtps:// for implicit TLS. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** `required`: nothing but STARTTLS is sent to an smtp:// server before the connection is encrypted. */
  SMTP_STARTTLS: z.enum(['required', 'optional']).optional(),
  MAIL_FROM: z.string().default('StageReel <no-reply@stagereel.example>').pipe(senderSchema),
  /** Delays between the attempts of a mail with a code or a link. Other mails use EVENT_RETRY_SECONDS. */
  CODE_RETRY_SECONDS: secondsList('2,5,15'),
  /** How long a process leases a mail. Sending may take half of that. */
  MAIL_LEASE_SECONDS: seconds(60, { min: 1 }),
  /** How long GET /api/email-status caches the result of an SMTP check. */
  EMAIL_STATUS_SECONDS: seconds(30),
};
export type NotifyConfig = ConfigOf<typeof notifyConfig> & { SMTP_URL: string; SMTP_STARTTLS: 'required' | 'optional' };

/** In production SMTP_URL must be set, and STARTTLS is required by default. @throws ConfigError that names every missing or invalid variable */
export const loadNotifyConfig = (env: NodeJS.ProcessEnv): NotifyConfig => {
  const config = loadConfig(notifyConfig, env);
  const { NODE_ENV, SMTP_URL, SMTP_STARTTLS } = config;
  const isProduction = NODE_ENV === 'production';
  if (isProduction && !SMTP_URL) {
    throw new ConfigError('Wrong or missing environment variables: SMTP_URL: must name the mail server in production');
  }
  const starttls = SMTP_STARTTLS ?? (isProduction ? 'required' : 'optional');
  return { ...config, SMTP_URL: SMTP_URL ?? 'smtp://127.0.0.1:1025', SMTP_STARTTLS: starttls };
};

/** The URL to connect to the mail server. Its parameters win over nodemailer's options, so the requirement of STARTTLS is one of them. */
export const mailServerUrl = ({ SMTP_URL, SMTP_STARTTLS }: Pick<NotifyConfig, 'SMTP_URL' | 'SMTP_STARTTLS'>): string => {
  if (SMTP_STARTTLS === 'optional') return SMTP_URL;
  const url = new URL(SMTP_URL);
  url.searchParams.set('requireTLS', 'true');
  return url.href;
};
