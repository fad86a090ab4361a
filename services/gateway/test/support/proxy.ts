import { once } from 'node:events';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { expect } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { type GatewaySettings, startTestGateway } from './gateway.ts';

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** With a query, also a visitor's read is forwarded. */
export const FORWARDED = '/api/contests?n=1';

/** Starts a gateway and a low-level HTTP client for it. */
export const startProxy = async (settings: GatewaySettings = {}) => {
  const gateway = await startTestGateway(settings);
  const agent = new Agent({ keepAlive: true });
  const { catalog } = gateway.upstreams;
  return {
    gateway,
    catalog,
    /** Opens a request to the catalog; the caller sends the body. */
    open: (method: string, headers: Record<string, string | number> = {}): ClientRequest =>
      httpRequest(new URL(FORWARDED, gateway.url), { method, headers, agent }),
    post: (body: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(new URL(FORWARDED, gateway.url), { method: 'POST', body, headers }),
    stop: async () => {
      agent.destroy();
      await gateway.stop();
    },
  };
};
export type TestProxy = Awaited<ReturnType<typeof startProxy>>;

export const responseOf = async (request: ClientRequest): Promise<IncomingMessage> => (await once(request, 'response'))[0];

export const expectError = async (response: Response, code: keyof typeof errorCatalogue): Promise<void> => {
  expect(response.status).toBe(errorCatalogue[code].status);
  expect(await response.json()).toEqual({ code, message: errorCatalogue[code].message });
};
