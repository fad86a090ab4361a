import { paymentConfirmationAnswerSchema, paymentConfirmationSchema } from '@stagereel/contracts';
import { provenEmailsOf } from '@stagereel/service-kit';
import { confirmPaymentMail } from '../domain/confirm-payment-mail.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

export const paymentConfirmationRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.post(
    '/api/send-payment-confirmation',
    {
      config: { guard: 'proven' },
      schema: {
        tags: ['payment'],
        summary: 'Whether the mail that the payment caused has left',
        body: paymentConfirmationSchema,
        response: { 200: paymentConfirmationAnswerSchema, ...refusals },
      },
    },
    async (request) => confirmPaymentMail(deps, { emails: provenEmailsOf(request), orderNumber: request.body.orderNumber }),
  );
};
