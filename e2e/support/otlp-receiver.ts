import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const attributeSchema = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const spanSchema = z.object({ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() });
/** The part of https://opentelemetry.io/docs/specs/otlp/#otlphttp-request that is read. */
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export type ReceivedSpan = { service: string; traceId: string; id: string; parentId: string | undefined; name: string };

/** Receives traces as a collector does, by OTLP over HTTP with JSON. `texts` are the bodies without their times. */
export const startOtlpReceiver = async () => {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const body: unknown = await json(request);
    // Without the times, whose digits may be those of an order number.
    texts.push(JSON.stringify(body, (key, value: unknown) => (key.endsWith('UnixNano') ? undefined : value)));
    for (const { resource, scopeSpans } of exportSchema.parse(body).resourceSpans) {
      const service = String(resource.attributes.find(({ key }) => key === 'service.name')?.value['stringValue']);
      for (const { traceId, spanId: id, parentSpanId: parentId, name } of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ service, traceId, id, parentId, name });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    texts,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
