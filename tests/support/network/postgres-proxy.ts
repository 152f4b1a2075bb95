import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The fault of the next COMMIT. */
export type CommitFault =
  /** The connection breaks before the database gets the COMMIT. */
  | 'cut-before'
  /** The COMMIT takes effect. The connection breaks before the answer. */
  | 'cut-after'
  /** As 'cut-after', and from then on no connection reaches the database. */
  | 'gone-after';

export type PostgresProxy = Readonly<{
  /** The database's address, through the proxy. */
  url: string;
  /** Applies to the next COMMIT only. `meanwhile` runs before the connection breaks. */
  fault: (kind: CommitFault, meanwhile?: () => Promise<unknown>) => void;
  /** Breaks all connections, and refuses new ones until `open`. */
  shut: () => void;
  open: () => void;
  stop: () => Promise<void>;
}>;

/** Starts a proxy between the server and its database. It can break a connection at a COMMIT. */
export async function proxyTo(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  const own = Number(target.port);
  const sockets = new Set<Socket>();
  let next: CommitFault | null = null;
  let before: () => Promise<unknown> = async () => undefined;
  let isShut = false;
  const shut = () => {
    isShut = true;
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((client) => {
    if (isShut) return void client.destroy();
    const database = connect(own, target.hostname);
    let cutAtAnswer: CommitFault | null = null;
    const cut = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    client.on('data', (bytes: Buffer) => {
      if (next !== null && bytes.includes('commit\0')) {
        const kind = next;
        next = null;
        if (kind === 'cut-before') return void before().then(cut);
        cutAtAnswer = kind;
      }
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      if (cutAtAnswer === null) return void client.write(bytes);
      // The answers of statements before the commit may come first.
      if (!bytes.includes('COMMIT\0') && !bytes.includes('ROLLBACK\0')) return;
      if (cutAtAnswer === 'gone-after') shut();
      void before().then(cut);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    fault: (kind, meanwhile = async () => undefined) => {
      next = kind;
      before = meanwhile;
    },
    shut,
    open: () => {
      isShut = false;
    },
    stop: async () => {
      shut();
      await new Promise((done) => server.close(done));
    },
  };
}
