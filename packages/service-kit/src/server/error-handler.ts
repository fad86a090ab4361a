import { type ErrorBody, type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { FindAllowedMethods } from './allowed-methods.ts';
import { AppError } from './errors.ts';

/** Every Japanese sentence contains hiragana. The library's English messages may quote Japanese words, but none with hiragana. */
const JAPANESE_SENTENCE = /\p{Script=Hiragana}/u;

/** Fastify's own errors and their code in the catalogue. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'InvalidJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'InvalidJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidJson',
};

/** The driver's errors while the database is away. By name, because a service without a database does not load the driver. */
const DATABASE_AWAY =
  /^(Mongo(ose)?)?(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|PoolClearedOnNetwork|PoolClosed|WaitQueueTimeout|ServerClosed|TopologyClosed)Error$/;
/** What a server responds while it stops, starts or is not the primary: https://www.mongodb.com/docs/manual/reference/error-codes/ */
const NO_PRIMARY: readonly unknown[] = [91, 189, 10107, 11600, 11602, 13435, 13436];

const isDatabaseAway = (error: Error): boolean =>
  DATABASE_AWAY.test(error.name) || (error.name.startsWith('Mongo') && 'code' in error && NO_PRIMARY.includes(error.code));

/** Messages of our own schemas are Japanese and shown to the user; the library's English messages are replaced. */
const validationBody = (issues: { keyword: string; instancePath: string; message?: string | undefined }[]): ErrorBody => {
  const fallback = errorCatalogue.ValidationFailed.message;
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of issues) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.');
    fields[field] ??= message && JAPANESE_SENTENCE.test(message) ? message : fallback;
  }
  const own = Object.values(fields).find((text) => text !== fallback);
  // A rule between fields is not in the published schema, so breaking it is another error than a wrong form.
  const code = issues.every(({ keyword }) => keyword === 'custom') ? 'InputInconsistent' : 'ValidationFailed';
  return { code, message: own ?? fallback, fields };
};

const toAppError = (error: FastifyError | Error): AppError => {
  if (error instanceof AppError) return error;
  const code = 'code' in error ? frameworkCodes[error.code] : undefined;
  if (code) return new AppError(code, { cause: error });
  if (isDatabaseAway(error)) return new AppError('ServiceUnavailable', { cause: error });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new AppError('ValidationFailed', { cause: error });
  return new AppError('Internal', { cause: error });
};

/** The only place that turns an error into a response: `{code, message}` with Japanese text. The cause goes to the log only. */
export const handleError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const userId = request.sessionClaims?.sub;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const body = validationBody(error.validation);
    // Names of fields only: their values may be secrets.
    request.log.info({ code: body.code, fields: Object.keys(body.fields ?? {}), userId }, 'Request refused');
    return reply.code(400).send(body);
  }
  const { status, code, userMessage, details, retryAfterSeconds } = toAppError(error);
  const isLimit = status === 429 || code === 'ServiceBusy';
  if (isLimit) reply.refusal = { code };
  else if (status >= 500) request.log.error({ err: error, code }, 'Request failed');
  else if (!reply.refusal) request.log.info({ code, cause: error.cause, userId }, 'Request refused');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  // The rest of the request body is not read.
  if (code === 'RequestTimeout') reply.header('connection', 'close');
  return reply.code(status).send({ ...details, code, message: userMessage });
};

/** 405 where the URL exists with another method, otherwise 404. */
export const createNotFoundHandler =
  (allowedMethods: FindAllowedMethods) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const allowed = allowedMethods(request.url);
    const isUndeclared = allowed.length > 0 && !allowed.includes(request.method);
    if (isUndeclared) reply.header('allow', allowed.join(', '));
    const code = isUndeclared ? 'MethodNotAllowed' : 'NotFound';
    const { status, message } = errorCatalogue[code];
    return reply.code(status).send({ code, message });
  };
