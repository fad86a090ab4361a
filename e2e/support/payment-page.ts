import type { Page } from 'playwright-core';
import { newMember, signIn } from './accounts.ts';
import { type Choice, orderVideos, SMALL_CONTEST_SLUG, toPayment } from './checkout.ts';
import type { TestStack } from './test-stack.ts';

type Order = { slug: string; choices: readonly Omit<Choice, 'position'>[] };
const ONE_VIDEO: Order = { slug: SMALL_CONTEST_SLUG, choices: [{ category: 'メンズフィジーク', bib: '001', style: '縦動画' }] };

/** Goes to the confirmation screen as a new member with the given email address. */
export const confirmAsMember = async ({ stack, page, email, order = ONE_VIDEO }: MemberOrders): Promise<void> => {
  await signIn(page, await newMember(stack, email));
  await orderVideos(page, order);
  await toPayment(page).waitFor();
};
type MemberOrders = { stack: TestStack; page: Page; email: string; order?: Order };

/** Goes to the payment screen as a member, which is the fastest, because members need no code. */
export const payAsMember = async (input: MemberOrders): Promise<void> => {
  await confirmAsMember(input);
  await toPayment(input.page).click();
  await input.page.waitForURL('**/payment');
};
