import { afterEach, expect, test } from '@jest/globals';
import { AppError } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import { SEND, VERIFY } from '../support/guests.ts';
import { startIdentity } from '../support/identity.ts';

const unavailable = () => Promise.reject(new AppError('ServiceUnavailable'));

let failing: 'Redis' | 'the response of MongoDB' | 'MongoDB' | undefined;
const identity = useService(() =>
  startIdentity(
    {},
    {
      adapt: (deps) => ({
        ...deps,
        counters: {
          ...deps.counters,
          codeFailures: {
            ...deps.counters.codeFailures,
            reset: (key) => (failing === 'Redis' ? unavailable() : deps.counters.codeFailures.reset(key)),
          },
        },
        codes: {
          ...deps.codes,
          markUsed: async (code) => {
            if (failing === 'MongoDB') return unavailable();
            const isMarked = await deps.codes.markUsed(code);
            return failing === 'the response of MongoDB' ? unavailable() : isMarked;
          },
        },
      }),
    },
  ),
);
afterEach(() => {
  failing = undefined;
});

const requestCode = async (email: string) => {
  const browser = identity.browser();
  await browser.post(SEND, { email });
  return { browser, code: await identity.mailedCode(email) };
};

test.each(['Redis', 'the response of MongoDB'] as const)(
  'when %s fails after a code was used up, then the address is proven all the same, and the code works only once',
  async (part) => {
    const email = `${part.replaceAll(' ', '-').toLowerCase()}@example.jp`;
    const { browser, code } = await requestCode(email);
    failing = part;
    expect(await browser.post(VERIFY, { email, code })).toMatchObject({ status: 200, setCookies: { order_session: expect.any(String) } });
    expect((await browser.post(VERIFY, { email, code })).body).toMatchObject({ code: 'CodeInvalid' });
  },
);

test('when MongoDB fails before a code is used up, then the address is not proven, and the code still works afterwards', async () => {
  const email = 'not-used@example.jp';
  const { browser, code } = await requestCode(email);
  failing = 'MongoDB';
  expect(await browser.post(VERIFY, { email, code })).toMatchObject({ status: 503, body: { code: 'ServiceUnavailable' } });
  failing = undefined;
  expect(await browser.post(VERIFY, { email, code })).toMatchObject({ status: 200 });
});
