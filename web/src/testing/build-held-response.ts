import type { Responder } from './open-page.tsx';

/** A response that arrives only after `release` was called, as on a slow network. */
export const buildHeldResponse = (responder: Responder): { responder: Responder; release: () => void } => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    responder: async (request) => {
      await released;
      return responder(request);
    },
    release: () => release(),
  };
};
