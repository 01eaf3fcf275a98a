/** Connections that break, for tests of readers that go on. */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to the server that breaks after some bytes, at any place. */
export class Cutter {
  readonly #server: Server;
  cuts = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async before(port: number, bytes = 9973): Promise<Cutter> {
    const server = createServer();
    const cutter = new Cutter(server);
    server.on('connection', (socket) => cutter.#pass(socket, connect(port, '127.0.0.1'), bytes));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return cutter;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  close(): void {
    this.#server.close();
  }

  #pass(reader: Socket, server: Socket, bytes: number): void {
    let left = bytes + (this.cuts % 7) * 101;
    const end = () => {
      reader.destroy();
      server.destroy();
    };
    for (const socket of [reader, server]) socket.on('error', end).on('close', end);
    reader.on('data', (data) => server.write(data));
    server.on('data', (data) => {
      reader.write(data.subarray(0, left));
      left -= data.length;
      if (left > 0) return;
      this.cuts++;
      reader.end();
      server.destroy();
    });
  }
}
