/** The calls by which a guest proves an address. */
export const SEND = '/api/send-verification-code';
export const RESEND = '/api/resend-verification-code';
export const VERIFY = '/api/verify-email-code';

let addresses = 0;
/** An address nobody has used yet. */
export const newAddress = (): string => {
  addresses += 1;
  return `guest-${addresses}@example.jp`;
};

export const inParallel = <Answer>(times: number, run: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => run(index)));
