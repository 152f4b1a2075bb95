import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { seededRandom } from '../fakes/seeded-random.ts';

export type LinkOptions = Readonly<{
  /** Rate of the whole link in kbit/s, shared by its connections. */
  upKbits: number;
  downKbits: number;
  /** The time of a round trip. A new connection needs one round trip. */
  roundTripMs: number;
  /** The time between cuts. A cut resets every connection, and for `outageMs` no new one is possible. */
  cutEveryMs?: number;
  /** The link breaks after each of this many bytes up. Unlike a time, this does not depend on the machine's speed. */
  cutEveryBytesUp?: number;
  /** True: the time between cuts varies, from 0 to 2 × `cutEveryMs`. Each run has the same times. */
  cutsVary?: boolean;
  outageMs?: number;
}>;

/** Size of a TCP segment. */
const SEGMENT_BYTES = 1460;
/** The number of queued bytes of a connection from which its sender must wait. */
const SEND_BUFFER_BYTES = 16 * 1024;

interface Segment {
  bytes: Buffer;
  /** When the segment could be sent at the earliest (`performance.now()`). */
  cameAt: number;
}

interface Flow {
  queue: Segment[];
  queued: number;
  from: Socket;
  to: Socket;
  readyAt: number;
}

/** One direction of the link. Sends the segments of all flows in turn, at the link's rate, with a delay of half a round trip. */
class Direction {
  #bytesPerMs = 0;
  #delayMs = 0;
  readonly #flows = new Set<Flow>();
  /** Segments under way, in the order of sending. They arrive in that order, even if timers are late. */
  #inTheAir: { arrivesAt: number; chunk: Buffer; to: Socket }[] = [];
  #freeAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #landing: NodeJS.Timeout | undefined;
  sent = 0;
  onSent: () => void = () => undefined;

  become(kbits: number, delayMs: number): void {
    this.#bytesPerMs = kbits / 8;
    this.#delayMs = delayMs;
  }

  add(from: Socket, to: Socket, readyAt: number): void {
    const flow: Flow = { queue: [], queued: 0, from, to, readyAt };
    this.#flows.add(flow);
    from.on('data', (chunk: Buffer) => {
      const cameAt = performance.now();
      for (let at = 0; at < chunk.length; at += SEGMENT_BYTES)
        flow.queue.push({ bytes: chunk.subarray(at, at + SEGMENT_BYTES), cameAt });
      flow.queued += chunk.length;
      if (flow.queued >= SEND_BUFFER_BYTES) from.pause();
      this.#pump();
    });
    from.on('end', () => {
      flow.queue.push({ bytes: Buffer.alloc(0), cameAt: performance.now() });
      this.#pump();
    });
    to.on('close', () => this.#flows.delete(flow));
  }

  forget(): void {
    this.#flows.clear();
    clearTimeout(this.#timer);
    clearTimeout(this.#landing);
    this.#timer = undefined;
    this.#landing = undefined;
    this.#inTheAir = [];
    this.#freeAt = 0;
  }

  #pump(): void {
    if (this.#timer !== undefined) return;
    const now = performance.now();
    let earliest = Number.POSITIVE_INFINITY;
    let moved = true;
    while (moved && this.#freeAt <= now) {
      moved = false;
      for (const flow of this.#flows) {
        if (this.#freeAt > now) break;
        if (flow.queue.length === 0) continue;
        if (flow.readyAt > now) {
          earliest = Math.min(earliest, flow.readyAt);
          continue;
        }
        const segment = flow.queue.shift();
        if (segment === undefined) continue;
        moved = true;
        // Moves this flow to the end, so that the next segment is another flow's.
        this.#flows.delete(flow);
        this.#flows.add(flow);
        this.#send(flow, segment);
        break;
      }
    }
    const waiting = [...this.#flows].some((flow) => flow.queue.length > 0);
    if (!waiting) return;
    const at = this.#freeAt > now ? this.#freeAt : earliest;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#pump();
      },
      Math.max(0, at - now),
    );
  }

  #send(flow: Flow, { bytes: chunk, cameAt }: Segment): void {
    // An idle link saves up no time. But if a timer is late on a busy machine, a queued segment counts from when the link was free.
    const startsAt = Math.max(this.#freeAt, cameAt, flow.readyAt);
    this.#freeAt = startsAt + chunk.length / this.#bytesPerMs;
    this.sent += chunk.length;
    flow.queued -= chunk.length;
    if (flow.queued < SEND_BUFFER_BYTES / 2 && flow.from.isPaused()) flow.from.resume();
    const arrivesAt = this.#freeAt + this.#delayMs;
    this.#inTheAir.push({ arrivesAt, chunk, to: flow.to });
    this.#land();
    this.onSent();
  }

  #land(): void {
    if (this.#landing !== undefined) return;
    const now = performance.now();
    let next = this.#inTheAir[0];
    while (next !== undefined && next.arrivesAt <= now) {
      this.#inTheAir.shift();
      const { chunk, to } = next;
      if (!to.destroyed) {
        if (chunk.length === 0) to.end();
        else to.write(chunk);
      }
      next = this.#inTheAir[0];
    }
    if (next === undefined) return;
    this.#landing = setTimeout(() => {
      this.#landing = undefined;
      this.#land();
    }, next.arrivesAt - now);
  }
}

/** A slow link before a server, like the link of a phone to a rural mast. Counts the bytes in both directions. */
export class ShapedLink {
  readonly #server: Server;
  readonly #up = new Direction();
  readonly #down = new Direction();
  readonly #sockets = new Set<Socket>();
  #cutting: NodeJS.Timeout | undefined;
  #roundTripMs = 0;
  #downUntil = 0;
  #cuts = 0;

  private constructor(target: string, options: LinkOptions) {
    const { hostname, port } = new URL(target);
    this.become(options);
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.#keep(client);
      if (performance.now() < this.#downUntil) {
        client.resetAndDestroy();
        return;
      }
      const server = connect({ host: hostname, port: Number(port), noDelay: true });
      this.#keep(server);
      server.on('error', () => client.resetAndDestroy());
      client.on('error', () => server.destroy());
      client.on('close', () => server.destroy());
      server.on('close', () => setTimeout(() => client.destroy(), this.#roundTripMs + 50));
      this.#up.add(client, server, performance.now() + this.#roundTripMs);
      this.#down.add(server, client, 0);
    });
  }

  /** Changes the link's properties. Its connections stay. */
  become({
    upKbits,
    downKbits,
    roundTripMs,
    cutEveryMs,
    cutEveryBytesUp = Number.POSITIVE_INFINITY,
    cutsVary = false,
    outageMs = 500,
  }: LinkOptions): void {
    this.#up.become(upKbits, roundTripMs / 2);
    this.#down.become(downKbits, roundTripMs / 2);
    this.#roundTripMs = roundTripMs;
    clearTimeout(this.#cutting);
    let nextCutAt = this.#up.sent + cutEveryBytesUp;
    this.#up.onSent = () => {
      if (this.#up.sent < nextCutAt) return;
      nextCutAt = this.#up.sent + cutEveryBytesUp;
      // Does not cut in the middle of a segment.
      setImmediate(() => this.#cut(outageMs));
    };
    if (cutEveryMs === undefined) return;
    const random = seededRandom(1);
    const cutLater = (): void => {
      const wait = cutsVary ? 2 * cutEveryMs * random() : cutEveryMs;
      this.#cutting = setTimeout(() => {
        this.#cut(outageMs);
        cutLater();
      }, wait);
    };
    cutLater();
  }

  /** @param port 0: any free port */
  static async start(target: string, options: LinkOptions, port = 0): Promise<ShapedLink> {
    const link = new ShapedLink(target, options);
    await new Promise<void>((resolve, reject) => {
      link.#server.once('error', reject);
      link.#server.listen(port, 'localhost', resolve);
    });
    return link;
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  get bytesUp(): number {
    return this.#up.sent;
  }

  get bytesDown(): number {
    return this.#down.sent;
  }

  get cuts(): number {
    return this.#cuts;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#cutting);
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#up.forget();
    this.#down.forget();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #cut(outageMs: number): void {
    this.#cuts += 1;
    this.#downUntil = performance.now() + outageMs;
    this.#up.forget();
    this.#down.forget();
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }
}
