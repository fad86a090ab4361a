/** Business constants and limits; one place for services and web. Figures: the specification's limits and the design's §10. */

/** Seconds. */
export const SECOND = 1;
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Six-digit codes sent by mail: life in seconds, tries, and how often one may be asked for. */
export const CODE_LENGTH = 6;
export const CODE_LIFETIME_SECONDS = 10 * MINUTE;
export const CODE_TRIES = 5;
export const CODE_RESEND_SECONDS = 60;
export const CODES_PER_ADDRESS_HOUR = 5;
export const CODES_PER_IP_HOUR = 20;
/** Failed codes in a row after which an address is paused for a day. */
export const CODE_FAILURES_BEFORE_PAUSE = 100;

/** How long a proven address may order, in seconds. */
export const EMAIL_PROOF_SECONDS = 60 * MINUTE;
/** Absolute lives of sessions, in seconds. */
export const CUSTOMER_SESSION_SECONDS = 30 * DAY;
export const ADMIN_SESSION_SECONDS = 60 * MINUTE;
/** Failures that lock an account with an address, and for how many seconds. */
export const ADMIN_LOCK_FAILURES = 5;
export const CUSTOMER_LOCK_FAILURES = 10;
export const ACCOUNT_LOCK_FAILURES = 20;
export const LOCK_SECONDS = 15 * MINUTE;
/** The warning about remaining attempts shows at this many or fewer; at the second figure it becomes urgent. */
export const ADMIN_WARNING_ATTEMPTS = 3;
export const CUSTOMER_WARNING_ATTEMPTS = 5;
export const CUSTOMER_URGENT_ATTEMPTS = 2;
/** How long a registration waits for its code or link, and a verified session for its new password, in seconds. */
export const PENDING_REGISTRATION_SECONDS = DAY;
export const PASSWORD_CHANGE_SECONDS = 10 * MINUTE;
/** Passwords a mailed link may be tried with outside the browser that registered. */
export const VERIFY_LINK_TRIES = 5;
/** Wrong current passwords after which a password change starts again with its code. */
export const PASSWORD_CHANGE_TRIES = 5;
/** A network whose sign-ins failed this often within an hour, over at least so many accounts, is blocked for so many seconds. */
export const BLOCK_FAILURES = 20;
export const BLOCK_ACCOUNTS = 5;
export const BLOCK_SECONDS = HOUR;
/** A network is suspicious whose sign-ins to so many accounts failed within an hour, and trusted for so many seconds after an admin's sign-in. */
export const SUSPICIOUS_ACCOUNTS = 3;
export const TRUSTED_NETWORK_SECONDS = 30 * DAY;
/** From which score, 0 to 100, the risk of a sign-in is medium and high. */
export const RISK_SCORE_FROM = { medium: 30, high: 60 } as const;
/** How long a new authenticator's secret waits for its first code, and how long a code of an authenticator is the present one, in seconds. */
export const TWO_FACTOR_SETUP_SECONDS = 10 * MINUTE;
export const TOTP_STEP_SECONDS = 30;
/** How long a browser that has signed in is known, and how long sign-in events are kept, in seconds. */
export const KNOWN_DEVICE_SECONDS = 180 * DAY;
export const LOGIN_EVENT_SECONDS = 90 * DAY;
/** Length and number of character classes of a password somebody chooses. */
export const CUSTOMER_PASSWORD = { minLength: 8, classes: 2 } as const;
export const ADMIN_PASSWORD = { minLength: 12, classes: 4 } as const;

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

/** Items of one order. */
export const MAX_ORDER_ITEMS = 50;
export const OPEN_PAYMENTS_PER_ADDRESS = 10;
export const PAYMENT_INTENTS_PER_MINUTE = 5;
/** How often an address may make the shop ask the provider about its open payments, for each payment it may start: the provider limits the shop as a whole. */
export const PAYMENT_QUESTIONS_PER_INTENT = 12;
/** Age in seconds past which a signed webhook is refused. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
export const MAX_URL_LENGTH = 2048;

/** How long a delivery can be taken back, in seconds. */
export const RECALL_SECONDS = 10 * MINUTE;
/** Download page and claim lives, in seconds. */
export const DOWNLOAD_PAGE_SECONDS = 30 * DAY;
export const CLAIM_SECONDS = 24 * HOUR;
/** How long a ticket may be begun with, in seconds; whoever began in time goes on by ranges until the claim ends. */
export const TICKET_SECONDS = 60;
/** How often a stored video's bytes leave for one claim: once, and once more for what got lost on the way. */
export const DOWNLOAD_TIMES_SENT = 2;

/** Look-ups of orders by guests, by address and by network, an hour. */
export const LOOKUPS_PER_ADDRESS_HOUR = 5;
export const LOOKUPS_PER_IP_HOUR = 20;
/** Mails of one order that admins may send again, an hour. */
export const MAIL_RESENDS_PER_ORDER_HOUR = 5;
/** Receipts of one order. */
export const MAX_RECEIPTS = 20;
/** Consumption tax within every price, in percent. */
export const TAX_RATE_PERCENT = 10;

/** The promise shown to customers, in business days. */
export const DELIVERY_BUSINESS_DAYS = { min: 2, max: 3 } as const;

/** Uploads. A chunk has exactly this many bytes, the last one fewer. */
export const CHUNK_BYTES = 5_242_880;
export const MAX_CHUNKS = 10_000;
/** How long a chunk whose last byte has come may take until it is stored for good, in seconds. A browser waits for a minute. */
export const CHUNK_STORE_SECONDS = 45;
/** How long an upload waits for its next chunk, in seconds. */
export const STALE_UPLOAD_SECONDS = 7 * DAY;
/** How long one waits for its first chunk: its client may never have heard of it. */
export const UNBEGUN_UPLOAD_SECONDS = 3600;
/** How long a finished video stays after nobody can download it any more, in days. */
export const FINISHED_KEPT_DAYS = 60;
/** Pictures of more pixels are not opened. */
export const MAX_IMAGE_PIXELS = 40_000_000;
export const MAX_THUMBNAIL_BYTES = 12 * 1024 * 1024;
/** Pixels of each side. */
export const THUMBNAIL_SIDE = 1080;
/** Widths of the web-sized pictures, in pixels; none is larger than its original. */
export const IMAGE_WIDTHS = [480, 960, 1920] as const;
export const MAX_DISPLAY_ORDER = 1_000_000;

export const BULK_MAX_IDS = 5000;
export const JSON_BODY_BYTES = 1024 * 1024;
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
