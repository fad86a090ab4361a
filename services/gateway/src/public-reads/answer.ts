import { PUBLIC_READ_HEADER, PUBLIC_READ_MS } from '@stagereel/contracts';
import { AppError, type Encoding, etagOf, negotiateForm, type PreparedJson, prepareJson } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headersForClient, headersForService } from '../proxy/headers.ts';
import type { Upstream } from '../proxy/upstream.ts';
import type { ServiceName } from '../routes/route-table.ts';

/** A response that every visitor may see, ready to be sent. */
export type Answer = {
  json: PreparedJson;
  /** The headers of every form, names and values in turn. */
  headers: readonly string[];
  /** The time of `performance.now()` from which it must not be sent. */
  endsAt: number;
  forms: Map<Encoding | undefined, Promise<Form>>;
};
/** The bytes in an encoding; `headers` are complete except for the request id. */
type Form = { bytes: Buffer; headers: readonly string[]; tagHeaders: readonly string[] };

/** These differ by form, request or time. */
const OWN_HEADERS = ['content-length', 'content-encoding', 'etag', 'vary', 'date', 'x-request-id'];

type Deps = {
  upstreams: Record<ServiceName, Pick<Upstream, 'read'>>;
  /** Headers of every proxied response that the service does not set itself. */
  defaultHeaders: Record<string, string>;
};
type FetchInput = { service: ServiceName; request: FastifyRequest; previous: Answer | undefined };
/** Undefined if the response must not be kept. */
export type FetchAnswer = (input: FetchInput) => Promise<Answer | undefined>;

/** How long a response may be kept, in ms; 0 if the service does not say that every visitor may see it. */
export const keptMs = (status: number, { [PUBLIC_READ_HEADER]: value }: Record<string, unknown>): number =>
  status === 200 && typeof value === 'string' && /^\d{1,9}$/.test(value) ? Math.min(Number(value), PUBLIC_READ_MS) : 0;

/** Fetches a response as a visitor, with none of the client's headers. If the content is the same as before, it is not compressed again. */
export const createFetchAnswer =
  ({ upstreams, defaultHeaders }: Deps): FetchAnswer =>
  async ({ service, request, previous }) => {
    const startedAt = performance.now();
    const { id: requestId, ip: address, host, protocol, url: path } = request;
    const client = { requestId, address, host, protocol };
    const forService = headersForService({ headers: { accept: 'application/json' }, client, hasBody: false });
    const { status, headers, body } = await upstreams[service].read({ path, headers: forService });
    if (status === 504) throw new AppError('GatewayTimeout');
    const ms = keptMs(status, headers);
    if (ms === 0 || headers['set-cookie'] || headers['content-encoding']) return undefined;
    const common = headersForClient({ headers, defaults: defaultHeaders, without: OWN_HEADERS });
    const json = await prepareJson(body);
    const isSame = previous?.json.digest === json.digest;
    return {
      json: isSame ? previous.json : json,
      headers: [...common, 'vary', 'accept-encoding'],
      endsAt: startedAt + ms,
      forms: new Map(),
    };
  };

const prepareForm = async ({ json, headers }: Answer, encoding: Encoding | undefined): Promise<Form> => {
  const bytes = encoding ? await json.encoded(encoding) : json.plain;
  const tagHeaders = [...headers, 'etag', etagOf(json.digest, encoding)];
  const encodingHeaders = encoding ? ['content-encoding', encoding] : [];
  return { bytes, tagHeaders, headers: [...tagHeaders, ...encodingHeaders, 'content-length', String(bytes.length)] };
};

const formOf = (answer: Answer, encoding: Encoding | undefined): Promise<Form> => {
  const known = answer.forms.get(encoding);
  if (known) return known;
  const form = prepareForm(answer, encoding);
  answer.forms.set(encoding, form);
  // The next request tries again.
  form.catch(() => answer.forms.delete(encoding));
  return form;
};

/** Sends the answer, or 304 if the client has it already. Like a proxied response, it passes no hooks. */
export const sendAnswer = async (input: { answer: Answer; request: FastifyRequest; reply: FastifyReply }): Promise<void> => {
  const { answer, request, reply } = input;
  const { encoding, isKnown } = negotiateForm(request, answer.json);
  const form = await formOf(answer, encoding);
  reply.hijack();
  if (isKnown) {
    reply.raw.writeHead(304, [...form.tagHeaders, 'x-request-id', request.id]).end();
    return;
  }
  reply.raw.writeHead(200, [...form.headers, 'x-request-id', request.id]);
  reply.raw.end(request.method === 'HEAD' ? undefined : form.bytes);
};
