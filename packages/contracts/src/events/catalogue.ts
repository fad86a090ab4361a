import { adminActed } from './admin-acted.ts';
import { adminInvited } from './admin-invited.ts';
import { adminJoined } from './admin-joined.ts';
import { codeRequested } from './code-requested.ts';
import { contestDeleted } from './contest-deleted.ts';
import { coverChanged } from './cover-changed.ts';
import { dailySummaryRequested } from './daily-summary-requested.ts';
import { downloadEnded } from './download-ended.ts';
import { downloadReminderRequested } from './download-reminder-requested.ts';
import { lineRefunded } from './line-refunded.ts';
import { mailFailed } from './mail-failed.ts';
import { mailSent } from './mail-sent.ts';
import { orderDelivered } from './order-delivered.ts';
import { orderLinkRequested } from './order-link-requested.ts';
import { orderPaid } from './order-paid.ts';
import { orderPartlyDelivered } from './order-partly-delivered.ts';
import { orderRecalled } from './order-recalled.ts';
import { passwordChanged } from './password-changed.ts';
import { personalDataEraseRequested } from './personal-data-erase-requested.ts';
import { personalDataLinkRequested } from './personal-data-link-requested.ts';
import { registrationRepeated } from './registration-repeated.ts';
import { saleStarted } from './sale-started.ts';
import { sessionsEnded } from './sessions-ended.ts';
import { userDeleted } from './user-deleted.ts';
import { userRegistered } from './user-registered.ts';
import { verifyLinkRequested } from './verify-link-requested.ts';
import { videoReplaced } from './video-replaced.ts';

/** All events. The table with producers and consumers is in docs/events.md. */
export const eventCatalogue = [
  orderPaid,
  orderDelivered,
  orderPartlyDelivered,
  orderRecalled,
  videoReplaced,
  downloadEnded,
  downloadReminderRequested,
  orderLinkRequested,
  lineRefunded,
  codeRequested,
  verifyLinkRequested,
  registrationRepeated,
  adminInvited,
  adminJoined,
  userRegistered,
  userDeleted,
  passwordChanged,
  sessionsEnded,
  personalDataLinkRequested,
  personalDataEraseRequested,
  contestDeleted,
  saleStarted,
  dailySummaryRequested,
  coverChanged,
  mailSent,
  mailFailed,
  adminActed,
] as const;
