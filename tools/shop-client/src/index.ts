export type { Credentials, NewAccount } from './account.ts';
export { type Admin, openAdmin } from './admin.ts';
export { type Basket, CARDS, type Customer, itemOf, openCustomer, priceOf } from './customer.ts';
export { openBrowser, ShopError } from './http.ts';
export { type MailReceiver, startMailReceiver } from './mail-receiver.ts';
export { type Mail, type Mailbox, openMailbox } from './mailbox.ts';
export type { NewFile, NewMedia, UploadCalls } from './uploads.ts';
