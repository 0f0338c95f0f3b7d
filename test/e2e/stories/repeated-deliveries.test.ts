import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { leapingClock } from '../../support/clock.ts';
import { freePort, serveForTest } from '../../support/on-loopback.ts';
import { startRelay } from '../../support/relay.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Report, warehouse } from '../../support/warehouse.ts';

/*
 * What stands between the tool and the service loses answers, and delivers the same change again: the second delivery is refused,
 * since the first one was applied, and that refusal is all that arrives. Nothing may be applied twice, and nothing that was applied
 * may be called refused.
 */

const outcomes = (reports: readonly Report[]) => reports.map(({ outcome }) => outcome);

test('rows are read anew before they add, a page for many, if the plan has grown old', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `N${at}`);
  const shop = await warehouse(Object.fromEntries(names.map((name) => [name, 10])));
  const relay = await startRelay(shop.baseUrl, () => undefined);
  shop.env.RESALE_BASE_URL = relay.url;
  await shop.file('rows.csv', `sku,delta\n${names.map((name) => `${name},-1\n`).join('')}`);
  const runs = join(shop.cwd, 'state', 'runs');
  // As if a person had thought about the plan for a minute.
  const isPlanned = () =>
    existsSync(runs) && readdirSync(runs).some((run) => existsSync(join(runs, run, 'plan.ndjson')));
  const ticks = () => performance.now() + (isPlanned() ? 60_000 : 0);
  const [exitCode] = await shop.reports('inventory adjust --from rows.csv --yes', {
    clock: { ...leapingClock(), ticks },
  });
  expect([exitCode, relay.changes()]).toEqual([0, 30]);
  const reads = relay.lines.filter((line) => line.startsWith('GET'));
  expect(reads.length).toBeGreaterThan(1);
  expect(reads.length).toBeLessThan(5);
});

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));
if (nginx === undefined) console.warn('nginx is not here: no test has a real gateway');

describe.runIf(nginx && spawnSync(nginx, ['-v']).status === 0)(
  'behind nginx as it comes, with two upstreams',
  () => {
    /** The shop behind nginx; of its two upstreams, one carries changes out and dies before it answers. */
    const behindNginx = async () => {
      const shop = await warehouse(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`N${at}`, 20])));
      let lost = 0;
      const upstream = (dies: boolean) =>
        serveForTest(
          createServer(async (request, response) => {
            const chunks: Buffer[] = [];
            for await (const chunk of request) chunks.push(chunk);
            const { host, connection, ...headers } = request.headers;
            const answer = await fetch(`${shop.baseUrl}${request.url}`, {
              method: request.method ?? '',
              headers: headers as Record<string, string>,
              ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
            });
            if (dies && request.method === 'PUT') {
              lost += 1;
              return void response.socket?.destroy();
            }
            response.writeHead(answer.status, { 'content-type': 'application/json' });
            response.end(await answer.text());
          }),
        );
      const [one, other] = await Promise.all([upstream(true), upstream(false)]);
      const folder = temporaryFolder();
      const port = await freePort();
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path "${join(folder, kind)}";`,
      );
      await writeFile(
        join(folder, 'nginx.conf'),
        `daemon off; pid "${join(folder, 'pid')}"; error_log "${join(folder, 'log')}";
      events {}
      http {
        access_log off; ${places.join(' ')}
        upstream shop { server ${new URL(one).host} max_fails=0; server ${new URL(other).host} max_fails=0; }
        server { listen 127.0.0.1:${port}; location / { proxy_pass http://shop; } }
      }\n`,
      );
      const server = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
        stdio: 'ignore',
      });
      onTestFinished(async () => {
        server.kill('SIGTERM');
        if (server.exitCode === null) await once(server, 'exit');
      });
      shop.env.RESALE_BASE_URL = `http://127.0.0.1:${port}`;
      await vi.waitUntil(() =>
        fetch(shop.env.RESALE_BASE_URL ?? '').then(
          () => true,
          () => false,
        ),
      );
      return { shop, lost: () => lost };
    };

    test.each([
      ['inventory set', 'quantity', 7, 7, 0],
      ['inventory adjust', 'delta', -2, 18, 8],
    ])('%s: each row is applied once', async (command, column, value, after, code) => {
      const { shop, lost } = await behindNginx();
      const names = Object.keys(shop.ids);
      await shop.file('rows.csv', `sku,${column}\n${names.map((name) => `${name},${value}\n`).join('')}`);
      const line = `${command} --from rows.csv --yes --settle 0.1 --failed-out failed.csv`;
      const [exitCode, reports] = await shop.reports(line);
      expect(lost()).toBeGreaterThan(0);
      expect(await shop.stock()).toEqual(Object.fromEntries(names.map((name) => [name, after])));
      expect(exitCode).toBe(code);
      expect(outcomes(reports)).not.toContain('refused');
      expect((await readFile(join(shop.cwd, 'failed.csv'), 'utf8')).split('\n')).toHaveLength(2);
    });
  },
);
