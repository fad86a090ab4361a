export type { Credentials, NewAccount } from './account.ts';
export { type Admin, openAdmin } from './admin.ts';
export { type Basket, CARDS, type Customer, openCustomer } from './customer.ts';
export { openBrowser, ShopError } from './http.ts';
export { type Mail, type Mailbox, openMailbox } from './mailbox.ts';
export type { NewMedia } from './media.ts';
export type { NewFile, UploadCalls } from './uploads.ts';
