import type * as constants from './constants.ts';
import type { DataCategory } from './data-categories.ts';

/** A constant in `constants.ts`, in seconds or days as its name says. */
export type Period = Extract<keyof typeof constants, `${string}_SECONDS` | 'FINISHED_KEPT_DAYS' | 'HOUR'>;

export type PersonalDataRow = {
  /** `every`: each service that has such a store. */
  service: 'identity' | 'catalog' | 'orders' | 'media' | 'notify' | 'gateway' | 'every';
  store: 'mongodb' | 'redis' | 'rabbitmq' | 'files' | 'log';
  /** The collection, the beginning of the Redis key, the queues, the folder. */
  place: string;
  /** The fields of a document with personal data, or what else contains them. A field includes the fields below it. */
  fields: readonly string[];
  category: DataCategory;
  /** `for`: this period after the event. `until`: no period, but an event. */
  kept: { for: Period; after: string } | { until: string };
  /** The file that deletes it or sets when the store does, and names the constant of the period. Null: nothing deletes it by itself. */
  deletedBy: string | null;
  /**
   * What happens to it when its person asks for erasure. `expires`: nothing, because the period is short or the store has no search by person.
   * `kept`: the law demands it.
   */
  onErasure: 'deleted' | 'pseudonymised' | 'expires' | 'kept';
};

type Store = Pick<PersonalDataRow, 'service' | 'store'>;
const at = (store: Store, rows: readonly Omit<PersonalDataRow, keyof Store>[]): PersonalDataRow[] =>
  rows.map((row) => ({ ...store, ...row }));

/**
 * Where the shop stores personal data. e2e/personal-data.test.ts compares it with the models, indexes and keys of the services.
 * Cookies and the storage of the browser are in the policy's section on cookies.
 */
export const personalData: readonly PersonalDataRow[] = [
  ...at({ service: 'identity', store: 'mongodb' }, [
    {
      place: 'users',
      fields: ['_id', 'email', 'name', 'passwordHash', 'lastLoginAt', 'twoFactor'],
      category: 'account',
      kept: { until: 'the user is deleted' },
      deletedBy: 'services/identity/src/domain/user/delete-user.ts',
      onErasure: 'deleted',
    },
    {
      place: 'audit-entries',
      fields: ['adminId', 'adminEmail', 'target', 'before', 'after', 'ip', 'mentions'],
      category: 'audit',
      kept: { until: 'the shop is closed; pseudonymised before that when the person is erased' },
      deletedBy: null,
      onErasure: 'pseudonymised',
    },
    {
      place: 'first-admins',
      // A hash of the address of ADMIN_EMAIL, so that a deleted first admin is not created again.
      fields: ['_id'],
      category: 'audit',
      kept: { until: 'the shop is closed' },
      deletedBy: null,
      onErasure: 'expires',
    },
    {
      place: 'sign-in-events',
      fields: ['email', 'userId', 'ip', 'network', 'userAgentHash'],
      category: 'signIn',
      kept: { for: 'LOGIN_EVENT_SECONDS', after: 'the sign-in' },
      deletedBy: 'services/identity/src/domain/sign-in/record-sign-in.ts',
      onErasure: 'pseudonymised',
    },
    {
      place: 'trusted-networks',
      fields: ['_id', 'email'],
      category: 'signIn',
      kept: { for: 'TRUSTED_NETWORK_SECONDS', after: "the admin's sign-in" },
      deletedBy: 'services/identity/src/domain/sign-in/complete-sign-in.ts',
      onErasure: 'deleted',
    },
    {
      place: 'blocked-networks',
      fields: ['_id', 'email'],
      category: 'signIn',
      kept: { for: 'BLOCK_SECONDS', after: 'the failed sign-ins' },
      deletedBy: 'services/identity/src/domain/network/blocked-networks.ts',
      onErasure: 'expires',
    },
    {
      place: 'codes',
      // The id contains the address.
      fields: ['_id', 'mac', 'source'],
      category: 'procedure',
      kept: { for: 'HOUR', after: 'the code expired' },
      deletedBy: 'services/identity/src/domain/code/issue-code.ts',
      onErasure: 'deleted',
    },
    {
      place: 'pending-registrations',
      fields: ['applicant', 'linkHash'],
      category: 'procedure',
      kept: { for: 'EXPIRED_REGISTRATION_SECONDS', after: 'the link expired' },
      deletedBy: 'services/identity/src/domain/registration/save-pending-registration.ts',
      onErasure: 'deleted',
    },
    {
      place: 'wanted-accounts',
      fields: ['applicant', 'orderNumber', 'result.userId', 'result.fingerprint'],
      category: 'procedure',
      kept: { for: 'PENDING_REGISTRATION_SECONDS', after: 'the registration was requested' },
      deletedBy: 'services/identity/src/domain/registration/register-with-order.ts',
      onErasure: 'deleted',
    },
    {
      place: 'pending-sign-ins',
      fields: ['userId', 'email', 'passwordMark'],
      category: 'procedure',
      kept: { for: 'CODE_LIFETIME_SECONDS', after: 'the password was accepted' },
      deletedBy: 'services/identity/src/domain/sign-in/pending-sign-in.ts',
      onErasure: 'expires',
    },
    {
      place: 'password-grants',
      fields: ['_id', 'userId'],
      category: 'procedure',
      kept: { for: 'PASSWORD_CHANGE_SECONDS', after: 'the code was accepted' },
      deletedBy: 'services/identity/src/domain/password/change-password.ts',
      onErasure: 'expires',
    },
    {
      place: 'two-factor-setups',
      fields: ['_id', 'userId', 'sealedSecret'],
      category: 'procedure',
      kept: { for: 'TWO_FACTOR_SETUP_SECONDS', after: 'the set-up was begun' },
      deletedBy: 'services/identity/src/domain/two-factor/set-up-authenticator.ts',
      onErasure: 'expires',
    },
    {
      place: 'admin-invitations',
      fields: ['open', 'tokenHash'],
      category: 'procedure',
      kept: { for: 'EXPIRED_INVITATION_SECONDS', after: 'the invitation expired' },
      deletedBy: 'services/identity/src/domain/invitation/invite-admin.ts',
      onErasure: 'deleted',
    },
    {
      place: 'personal-data-requests',
      fields: ['email', 'tokenHash'],
      category: 'procedure',
      kept: { for: 'PERSONAL_DATA_LINK_SECONDS', after: 'the link was requested' },
      deletedBy: 'services/identity/src/domain/personal-data/request-personal-data.ts',
      onErasure: 'deleted',
    },
  ]),
  ...at({ service: 'identity', store: 'redis' }, [
    {
      place: 'session:',
      fields: ['user id, or a hash of an address'],
      category: 'procedure',
      kept: { for: 'CUSTOMER_SESSION_SECONDS', after: 'the sign-in' },
      deletedBy: 'services/identity/src/domain/session/open-session.ts',
      onErasure: 'deleted',
    },
    {
      place: 'user-sessions:',
      fields: ['user id, or a hash of an address', 'session ids'],
      category: 'procedure',
      kept: { for: 'CUSTOMER_SESSION_SECONDS', after: 'the sign-in' },
      deletedBy: 'services/identity/src/adapters/session-store.ts',
      onErasure: 'deleted',
    },
    {
      place: 'known-devices:',
      fields: ['hash of an address', 'device ids'],
      category: 'knownDevice',
      kept: { for: 'KNOWN_DEVICE_SECONDS', after: 'the sign-in or the proof of the address' },
      deletedBy: 'services/identity/src/adapters/known-devices.ts',
      onErasure: 'deleted',
    },
    {
      place: 'count:',
      fields: ['address, network or user id'],
      category: 'procedure',
      kept: { for: 'LONGEST_COUNT_SECONDS', after: 'the first attempt' },
      deletedBy: 'services/identity/src/adapters/counter.ts',
      onErasure: 'expires',
    },
    {
      place: 'locks',
      fields: ['address', 'network'],
      category: 'procedure',
      kept: { for: 'LOCK_SECONDS', after: 'the lock ended' },
      deletedBy: 'services/identity/src/adapters/lock-list.ts',
      onErasure: 'expires',
    },
  ]),
  ...at({ service: 'orders', store: 'mongodb' }, [
    {
      place: 'orders',
      // Paid and flagged orders. Records of sales are kept for the periods of Japanese tax law.
      fields: [
        ...['number', 'email', 'customerName', 'request', 'openPlace', 'statusToken', 'payment', 'lines', 'download'],
        ...['mails', 'followUp', 'receipts'],
      ],
      category: 'order',
      kept: { until: 'the law allows to delete it' },
      deletedBy: null,
      onErasure: 'kept',
    },
    {
      place: 'orders',
      // Orders that await their payment or were cancelled.
      fields: ['email', 'customerName', 'request', 'openPlace', 'lines.athleteName'],
      category: 'unpaidOrder',
      kept: { for: 'UNPAID_ORDER_SECONDS', after: 'the order was placed' },
      deletedBy: 'services/orders/src/domain/payment/forget-unpaid-orders.ts',
      onErasure: 'deleted',
    },
    {
      place: 'lookups',
      fields: ['orderNumber', 'email'],
      category: 'procedure',
      kept: { for: 'LOOKUP_SECONDS', after: 'the link was requested' },
      deletedBy: 'services/orders/src/models/lookup.model.ts',
      onErasure: 'expires',
    },
  ]),
  ...at({ service: 'orders', store: 'redis' }, [
    // Of payments, of their queries, of lookups by address and by network, of resent mails.
    ...['payments', 'payment-questions', 'lookups-by-address', 'lookups-by-network', 'lookups-by-source', 'mails-again'].map((place) => ({
      place,
      fields: ['address, network or order number'],
      category: 'procedure' as const,
      kept: { for: 'HOUR' as const, after: 'the first request' },
      deletedBy: 'services/orders/src/adapters/rate-limits.ts',
      onErasure: 'expires' as const,
    })),
  ]),
  ...at({ service: 'catalog', store: 'mongodb' }, [
    {
      place: 'athletes',
      fields: ['athleteNumber', 'name', 'category'],
      category: 'athlete',
      kept: { until: 'an admin purges the athlete' },
      deletedBy: 'services/catalog/src/models/athlete-repository.ts',
      onErasure: 'kept',
    },
  ]),
  ...at({ service: 'catalog', store: 'mongodb' }, [
    {
      place: 'saleNotices',
      fields: ['email'],
      category: 'saleNotice',
      kept: { until: 'the notice is published or the sale is withdrawn' },
      deletedBy: 'services/catalog/src/models/sale-notice-repository.ts',
      onErasure: 'deleted',
    },
  ]),
  ...at({ service: 'media', store: 'mongodb' }, [
    {
      place: 'media',
      // File names often contain the name of the athlete.
      fields: ['originalName', 'uploadedHash', 'lineId', 'original', 'thumbnail', 'poster', 'variants', 'preview'],
      category: 'video',
      kept: { for: 'FINISHED_KEPT_DAYS', after: 'the last possible download' },
      deletedBy: 'services/media/src/config.ts',
      onErasure: 'expires',
    },
  ]),
  ...at({ service: 'media', store: 'files' }, [
    {
      place: 'finished videos, their previews and posters',
      fields: ['pictures of the athlete'],
      category: 'video',
      kept: { for: 'FINISHED_KEPT_DAYS', after: 'the last possible download' },
      deletedBy: 'services/media/src/config.ts',
      onErasure: 'expires',
    },
  ]),
  ...at({ service: 'media', store: 'mongodb' }, [
    {
      place: 'uploads',
      fields: ['fileName', 'lineId', 'media'],
      category: 'procedure',
      kept: { for: 'STALE_UPLOAD_SECONDS', after: 'the last chunk' },
      deletedBy: 'services/media/src/config.ts',
      onErasure: 'expires',
    },
    {
      place: 'downloadClaims',
      fields: ['browser', 'title', 'pageId', 'tickets'],
      category: 'download',
      kept: { for: 'EXPIRED_CLAIM_SECONDS', after: 'the claim expired' },
      deletedBy: 'services/media/src/models/claim-repository.ts',
      onErasure: 'expires',
    },
  ]),
  ...at({ service: 'notify', store: 'mongodb' }, [
    {
      place: 'mails',
      fields: ['recipient', 'orderNumber', 'lastError'],
      category: 'mail',
      kept: { for: 'MAIL_RECORD_SECONDS', after: 'the first attempt' },
      deletedBy: 'services/notify/src/models/mail-repository.ts',
      onErasure: 'pseudonymised',
    },
    {
      place: 'recalls',
      // The id contains the number of the order.
      fields: ['_id'],
      category: 'mail',
      kept: { for: 'MAIL_RECORD_SECONDS', after: 'the recall' },
      deletedBy: 'services/notify/src/models/recall-repository.ts',
      onErasure: 'expires',
    },
  ]),
  ...at({ service: 'every', store: 'mongodb' }, [
    {
      place: 'every collection with an outbox',
      fields: ['outbox'],
      category: 'procedure',
      kept: { until: 'the broker has confirmed the event' },
      deletedBy: 'packages/service-kit/src/messaging/outbox-store.ts',
      onErasure: 'expires',
    },
  ]),
  // A hash of the address, in the services that may receive a message from before an erasure.
  ...(['identity', 'orders', 'notify'] as const).flatMap((service) =>
    at({ service, store: 'mongodb' }, [
      {
        place: 'erasures',
        fields: ['_id'],
        category: 'erasure',
        kept: { for: 'ERASURE_KEPT_SECONDS', after: 'the erasure' },
        deletedBy: 'packages/service-kit/src/clients/erasures.ts',
        onErasure: 'kept',
      },
    ]),
  ),
  ...at({ service: 'every', store: 'rabbitmq' }, [
    {
      place: 'the queues of the consumers and of their retries',
      fields: ['data of the event'],
      category: 'procedure',
      kept: { until: 'the consumer has handled the event, or moved it to the dead letters' },
      deletedBy: 'packages/service-kit/src/messaging/consumer.ts',
      onErasure: 'expires',
    },
    {
      place: 'the queue of recent events (recent)',
      fields: ['data of the event'],
      category: 'procedure',
      kept: { for: 'RECENT_EVENT_SECONDS', after: 'the event was published' },
      deletedBy: 'packages/service-kit/src/messaging/recent-events.ts',
      onErasure: 'expires',
    },
    {
      place: 'the queues of dead letters (*.dead)',
      fields: ['data of the event'],
      category: 'undelivered',
      kept: { for: 'DEAD_LETTER_SECONDS', after: 'the event failed' },
      deletedBy: 'services/identity/src/domain/dead-letter/dead-letters.ts',
      onErasure: 'expires',
    },
  ]),
  ...at({ service: 'gateway', store: 'redis' }, [
    {
      place: 'gateway-limit',
      fields: ['IP address'],
      category: 'procedure',
      // Ten seconds.
      kept: { until: 'the window of the rate limit ends' },
      deletedBy: 'services/gateway/src/adapters/rate-limiter.ts',
      onErasure: 'expires',
    },
  ]),
  ...at({ service: 'every', store: 'log' }, [
    {
      place: 'standard output',
      fields: ['IP address', 'path'],
      category: 'log',
      kept: { for: 'LOGIN_EVENT_SECONDS', after: 'the request' },
      deletedBy: 'docs/operating.md',
      onErasure: 'expires',
    },
  ]),
];
