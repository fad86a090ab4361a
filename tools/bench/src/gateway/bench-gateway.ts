import { fileURLToPath } from 'node:url';
import { pssMiB, withCpu } from '@stagereel/stack';
import { loadUrl } from '../kit/http-load.ts';
import { reportRow, reportSection } from '../kit/report.ts';
import { createRecord, inRounds, median } from '../kit/rounds.ts';
import { type Shop, withShop } from '../kit/shop.ts';
import { type Answer, type Peers, recordAnswer, startPeers } from './peers.ts';
import { type PeerName, type Target, targetsOf } from './targets.ts';

const ATHLETES = 2000;
const WARM_UP_SECONDS = 1;
const SECONDS = 3;
const ROUNDS = 3;
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

/** The gateway and the peers of the target; without those of nginx where it is not installed. */
const contestantsOf = ({ target, answer, servers }: { target: Target; answer: Answer; servers: Servers }): Record<string, Contestant> => {
  const { gateway, catalog, peers } = servers;
  const at = (server: Contestant | undefined, path: string) => server && { url: `${server.url}${path}`, pid: server.pid };
  const all: Record<PeerName, Contestant | undefined> = {
    'bare Fastify': at(peers.fastify, answer.path),
    'bare node:http': at(peers.node, answer.path),
    'nginx from disk': at(peers.nginx, `/disk${answer.path}`),
    'nginx with proxy_cache': at(peers.nginx, `/cached${target.path}`),
    'nginx as proxy': at(peers.nginx, `/proxied${target.path}`),
    catalog: at(catalog, target.path),
  };
  const chosen = target.peers.flatMap((name) => (all[name] ? [[name, all[name]] as const] : []));
  return { gateway: { ...gateway, url: `${gateway.url}${target.path}` }, ...Object.fromEntries(chosen) };
};

/** wrk shares the two cores with the server, so all servers get the same load in turn. */
const measureTarget = async ({ target, answer, servers }: { target: Target; answer: Answer; servers: Servers }): Promise<void> => {
  const contestants = contestantsOf({ target, answer, servers });
  const known = target.isKnown && { 'if-none-match': answer.headers['etag'] ?? '' };
  const headers = { ...target.headers, ...known };
  const record = createRecord({ warmUps: 0 });
  const run =
    (name: string, { url, pid }: Contestant) =>
    async (): Promise<number> => {
      const { result, cpu } = await withCpu({ server: pid }, () => loadUrl({ url, headers, seconds: SECONDS }));
      if (result.failed > 0) throw new Error(`${result.failed} requests to ${url} failed`);
      record.add(`cpu of ${name}`, (1000 * cpu.server) / (result.perSecond * SECONDS));
      record.add(`p99 of ${name}`, result.p99Ms);
      record.add(`late of ${name}`, result.late);
      return result.perSecond;
    };
  // A process that has just started would be slower in the first round than in the others.
  for (const { url } of Object.values(contestants)) await loadUrl({ url, headers, seconds: WARM_UP_SECONDS });
  const runs = Object.fromEntries(Object.entries(contestants).map(([name, each]) => [name, run(name, each)]));
  const speeds = await inRounds({ warmUps: 0, rounds: ROUNDS, contestants: runs });
  const [firstPeer = ''] = target.peers;
  const peer = speeds[firstPeer];
  reportSection(target.name);
  for (const [name, perSecond] of Object.entries(speeds)) {
    const goal = name === 'gateway' && peer !== undefined && { baseline: peer, ...(target.atLeast && { atLeast: target.atLeast }) };
    const late = record.of(`late of ${name}`).reduce((sum, count) => sum + count, 0);
    const note = `${median(record.of(`cpu of ${name}`)).toFixed(0)} µs CPU, p99 ${median(record.of(`p99 of ${name}`)).toFixed(1)} ms${late > 0 ? `, ${late} responses after 2 s` : ''}`;
    reportRow({ name, value: perSecond, unit: 'requests/s', ...goal, note });
  }
  reportRow({ name: 'gateway, CPU time per request', value: record.of('cpu of gateway'), unit: 'µs' });
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
      for (const [index, target] of targets.entries()) {
        const answer = answers[index];
        if (answer) await measureTarget({ target, answer, servers: { gateway, catalog, peers } });
      }
      reportSection('memory');
      const processes = { gateway, catalog, 'bare Fastify': peers.fastify, ...(peers.nginx && { nginx: peers.nginx }) };
      for (const [name, { pid }] of Object.entries(processes)) reportRow({ name, value: pssMiB(pid), unit: 'MiB PSS' });
    } finally {
      await peers.stop();
    }
  });
