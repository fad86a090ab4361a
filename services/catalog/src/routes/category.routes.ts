import {
  type Category,
  categoryListSchema,
  categoryParamsSchema,
  categorySchema,
  createCategorySchema,
  idParamsSchema,
  noContentSchema,
  PUBLIC_CACHE_CONTROL,
} from '@stagereel/contracts';
import { actorOf, errorResponses, readViewer } from '@stagereel/service-kit';
import { addCategory, deleteCategory, listCategories } from '../domain/category/edit-categories.ts';
import type { CategoryRecord } from '../domain/contest/contest.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['categories'];

const toCategory = ({ contestId, category }: { contestId: string; category: CategoryRecord }): Category => ({
  id: category.id,
  contestId,
  name: category.name,
  color: category.color,
  createdAt: category.createdAt.toISOString(),
});

export const categoryRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  server.get(
    '/api/contests/:id/categories',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'List the categories of a contest',
        params: idParamsSchema,
        response: { 200: categoryListSchema, ...errorResponses(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { id: contestId } = request.params;
      const viewer = await readViewer({ request, sessions });
      const categories = await listCategories(deps, { contestId, viewer });
      if (!viewer.isAdmin) reply.header('cache-control', PUBLIC_CACHE_CONTROL);
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
        response: { 201: categorySchema, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const { id: contestId } = request.params;
      const category = await addCategory(deps, { contestId, actor: actorOf(request), data: request.body });
      return reply.code(201).send(toCategory({ contestId, category }));
    },
  );

  server.delete(
    '/api/contests/:id/categories/:categoryId',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Delete a category without athletes',
        params: categoryParamsSchema,
        response: { 204: noContentSchema, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const { id: contestId, categoryId } = request.params;
      await deleteCategory(deps, { contestId, categoryId, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );
};
