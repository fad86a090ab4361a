import { ShopError } from '@stagereel/shop-client';

/** The outcome of a call: 200 for every success, otherwise the status and the error code of the response. */
export const outcomeOf = async (call: Promise<unknown>): Promise<{ status: number; code?: string | undefined; body: unknown }> => {
  try {
    return { status: 200, body: await call };
  } catch (error) {
    if (error instanceof ShopError) return { status: error.status, code: error.body.code, body: error.body };
    throw error;
  }
};

/** The status and the error code of a call. */
export const refusalOf = async (call: Promise<unknown>): Promise<[number, string | undefined]> => {
  const { status, code } = await outcomeOf(call);
  return [status, code];
};
