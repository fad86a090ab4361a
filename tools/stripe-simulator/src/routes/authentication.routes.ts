import type { FastifyInstance, FastifyReply } from 'fastify';
import { decideAuthentication, findAuthentication, returnAddress } from '../domain/authenticate-payment.ts';
import type { Deps } from '../domain/deps.ts';
import type { Form } from '../form.ts';
import { authenticationEndedPage, authenticationPage, authenticationUnknownPage } from '../pages/authentication.page.ts';
import { pageHeaders } from '../pages/html.ts';
import type { Store, Transaction } from '../store.ts';

type Page = { Params: { id: string } };

/** The bank's 3-D Secure page, to which `next_action.redirect_to_url` sends the customer. */
export function authenticationRoutes(app: FastifyInstance, { store, depsFor }: { store: Store; depsFor: (tx: Transaction) => Deps }): void {
  app.get<Page>('/redirect/authenticate/:id', async ({ params: { id } }, reply) => {
    const tx = store.begin();
    const found = findAuthentication({ tx }, id);
    if (!found) return sendUnknown(reply);
    if (!found.isOpen) return reply.headers(pageHeaders()).send(authenticationEndedPage({ returnAddress: returnAddress(found) }));
    const last4 = tx.get('payment_methods', found.authentication.payment_method)?.card?.last4 ?? '';
    return reply
      .headers(pageHeaders([new URL(found.authentication.return_url).origin]))
      .send(authenticationPage({ amount: found.intent.amount, last4, action: `/redirect/authenticate/${id}` }));
  });

  app.post<Page & { Body: Form | undefined }>('/redirect/authenticate/:id', async ({ params: { id }, body }, reply) => {
    const decision = body?.['decision'];
    if (decision !== 'allow' && decision !== 'refuse') return reply.redirect(`/redirect/authenticate/${id}`, 303);
    const tx = store.begin();
    const address = decideAuthentication(depsFor(tx), { id, isAllowed: decision === 'allow' });
    if (!address) return sendUnknown(reply);
    tx.commit();
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303);
  });
}

const sendUnknown = (reply: FastifyReply) => reply.code(404).headers(pageHeaders()).send(authenticationUnknownPage());
