import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards each call to a random server of these ports. If only one server has some data, a call soon fails. */
export async function startRandomBalancer(
  ports: readonly number[],
): Promise<
  Readonly<{ address: string; callsTo: (port: number) => number; stop: () => Promise<void> }>
> {
  const calls = new Map<number | undefined, number>();
  const server = createServer((request, response) => {
    const port = ports[Math.floor(Math.random() * ports.length)];
    calls.set(port, (calls.get(port) ?? 0) + 1);
    const { method, url: path } = request;
    const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress };
    const onward = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => request.socket.destroy());
    // If the client breaks the connection, the balancer breaks the connection to the server too.
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    callsTo: (port) => calls.get(port) ?? 0,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
