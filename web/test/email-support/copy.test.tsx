import { expect, jest, test } from '@jest/globals';
import { codeMailSubjects } from '@stagereel/contracts';
import { screen, waitFor } from '@testing-library/react';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { copyButton, openEmailSupport, SELLER, SENDER } from './open-email-support.ts';

const ledger = openTextLedger('email-support');

// First, because the toast of a successful copy stays for some seconds.
test('when the browser refuses to copy, then the page shows an error and selects the text for manual copying', async () => {
  const { user } = openEmailSupport();
  const button = await copyButton('件名（会員登録）');
  jest.spyOn(window.navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('コピーできませんでした');
  expect(String(window.getSelection())).toBe(codeMailSubjects.registration);
  expect(screen.queryByText('コピーしました')).not.toBeInTheDocument();
  await expectAccessible();
});

test('when a text is copied, then the clipboard contains it, and the page and a toast say so', async () => {
  const { user } = openEmailSupport();
  for (const [label, text] of [
    ['送信元アドレス', SENDER.address],
    ['件名（会員登録）', codeMailSubjects.registration],
    ['件名（ご注文）', codeMailSubjects.order],
    ['受信を許可するドメイン', SENDER.domain],
    ['サポートのメールアドレス', SELLER.email],
  ] as const) {
    const button = await copyButton(label);
    await user.click(button);
    await waitFor(() => expect(button.parentElement).toHaveTextContent(/コピーしました$/));
    expect(await window.navigator.clipboard.readText()).toBe(text);
  }
  await ledger.see('コピーしました');
  const main = screen.getByRole('main');
  const toasts = () => screen.getAllByRole('status').filter((status) => !main.contains(status));
  await waitFor(() => expect(toasts().map(({ textContent }) => textContent)).toContain('コピーしました'));
  await expectAccessible();
});

test('when all tests of email support have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
