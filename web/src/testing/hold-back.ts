import type { Responder } from './open-page.tsx';

/** Delays a response, like a slow network, until `release` is called. */
export const holdBack = (respond: Responder): { responder: Responder; release: () => void } => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    responder: async (request) => {
      await released;
      return respond(request);
    },
    release: () => release(),
  };
};
