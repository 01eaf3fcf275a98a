/**
 * An S3 server on loopback for tests, which the test command fetches, and a proxy before it that fails or is slow when it is
 * told to.
 */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { S3Place } from '../bodies/s3-bodies.ts';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/hansard/s3', import.meta.url));
const BUCKET = 'hub';
/** The only one that the server knows. */
const KEY = 'S3RVER';

const LATE_MS = 400;

export const hasS3 = existsSync(join(CACHE, 'installed.json'));

export class S3Server {
  readonly place: S3Place;
  readonly folder: string;
  readonly #server: { close(): Promise<void> };
  readonly #proxy: Server;
  /** What becomes of a request, by its number from 1. */
  trouble: (number: number) => 'none' | 'fail' | 'cut' | 'late' | 'slow' = () => 'none';
  requests = 0;

  private constructor(server: { close(): Promise<void> }, folder: string, target: number, proxy: Server, port: number) {
    this.#server = server;
    this.folder = folder;
    this.#proxy = proxy;
    const endpoint = `http://127.0.0.1:${port}`;
    this.place = { bucket: BUCKET, prefix: '', endpoint, region: 'us-east-1', accessKeyId: KEY, secretAccessKey: KEY };
    proxy.on('request', (asked, answer) => {
      const trouble = this.trouble(++this.requests);
      if (trouble === 'cut') return void asked.socket.destroy();
      if (trouble === 'fail') return void answer.writeHead(503).end('slow down');
      const { method, headers, url: path } = asked;
      const to = { host: '127.0.0.1', port: target, method, path, agent: false };
      const passed = request({ ...to, headers: { ...headers, connection: 'close' } }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      // A client that gave up, or was killed, leaves nothing open behind it.
      answer.once('close', () => passed.destroy());
      if (trouble === 'none') asked.pipe(passed);
      else if (trouble === 'late') setTimeout(() => asked.pipe(passed), LATE_MS);
    });
  }

  static async start(): Promise<S3Server> {
    const folder = mkdtempSync(join(tmpdir(), 'hansard-s3-'));
    const path = createRequire(join(CACHE, 'package.json')).resolve('@20minutes/s3rver');
    const { default: S3rver } = await import(pathToFileURL(path).href);
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    const { port: target } = await server.run();
    const proxy = createServer().listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return new S3Server(server, folder, target, proxy, (proxy.address() as { port: number }).port);
  }

  /** Packs that are in the bucket. */
  objects(): string[] {
    return this.files().filter((path) => path.endsWith('._S3rver_object'));
  }

  /** All that is on the disk. */
  files(): string[] {
    return readdirSync(this.folder, { recursive: true })
      .map((name) => join(this.folder, String(name)))
      .filter((path) => statSync(path).isFile());
  }

  bytes(): Buffer {
    return Buffer.concat(this.files().map((path) => readFileSync(path)));
  }

  async stop(): Promise<void> {
    this.#proxy.closeAllConnections();
    this.#proxy.close();
    await this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
