import { type ErrorBody, type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError } from './errors.ts';

/** A Japanese sentence has hiragana; the library's English ones may quote a word of ours, but none that has. */
const JAPANESE_SENTENCE = /\p{Script=Hiragana}/u;

/** Fastify's own refusals, in the catalogue's terms. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_INVALID_JSON_BODY: 'InvalidJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'InvalidJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidJson',
  FST_ERR_HANDLER_TIMEOUT: 'GatewayTimeout',
};

/** Texts of our own schemas are Japanese and meant for the screen; the library's are not. */
const validationBody = (issues: { instancePath: string; message?: string | undefined }[]): ErrorBody => {
  const fallback = errorCatalogue.ValidationFailed.message;
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of issues) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.');
    fields[field] ??= message && JAPANESE_SENTENCE.test(message) ? message : fallback;
  }
  const own = Object.values(fields).find((text) => text !== fallback);
  return { code: 'ValidationFailed', message: own ?? fallback, fields };
};

const toAppError = (error: FastifyError | Error): AppError => {
  if (error instanceof AppError) return error;
  const code = 'code' in error ? frameworkCodes[error.code] : undefined;
  if (code) return new AppError(code, { cause: error });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new AppError('ValidationFailed', { cause: error });
  return new AppError('Internal', { cause: error });
};

/** The one place where an error becomes an answer: {code, message} in Japanese, details for the log alone. */
export const handleError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return reply.code(400).send(validationBody(error.validation));
  }
  const { status, code, userMessage, details, retryAfterSeconds } = toAppError(error);
  const facts = { err: error, code };
  if (status >= 500) request.log.error(facts, 'request failed');
  else request.log.info({ code, cause: error.cause }, 'request refused');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  // The rest of such a request is not waited for.
  if (code === 'RequestTimeout') reply.header('connection', 'close');
  return reply.code(status).send({ ...details, code, message: userMessage });
};

export const handleNotFound = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ code: 'NotFound', message: errorCatalogue.NotFound.message });
