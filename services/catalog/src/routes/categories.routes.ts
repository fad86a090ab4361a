import {
  categoryListSchema,
  categoryParamsSchema,
  categorySchema,
  createCategorySchema,
  idParamsSchema,
  noContentSchema,
} from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { addCategory } from '../domain/add-category.ts';
import { listCategories } from '../domain/list-categories.ts';
import { removeCategory } from '../domain/remove-category.ts';
import { refusals, toCategory } from './answers.ts';
import type { RouteDeps } from './route-deps.ts';
import { viewerOf } from './viewer.ts';

const tags = ['categories'];

export const categoryRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  server.get(
    '/api/contests/:id/categories',
    {
      config: { guard: 'public' },
      schema: { tags, summary: "A contest's categories", params: idParamsSchema, response: { 200: categoryListSchema, ...refusals } },
    },
    async (request) => {
      const { id: contestId } = request.params;
      const categories = await listCategories(deps, { contestId, viewer: await viewerOf({ request, sessions }) });
      return categories.map((category) => toCategory({ contestId, category }));
    },
  );

  server.post(
    '/api/contests/:id/categories',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Add a category',
        params: idParamsSchema,
        body: createCategorySchema,
        response: { 201: categorySchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { id: contestId } = request.params;
      const category = await addCategory(deps, { contestId, actor: actorOf(request), wish: request.body });
      return reply.code(201).send(toCategory({ contestId, category }));
    },
  );

  server.delete(
    '/api/contests/:id/categories/:categoryId',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Delete a category no athlete is in',
        params: categoryParamsSchema,
        response: { 204: noContentSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { id: contestId, categoryId } = request.params;
      await removeCategory(deps, { contestId, categoryId, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );
};
