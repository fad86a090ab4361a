import { errorBodySchema } from '@stagereel/contracts';

export const refusals = { '4xx': errorBodySchema, '5xx': errorBodySchema };
