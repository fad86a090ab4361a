import { type Mailbox, openMailbox, startMailReceiver } from '@stagereel/shop-client';
import { AS_IN_PRODUCTION, buildAll, type Stack, withTemporaryStack } from '@stagereel/stack';
import { type Proxies, startProxies } from './faults/proxies.ts';
import type { StagingShop } from './plan/command.ts';

/** A shop as the rehearsal sees it: only from outside, except for the load of its processes. */
export type RehearsedShop = {
  gateway: string;
  mailbox: Mailbox;
  /** Whether the time of a mail is exact, and not in whole seconds. */
  hasExactMailTimes: boolean;
  stripe: { url: string; secretKey: string };
  admin: { email: string; password: string };
  /** Undefined for a staging shop. */
  stack?: Stack;
  /** Between the services and each server, if connections are to be disturbed. */
  proxies?: Proxies;
  /** Of a staging shop: addresses of `/metrics` by the name of the process. */
  metrics?: Record<string, string>;
};

export const openStagingShop = ({ gateway, mailbox, stripe, admin, metrics }: StagingShop): RehearsedShop => ({
  gateway,
  mailbox: openMailbox(mailbox),
  hasExactMailTimes: false,
  stripe,
  admin,
  metrics,
});

type OwnShop = { log: (line: string) => void; hasFaults: boolean; build?: () => Promise<void> };

/** Starts an empty shop as in production, with the ordinary limits, that trusts this machine as a proxy, and removes it after `use`. */
export const withOwnShop = async <Result>(
  { log, hasFaults, build = buildAll }: OwnShop,
  use: (shop: RehearsedShop) => Promise<Result>,
): Promise<Result> => {
  const receiver = await startMailReceiver();
  const started = hasFaults ? await startProxies() : undefined;
  try {
    const env = { ...AS_IN_PRODUCTION, TRUSTED_PROXIES: 'loopback', SMTP_URL: receiver.smtpUrl };
    return await withTemporaryStack({ env, log, build, ...(started && { reroute: started.reroute }) }, (stack) =>
      use({
        gateway: stack.info.gateway.replace('localhost', '127.0.0.1'),
        mailbox: receiver.mailbox,
        hasExactMailTimes: true,
        stripe: stack.backing.stripe,
        admin: stack.info.admin,
        stack,
        ...(started && { proxies: started.proxies }),
      }),
    );
  } finally {
    await started?.stop();
    await receiver.stop();
  }
};
