import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy between a phone and the backend, at an address that stays the same. While closed, it resets every connection, as without
 * signal. It works the same in all browsers, and for service workers too. A browser's own offline switch does not.
 */
export class Gate {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isOpen = true;

  private constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((client) => {
      this.#keep(client);
      if (!this.#isOpen) {
        client.resetAndDestroy();
        return;
      }
      const server = connect({ host: hostname, port: Number(port) });
      this.#keep(server);
      client.pipe(server).pipe(client);
      server.on('close', () => client.destroy());
      client.on('close', () => server.destroy());
    });
  }

  static async start(target: string): Promise<Gate> {
    const gate = new Gate(target);
    await new Promise<void>((resolve, reject) => {
      gate.#server.once('error', reject);
      gate.#server.listen(0, 'localhost', resolve);
    });
    return gate;
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  open(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#server.close(resolve));
    this.close();
    await ended;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
