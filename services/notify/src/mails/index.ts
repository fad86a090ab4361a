import { adminInvitationMail, adminJoinedMail } from './admin-account.mail.ts';
import { alreadyRegisteredMail } from './already-registered.mail.ts';
import { codeMail } from './code.mail.ts';
import { dailySummaryMail } from './daily-summary.mail.ts';
import { claimReminderMail, downloadReminderMails, expiryReminderMail } from './download-reminder.mail.ts';
import { lineRefundedMail } from './line-refunded.mail.ts';
import { orderConfirmationMail } from './order-confirmation.mail.ts';
import { orderDeliveryMail } from './order-delivery.mail.ts';
import { orderLinkMail } from './order-link.mail.ts';
import { orderPartialDeliveryMail } from './order-partial-delivery.mail.ts';
import { passwordChangedMail, passwordResetMail } from './password.mail.ts';
import { personalDataLinkMail } from './personal-data-link.mail.ts';
import { registrationMail } from './registration.mail.ts';
import { saleStartedMail } from './sale-started.mail.ts';
import { verifyLinkMail } from './verify-link.mail.ts';
import { videoReplacedMail } from './video-replaced.mail.ts';

export {
  adminInvitationMail,
  adminJoinedMail,
  alreadyRegisteredMail,
  codeMail,
  dailySummaryMail,
  downloadReminderMails,
  lineRefundedMail,
  orderConfirmationMail,
  orderDeliveryMail,
  orderLinkMail,
  orderPartialDeliveryMail,
  passwordChangedMail,
  passwordResetMail,
  personalDataLinkMail,
  registrationMail,
  saleStartedMail,
  verifyLinkMail,
  videoReplacedMail,
};

/** Every mail. */
export const mailCatalogue = [
  codeMail,
  verifyLinkMail,
  personalDataLinkMail,
  registrationMail,
  alreadyRegisteredMail,
  passwordChangedMail,
  passwordResetMail,
  adminInvitationMail,
  adminJoinedMail,
  orderConfirmationMail,
  orderDeliveryMail,
  orderPartialDeliveryMail,
  orderLinkMail,
  lineRefundedMail,
  videoReplacedMail,
  claimReminderMail,
  expiryReminderMail,
  saleStartedMail,
  dailySummaryMail,
] as const;
