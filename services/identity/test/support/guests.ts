/** The routes with which a guest proves an address. */
export const SEND = '/api/send-verification-code';
export const RESEND = '/api/resend-verification-code';
export const VERIFY = '/api/verify-email-code';

let addresses = 0;
/** A new address for each call. */
export const createAddress = (): string => {
  addresses += 1;
  return `guest-${addresses}@example.jp`;
};

export const inParallel = <Result>(times: number, run: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => run(index)));
