import { expect, test } from '@jest/globals';
import { AppError } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import { SEND, VERIFY } from '../support/guests.ts';
import { startIdentity } from '../support/identity.ts';

let isRedisFailing = false;
const identity = useService(() =>
  startIdentity(
    {},
    {
      adapt: (deps) => ({
        ...deps,
        counterBatch: {
          ...deps.counterBatch,
          lower: (keys) => (isRedisFailing ? Promise.reject(new AppError('ServiceUnavailable')) : deps.counterBatch.lower(keys)),
        },
      }),
    },
  ),
);

test('when Redis fails after a code was used up, then the address is proven all the same', async () => {
  const email = 'kept@example.jp';
  const browser = identity.browser();
  await browser.post(SEND, { email });
  const code = await identity.mailedCode(email);
  isRedisFailing = true;
  expect(await browser.post(VERIFY, { email, code })).toMatchObject({ status: 200, setCookies: { order_session: expect.any(String) } });
  isRedisFailing = false;
  expect((await browser.post(VERIFY, { email, code })).body).toMatchObject({ code: 'CodeInvalid' });
});
