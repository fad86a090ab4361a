import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { decideAuthentication, findAuthentication, returnAddress } from '../payment-intents.ts';
import type { Store } from '../store.ts';
import { authenticationEndedPage, authenticationPage, authenticationUnknownPage } from './authentication.page.ts';
import { pageHeaders } from './html.ts';
import { operatorPage } from './operator.page.ts';

type Page = { Params: { id: string } };

/** The page for operators, and the bank's 3-D Secure page, to which `next_action.redirect_to_url` sends the customer. */
export function pageRoutes(app: FastifyInstance, { store, contextOf }: { store: Store; contextOf: () => Context }): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.get('/', (_request, reply) => reply.headers(pageHeaders()).send(operatorPage(store)));

  app.get<Page>('/redirect/authenticate/:id', async ({ params: { id } }, reply) => {
    const found = findAuthentication({ store }, id);
    if (!found) return sendUnknown(reply);
    if (!found.isOpen) return reply.headers(pageHeaders()).send(authenticationEndedPage({ returnAddress: returnAddress(found) }));
    return reply
      .headers(pageHeaders([new URL(found.authentication.return_url).origin]))
      .send(authenticationPage({ amount: found.intent.amount, last4: found.method.card.last4, action: `/redirect/authenticate/${id}` }));
  });

  app.post<Page & { Body: string | undefined }>('/redirect/authenticate/:id', async ({ params: { id }, body }, reply) => {
    const decision = new URLSearchParams(body).get('decision');
    if (decision !== 'allow' && decision !== 'refuse') return reply.redirect(`/redirect/authenticate/${id}`, 303);
    const address = decideAuthentication(contextOf(), { id, isAllowed: decision === 'allow' });
    if (!address) return sendUnknown(reply);
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303);
  });
}

const sendUnknown = (reply: FastifyReply) => reply.code(404).headers(pageHeaders()).send(authenticationUnknownPage());
