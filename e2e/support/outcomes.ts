import { ShopError } from '@stagereel/shop-client';

/** How a call ended: 200 for any success, else the status and the body's code. */
export const outcomeOf = async (call: Promise<unknown>): Promise<{ status: number; code?: string | undefined; body: unknown }> => {
  try {
    return { status: 200, body: await call };
  } catch (error) {
    if (error instanceof ShopError) return { status: error.status, code: error.body.code, body: error.body };
    throw error;
  }
};

/** Its status, and the code by which it was refused. */
export const refusalOf = async (call: Promise<unknown>): Promise<[number, string | undefined]> => {
  const { status, code } = await outcomeOf(call);
  return [status, code];
};
