import { expect, test } from '@jest/globals';
import { changesMeanwhile } from './journeys/changes-meanwhile.ts';
import { refusedPayments } from './journeys/refused-payments.ts';
import { unclearPayments } from './journeys/unclear-payments.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { openTextLedger } from './support/text-ledger.ts';

const shop = useShopAndBrowser();
const ledger = openTextLedger('payment');

refusedPayments({ shop, ledger });
unclearPayments({ shop, ledger });
changesMeanwhile(shop);

test('when all journeys are over, every text of the payment was seen', () => {
  expect(ledger.unseen()).toEqual([]);
});
