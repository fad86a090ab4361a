import { fileURLToPath } from 'node:url';
import { pssMiB, withCpu } from '@stagereel/stack';
import { loadUrl } from '../kit/http-load.ts';
import { reportRow } from '../kit/report.ts';
import { inRounds, median } from '../kit/rounds.ts';
import { type Shop, withShop } from '../kit/shop.ts';
import { type Answer, type Peers, recordAnswer, startPeers } from './peers.ts';
import { type Target, targetsOf } from './targets.ts';

const ATHLETES = 2000;
const SECONDS = 1;
const CATEGORY = '一般';
const WEB_ROOT = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** A server that answers the request of a target, alone or among the processes that do. */
type Contestant = { url: string; pid: number };

const makeContest = async ({ admin }: Shop): Promise<string> => {
  const contest = await admin.createContest({ name: '第12回 関東フィットネス選手権 ベンチ' });
  await admin.createCategory(contest.id, CATEGORY);
  const athletes = Array.from(
    { length: ATHLETES },
    (_, index) =>
      ({
        athleteNumber: String(index + 1),
        name: `選手 ${index + 1}`,
        category: CATEGORY,
        videoStatus: '販売中',
        verticalVideoPrice: 5000,
      }) as const,
  );
  const { failed } = await admin.createAthletes(contest.id, athletes);
  if (failed.length > 0) throw new Error('Not all athletes were created');
  await admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' });
  return contest.id;
};

type Servers = { gateway: Contestant; catalog: Contestant; peers: Peers };

const contestantsOf = ({ target, answer, servers }: { target: Target; answer: Answer; servers: Servers }): Record<string, Contestant> => {
  const { path, isApi } = target;
  const { gateway, catalog, peers } = servers;
  const { nginx, fastify, node } = peers;
  const nginxAt = (name: string, url: string) => (nginx ? { [name]: { url: `${nginx.url}${url}`, pid: nginx.pid } } : {});
  return {
    gateway: { ...gateway, url: `${gateway.url}${path}` },
    'bare Fastify': { ...fastify, url: `${fastify.url}${answer.path}` },
    'bare node:http': { ...node, url: `${node.url}${answer.path}` },
    ...nginxAt('nginx from disk', `/disk${answer.path}`),
    ...(isApi && {
      ...nginxAt('nginx with proxy_cache', `/cached${path}`),
      ...nginxAt('nginx as proxy', `/proxied${path}`),
      catalog: { ...catalog, url: `${catalog.url}${path}` },
    }),
  };
};

/** wrk shares the two cores with the server, so all servers get the same load in turn. */
const measureTarget = async ({ target, answer, servers }: { target: Target; answer: Answer; servers: Servers }): Promise<void> => {
  const contestants = contestantsOf({ target, answer, servers });
  const known = target.isKnown && { 'if-none-match': answer.headers['etag'] ?? '' };
  const headers = { ...target.headers, ...known };
  const details = new Map(Object.keys(contestants).map((name) => [name, { cpu: [] as number[], p99: [] as number[] }]));
  const run =
    (name: string, { url, pid }: Contestant) =>
    async (): Promise<number> => {
      const { result, cpu } = await withCpu({ server: pid }, () => loadUrl({ url, headers, seconds: SECONDS }));
      if (result.failed > 0) throw new Error(`${result.failed} requests to ${url} failed`);
      details.get(name)?.cpu.push(cpu.server / (result.perSecond * SECONDS));
      details.get(name)?.p99.push(result.p99Ms);
      return result.perSecond;
    };
  const runs = Object.fromEntries(Object.entries(contestants).map(([name, each]) => [name, run(name, each)]));
  const speeds = await inRounds({ warmUps: 1, rounds: 3, contestants: runs });
  console.log(`\n${target.name} (${Buffer.from(answer.bytes, 'base64').length} bytes):`);
  for (const [name, perSecond] of Object.entries(speeds)) {
    const { cpu = [], p99 = [] } = details.get(name) ?? {};
    const cost = `${name}: ${median(cpu).toFixed(3)} ms CPU, p99 ${median(p99).toFixed(1)} ms`;
    const peer = target.peer === undefined ? undefined : speeds[target.peer];
    const goal = name === 'gateway' && peer !== undefined && { baseline: peer, atLeast: target.atLeast ?? 0 };
    reportRow({ name: cost, value: perSecond, unit: '/s', ...goal });
  }
};

/** Measures pages, files and public reads through the gateway, each next to servers that send the same bytes. */
export const benchGateway = (): Promise<void> =>
  withShop(async (shop) => {
    const { dir, info, admin } = shop;
    const contestId = await makeContest(shop);
    const targets = await targetsOf({ webRoot: WEB_ROOT, contestId, cookie: admin.cookies() });
    const answers: Answer[] = [];
    for (const [index, { path, headers }] of targets.entries()) {
      answers.push(await recordAnswer({ url: `${info.gateway}${path}`, path: `/${index}`, headers }));
    }
    const serviceAt = (name: string): Contestant => ({ url: info.services[name]?.url ?? '', pid: info.services[name]?.pid ?? 0 });
    const [gateway, catalog] = [serviceAt('gateway'), serviceAt('catalog')];
    const peers = await startPeers({ dir, answers, catalog: catalog.url });
    try {
      console.log(`gateway: ${ATHLETES} athletes, 64 connections; CPU time is that of the named process per request`);
      if (!peers.nginx) console.log('nginx is not installed (apt-get install nginx-light), so its rows are missing');
      // A process that has just started would be slower in the first rounds than in the others.
      for (const { path, headers } of targets) await loadUrl({ url: `${gateway.url}${path}`, headers, seconds: SECONDS });
      for (const { url } of [peers.fastify, peers.node]) {
        for (const { path } of answers) await loadUrl({ url: `${url}${path}`, seconds: SECONDS });
      }
      for (const [index, target] of targets.entries()) {
        const answer = answers[index];
        if (answer) await measureTarget({ target, answer, servers: { gateway, catalog, peers } });
      }
      console.log('\nmemory:');
      const processes = { gateway, catalog, 'bare Fastify': peers.fastify, ...(peers.nginx && { nginx: peers.nginx }) };
      for (const [name, { pid }] of Object.entries(processes)) reportRow({ name, value: pssMiB(pid), unit: 'MiB PSS' });
    } finally {
      await peers.stop();
    }
  });
