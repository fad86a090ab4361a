/** Business constants and limits of services and web. */

/** Seconds. */
export const SECOND = 1;
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Six-digit codes sent by mail: lifetime in seconds, attempts, and request limits. */
export const CODE_LENGTH = 6;
export const CODE_LIFETIME_SECONDS = 10 * MINUTE;
export const CODE_TRIES = 5;
export const CODE_RESEND_SECONDS = 60;
export const CODES_PER_ADDRESS_HOUR = 5;
export const CODES_PER_IP_HOUR = 20;
/**
 * From unknown browsers of all networks together, this many times as many codes and lookups may be requested for an email address as from one
 * network, against senders with many networks.
 */
export const NETWORKS_PER_ADDRESS = 4;
/**
 * After this many wrong codes in a row for an email address, no code is requested or accepted for it for a day: from one network by unknown
 * browsers, and from all networks by unknown browsers. Known devices have the higher limit for themselves.
 */
export const CODE_FAILURES_OF_NETWORK = 20;
export const CODE_FAILURES_BEFORE_PAUSE = 100;

/** How long an e-mail proof is valid for ordering, in seconds. */
export const EMAIL_PROOF_SECONDS = 60 * MINUTE;
/** Absolute lifetimes of sessions, in seconds. */
export const CUSTOMER_SESSION_SECONDS = 30 * DAY;
export const ADMIN_SESSION_SECONDS = 60 * MINUTE;
/** The newest sessions of an account, or proofs of an address, stay open; older ones end. */
export const SESSIONS_PER_ACCOUNT = 50;
/** How old the session of an admin may be to invite another admin. */
export const RECENT_SIGN_IN_SECONDS = 15 * MINUTE;
/** How long a mailed invitation is valid, how long an expired one is listed, and how many mails may be sent per hour by an admin and to an address. */
export const ADMIN_INVITATION_SECONDS = 72 * HOUR;
export const EXPIRED_INVITATION_SECONDS = 7 * DAY;
export const INVITATIONS_PER_ADMIN_HOUR = 10;
export const INVITATIONS_PER_ADDRESS_HOUR = 3;
/** How long the mailed link is valid that shows or erases the data about an address, in seconds. Links have the hourly limits of codes (known devices, networks and addresses), with counts of their own. */
export const PERSONAL_DATA_LINK_SECONDS = HOUR;
/** How long a service remembers an erasure, by a hash, so that a late message does not bring the address back, in seconds. */
export const ERASURE_KEPT_SECONDS = 90 * DAY;
/** How long paid orders are kept by law, in years. */
export const PAID_ORDER_YEARS = 7;
/** Failed sign-ins that lock an account for one network, and the duration of the lock in seconds. */
export const ADMIN_LOCK_FAILURES = 5;
/** How often the password of an account that is wanted with an order may be chosen for an address, per hour. */
export const WANTED_ACCOUNTS_PER_ADDRESS_HOUR = 10;
export const CUSTOMER_LOCK_FAILURES = 10;
export const ACCOUNT_LOCK_FAILURES = 20;
export const LOCK_SECONDS = 15 * MINUTE;
/** The warning about remaining attempts is shown at this many or fewer; the urgent warning at the lower figure. */
export const ADMIN_WARNING_ATTEMPTS = 3;
export const CUSTOMER_WARNING_ATTEMPTS = 5;
export const CUSTOMER_URGENT_ATTEMPTS = 2;
/** How long a registration waits for its code or link, and a verified session for its new password, in seconds. */
export const PENDING_REGISTRATION_SECONDS = DAY;
export const PASSWORD_CHANGE_SECONDS = 10 * MINUTE;
/** How long a registration whose link expired is kept, so that its link can say so, in seconds. */
export const EXPIRED_REGISTRATION_SECONDS = 7 * DAY;
/** How often a password may be tried for a mailed registration link that was opened in another browser. */
export const VERIFY_LINK_TRIES = 5;
/** After this many wrong current passwords, a password change starts again with a new code. */
export const PASSWORD_CHANGE_TRIES = 5;
/** A network with this many failed sign-ins within an hour, over at least this many accounts, is blocked for this many seconds. */
export const BLOCK_FAILURES = 20;
export const BLOCK_ACCOUNTS = 5;
export const BLOCK_SECONDS = HOUR;
/**
 * A network is suspicious when sign-ins to this many accounts failed within an hour. It is trusted for this many seconds after an admin's sign-in:
 * then its limits are this many times as high.
 */
export const SUSPICIOUS_ACCOUNTS = 3;
export const TRUSTED_NETWORK_SECONDS = 30 * DAY;
export const TRUSTED_NETWORK_FACTOR = 15;
/** Scores (0 to 100) from which the risk of a sign-in is medium or high. */
export const RISK_SCORE_FROM = { medium: 30, high: 60 } as const;
/** How long a new authenticator's secret waits for its first code, and the time step of an authenticator's codes, in seconds. */
export const TWO_FACTOR_SETUP_SECONDS = 10 * MINUTE;
export const TOTP_STEP_SECONDS = 30;
/**
 * How long a browser is a known device of an address after a sign-in or a proof of the address, how many addresses it can be known to, how many
 * devices an address can have, and how long sign-in events are kept, in seconds.
 */
export const KNOWN_DEVICE_SECONDS = 180 * DAY;
export const KNOWN_DEVICE_ADDRESSES = 5;
export const KNOWN_DEVICES_PER_ADDRESS = 10;
export const LOGIN_EVENT_SECONDS = 90 * DAY;
/** How long a count of attempts or requests can last in Redis at most, in seconds. */
export const LONGEST_COUNT_SECONDS = 30 * DAY;
/** Minimum length and number of character classes of a new password. */
export const CUSTOMER_PASSWORD_RULE = { minLength: 8, classes: 2 } as const;
export const ADMIN_PASSWORD_RULE = { minLength: 12, classes: 4 } as const;

/**
 * A request with this header and the value `admin` asks for what only admins see on a public route. Without an admin session it is refused (401
 * or 403) instead of answered with what visitors see.
 */
export const VIEWER_HEADER = 'stagereel-viewer';

/** Prices in yen, tax included. */
export const FALLBACK_PRICE = 3500;
export const DEFAULT_ATHLETE_PRICE = 5000;
export const PRICE_STEP = 100;
export const MAX_PRICE = 1_000_000;
export const DEFAULT_PRICE_ITEMS = [
  { name: '第1カテゴリー', price: 3000 },
  { name: '第2カテゴリー', price: 4500 },
] as const;
export const DEFAULT_PRICE_NOTES = '※カテゴリー単位での販売は行っておりません。';
/** Stripe refuses smaller charges in yen: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const MIN_CHARGE = 50;

/** How many addresses may wait for the start of one contest's sale. */
export const MAX_SALE_NOTICES = 10_000;
/** A mail about the start of a sale is not sent later than this after the start, in seconds. */
export const SALE_NOTICE_SECONDS = 7 * DAY;

export const VIDEO_STYLES = ['縦動画', '横動画'] as const;

/** Items of one order. */
export const MAX_ORDER_ITEMS = 50;
export const OPEN_PAYMENTS_PER_ADDRESS = 10;
export const PAYMENT_INTENTS_PER_MINUTE = 5;
/** How many queries to the payment provider an email address may cause per minute, for each payment that it may start per minute. The provider's
 * rate limit is for the whole shop. */
export const PAYMENT_QUESTIONS_PER_INTENT = 12;
/** Maximum age of a signed webhook, in seconds. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
export const MAX_URL_LENGTH = 2048;
/** An order that was not paid keeps the customer's data for this many seconds after it was placed. */
export const UNPAID_ORDER_SECONDS = 30 * DAY;

/** How long a delivery can be recalled, in seconds. */
export const RECALL_SECONDS = 10 * MINUTE;
/** Lifetimes of a download page and of a claim, in seconds. */
export const DOWNLOAD_PAGE_SECONDS = 30 * DAY;
export const CLAIM_SECONDS = 24 * HOUR;
/** How long a download can be started with a ticket, in seconds. A download that was started in time can be resumed until the claim ends. */
export const TICKET_SECONDS = 60;
/** An expired claim is kept this many seconds, so that its browser is told why the download is refused. */
export const EXPIRED_CLAIM_SECONDS = 30 * DAY;
/** Byte quota of a claim, as a multiple of the video's size: once, and once more for bytes that were lost on the way. */
export const DOWNLOAD_QUOTA_FACTOR = 2;

/** Order lookups by guests per hour from one network (an IPv4 address or an IPv6 /64): for one email address, and for all. */
export const LOOKUPS_PER_ADDRESS_HOUR = 5;
export const LOOKUPS_PER_IP_HOUR = 20;
/** A requested link to an order is forgotten after this many seconds, even if it could not be sent. */
export const LOOKUP_SECONDS = DAY;
/** How long notify keeps the record of a mail, and how long a message that could not be processed is kept, in seconds. */
export const MAIL_RECORD_SECONDS = 90 * DAY;
export const DEAD_LETTER_SECONDS = 30 * DAY;
/** How long published events are kept for the next backup, in seconds. A backup contains those of its last hour. */
export const RECENT_EVENT_SECONDS = 3 * HOUR;
/** When a customer who has downloaded nothing is reminded: after the delivery mail, and before the download page expires, in seconds. */
export const CLAIM_REMINDER_SECONDS = 48 * HOUR;
export const EXPIRY_REMINDER_SECONDS = 5 * DAY;
/** A reminder that could not be sent for this long, for example because it was switched off, is not sent any more, in seconds. */
export const REMINDER_DELAY_SECONDS = 3 * DAY;
/** Reminders are sent during these hours in Japan; the last one is exclusive. */
export const REMINDER_HOURS = { from: 9, to: 20 } as const;
/** Problems that customers report: characters of one, and how many of one order, per hour and in total. */
export const MAX_PROBLEM_LENGTH = 1000;
export const PROBLEMS_PER_ORDER_HOUR = 5;
export const MAX_PROBLEMS_PER_ORDER = 20;
/** Characters of the note with which an admin closes a task. */
export const MAX_TASK_NOTE_LENGTH = 500;
/** How many mails of one order admins may resend per hour. */
export const MAIL_RESENDS_PER_ORDER_HOUR = 5;
/** Maximum number of receipts of one order. */
export const MAX_RECEIPTS = 20;
/** How many of them only the owner of the order's address may issue, so that nobody with the link uses them up. */
export const OWNER_RECEIPTS = 3;
/** Consumption tax included in every price, in percent. */
export const TAX_RATE_PERCENT = 10;

/** The delivery time promised to customers, in business days. */
export const DELIVERY_BUSINESS_DAYS = { min: 2, max: 3 } as const;

/** Every chunk of an upload has exactly this many bytes, except for the last one. */
export const CHUNK_BYTES = 5_242_880;
export const MAX_CHUNKS = 10_000;
/** How long storing a chunk may take after its last byte arrived, in seconds. A browser waits for a minute. */
export const CHUNK_STORE_SECONDS = 45;
/** An upload without a new chunk expires after this many seconds. */
export const STALE_UPLOAD_SECONDS = 7 * DAY;
/** An upload without any chunk expires after this many seconds; its client may never have received the response. */
export const UNBEGUN_UPLOAD_SECONDS = 3600;
/** How long a finished video is kept after its last possible download, in days. */
export const FINISHED_KEPT_DAYS = 60;
/** Images with more pixels are rejected. */
export const MAX_IMAGE_PIXELS = 40_000_000;
export const MAX_THUMBNAIL_BYTES = 12 * 1024 * 1024;
/** Pixels of each side. */
export const THUMBNAIL_SIDE = 1080;
/** Widths of the web-sized images, in pixels; images are never enlarged. */
export const IMAGE_WIDTHS = [480, 960, 1920] as const;
export const MAX_DISPLAY_ORDER = 1_000_000;

export const BULK_MAX_IDS = 5000;
/** The largest body of a request, in bytes. The other sizes are for routes that say so: an order of 50 lines, what only admins send, and Stripe's events. */
export const JSON_BODY_BYTES = 16 * 1024;
export const ORDER_BODY_BYTES = 64 * 1024;
export const ADMIN_BODY_BYTES = 1024 * 1024;
export const WEBHOOK_BODY_BYTES = 256 * 1024;
/** How deep arrays and objects of a body may be nested. */
export const MAX_JSON_DEPTH = 32;
export const CATEGORY_COLORS = [
  '#e03131',
  '#c2255c',
  '#9c36b5',
  '#6741d9',
  '#3b5bdb',
  '#1971c2',
  '#0c8599',
  '#099268',
  '#2f9e44',
  '#66a80f',
  '#f08c00',
  '#e8590c',
  '#846358',
  '#495057',
  '#212529',
] as const;
export const UNDECIDED_DATE = '未定';
export const UNCATEGORISED = '未分類';
