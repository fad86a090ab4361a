import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';

/** A refusal whose text stands at one field of the form. */
export const atField = (code: ErrorCode, field: string): AppError =>
  new AppError(code, { details: { fields: { [field]: errorCatalogue[code].message } } });
