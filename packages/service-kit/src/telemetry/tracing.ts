import type { Span as ApiSpan, Attributes, Context, SpanKind } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { Connection } from 'mongoose';
import { healthUrls } from '../server/health.ts';
import type { Server } from '../server/server-types.ts';

type Kind = keyof typeof SpanKind;
type SpanOptions = {
  name: string;
  kind: Kind;
  attributes?: Attributes;
  /** The header of the span that caused this one: https://www.w3.org/TR/trace-context/#traceparent-header. By default the active span. */
  parent?: string | undefined;
};
type Span = {
  traceparent: string;
  traceId: string;
  set: (attributes: Attributes) => void;
  fail: (error?: unknown) => void;
  end: () => void;
  /** Runs a function. The span is active until it ends, also after each await. */
  activate: <Result>(run: () => Result) => Result;
};
type Tracer = {
  detached: <Result>(run: () => Result) => Result;
  start: (options: SpanOptions) => Span;
  active: () => Pick<Span, 'traceparent' | 'traceId'> | undefined;
  stop: () => Promise<void>;
};

/** Of this process. Undefined while tracing is off; the functions below then only check that. */
let tracer: Tracer | undefined;

const VERSION = '00';
const traceparentOf = (span: ApiSpan): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `${VERSION}-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
};

/** Imported here and not bundled, so that a service without tracing neither loads nor holds any of it. */
const loadOpenTelemetry = async () => {
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, { BatchSpanProcessor, NodeTracerProvider }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  return { api, OTLPTraceExporter, resourceFromAttributes, BatchSpanProcessor, NodeTracerProvider };
};

/**
 * Turns tracing on for this process, and sends its spans to `endpoint` as OTLP over HTTP. The SDK's further settings, such as
 * `OTEL_TRACES_SAMPLER`, are those of https://opentelemetry.io/docs/languages/sdk-configuration/.
 */
export const startTracing = async ({ service, endpoint }: { service: string; endpoint: string }): Promise<() => Promise<void>> => {
  const { api, OTLPTraceExporter, resourceFromAttributes, BatchSpanProcessor, NodeTracerProvider } = await loadOpenTelemetry();
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'stagereel' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }))],
  });
  provider.register();
  const { context, propagation, ROOT_CONTEXT, SpanStatusCode, trace } = api;
  const otel = provider.getTracer('stagereel');

  const parentOf = ({ parent }: SpanOptions): Context =>
    parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
  const wrap = (span: ApiSpan, parent: Context): Span => ({
    traceparent: traceparentOf(span),
    traceId: span.spanContext().traceId,
    set: (attributes) => void span.setAttributes(attributes),
    fail: (error) => {
      // Without the message, which may contain personal data.
      span.setStatus({ code: SpanStatusCode.ERROR, ...(error instanceof Error && { message: error.name }) });
    },
    end: () => span.end(),
    activate: (run) => context.with(trace.setSpan(parent, span), run),
  });
  const own: Tracer = {
    start: (options) => {
      const { name, kind, attributes = {} } = options;
      const parent = parentOf(options);
      return wrap(otel.startSpan(name, { kind: api.SpanKind[kind], attributes }, parent), parent);
    },
    active: () => {
      const span = trace.getActiveSpan();
      return span && { traceparent: traceparentOf(span), traceId: span.spanContext().traceId };
    },
    detached: (run) => context.with(ROOT_CONTEXT, run),
    stop: async () => {
      tracer = undefined;
      await provider.shutdown();
    },
  };
  tracer = own;
  return own.stop;
};

/** The header of the active span, for requests and events that it causes; undefined outside of any trace. */
export const currentTraceparent = (): string | undefined => tracer?.active()?.traceparent;

/** For log lines. */
export const currentTraceId = (): string | undefined => tracer?.active()?.traceId;

const record = async <Result>(span: Span, run: (span: Span) => Promise<Result>): Promise<Result> => {
  try {
    return await span.activate(() => run(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
};

/**
 * Runs a function as a span of its own, which it can pass on. Only runs it where nothing is traced: without tracing, and without a parent, such as in a
 * job that looks for work every second.
 */
export const inSpan = <Result>(options: SpanOptions, run: (span?: Span) => Promise<Result>): Promise<Result> => {
  if (!tracer || (options.parent === undefined && !tracer.active())) return run();
  return record(tracer.start(options), run);
};

/** Runs a function outside of the active span: for work of several causes that one of them happens to start. */
export const outsideTrace = <Result>(run: () => Result): Result => (tracer ? tracer.detached(run) : run());

const requestSpans = new WeakMap<FastifyRequest, Span>();

/** The header of a request's span, at the edge, where no span is active; undefined without tracing. */
export const requestTraceparent = (request: FastifyRequest): string | undefined => tracer && requestSpans.get(request)?.traceparent;

type RequestsOptions = {
  server: Server;
  /** Requests come from clients: their own trace headers are ignored, and no async context is used (see build-server.ts). */
  isEdge: boolean;
};

/** Records a span of each request, from its headers to the end of its response. Addresses are not recorded, because they may contain secrets. */
export const traceRequests = ({ server, isEdge }: RequestsOptions): void => {
  if (!tracer) return;
  server.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'unmatched';
    if (!tracer || healthUrls.includes(route)) return done();
    const { traceparent } = headers;
    const parent = !isEdge && typeof traceparent === 'string' ? traceparent : undefined;
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = tracer.start({ name: `${method} ${route}`, kind: 'SERVER', attributes, parent });
    requestSpans.set(request, span);
    // Elsewhere, every line has the id of the active span.
    if (isEdge) request.log = request.log.child({ traceId: span.traceId });
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.raw.statusCode });
      if (reply.raw.statusCode >= 500 || !reply.raw.writableFinished) span.fail();
      span.end();
    });
    if (isEdge) done();
    else span.activate(done);
  });
  if (isEdge) return;
  // Reading a body loses the async context.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = requestSpans.get(request);
    if (span) span.activate(done);
    else done();
  });
};

/** Records a span of each database command that is part of a trace: its name and collection, but no values. Call it before the connection opens. */
export const traceCommands = (connection: Connection): void => {
  connection.once('connected', () => {
    const running = new Map<number, Span>();
    const end = (requestId: number, error?: unknown): void => {
      const span = running.get(requestId);
      running.delete(requestId);
      if (error !== undefined) span?.fail(error);
      span?.end();
    };
    const client = connection.getClient();
    client.on('commandStarted', ({ requestId, commandName, command }) => {
      if (!tracer?.active()) return;
      // The value of `getMore` is the number of a cursor.
      const collection = String(command[commandName === 'getMore' ? 'collection' : commandName]);
      const attributes = { 'db.system.name': 'mongodb', 'db.operation.name': commandName, 'db.collection.name': collection };
      running.set(requestId, tracer.start({ name: `${commandName} ${collection}`, kind: 'CLIENT', attributes }));
    });
    client.on('commandSucceeded', ({ requestId }) => end(requestId));
    client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
  });
};

/** Whether tracing is on. */
export const isTracing = (): boolean => tracer !== undefined;
