import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';

/** An error whose message is shown at one field of the form. */
export const fieldError = (code: ErrorCode, field: string): AppError =>
  new AppError(code, { details: { fields: { [field]: errorCatalogue[code].message } } });
