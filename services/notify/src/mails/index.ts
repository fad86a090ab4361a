import { codeMail } from './code.mail.ts';
import { orderConfirmationMail } from './order-confirmation.mail.ts';
import { orderDeliveryMail } from './order-delivery.mail.ts';

export { codeMail, orderConfirmationMail, orderDeliveryMail };

/** Every mail there is. */
export const mailCatalogue = [codeMail, orderConfirmationMail, orderDeliveryMail] as const;
