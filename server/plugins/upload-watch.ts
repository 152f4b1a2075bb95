import type { FastifyRequest } from 'fastify';
import type { Limits } from '../limits.ts';

/** Thrown into an upload that the server ends before its body's end. `statusCode`: the status of the answer. */
export class UploadEnded extends Error {
  readonly statusCode: 408 | 429;
  constructor(statusCode: 408 | 429) {
    super('The upload was ended.');
    this.statusCode = statusCode;
  }
}

interface Running {
  ticks: number;
  bytes: number;
  bytesAtTick: number;
  silentTicks: number;
  deviceBytesAtWindow: number;
  readonly end: (error: UploadEnded) => void;
}

interface DeviceUploads {
  readonly running: Set<Running>;
  bytes: number;
}

/** The server measures an upload's speed over this many ticks. */
const WINDOW_TICKS = 6;

/** Ends uploads that would keep connections and half-written files open with almost no traffic. */
export type UploadWatch = Readonly<{
  /** Watches an upload until the end of its body. Returns a function that ends the watch earlier. */
  watch: (request: FastifyRequest, deviceId: string) => () => void;
}>;

/**
 * Measures a device's speed over all its uploads: four may share a bad connection, and one may get nothing for a while.
 * Only lasting uploads are counted, because many quick ones do no harm. If there are too many, the server ends the one
 * that is silent for longest. Its phone may have lost the connection and started again.
 */
export function createUploadWatch(limits: Limits): UploadWatch {
  const devices = new Map<string, DeviceUploads>();
  const windowBytes = (limits.minUploadBytesPerSecond * limits.uploadTickMs * WINDOW_TICKS) / 1000;

  const tick = (device: DeviceUploads, upload: Running) => {
    upload.ticks += 1;
    upload.silentTicks = upload.bytes === upload.bytesAtTick ? upload.silentTicks + 1 : 0;
    upload.bytesAtTick = upload.bytes;
    const lasting = [...device.running].filter(({ ticks }) => ticks > 0);
    if (lasting.length > limits.maxLastingUploads) {
      const silent = lasting.reduce((a, b) => (b.silentTicks > a.silentTicks ? b : a));
      silent.end(new UploadEnded(429));
    }
    if (upload.ticks % WINDOW_TICKS === 0) {
      if (device.bytes - upload.deviceBytesAtWindow < windowBytes) upload.end(new UploadEnded(408));
      upload.deviceBytesAtWindow = device.bytes;
    }
  };

  return {
    watch: ({ raw }, deviceId) => {
      const device = devices.get(deviceId) ?? { running: new Set(), bytes: 0 };
      devices.set(deviceId, device);
      const upload: Running = {
        ticks: 0,
        bytes: 0,
        bytesAtTick: 0,
        silentTicks: 0,
        deviceBytesAtWindow: device.bytes,
        end: (error) => {
          over();
          // The multipart parser gets the error and passes it to the code that waits for the next part. Without a
          // listener, nobody waits for the body, and the error would stop the server.
          if (raw.listenerCount('error') > 0) raw.emit('error', error);
        },
      };
      device.running.add(upload);
      const timer = setInterval(() => tick(device, upload), limits.uploadTickMs);
      timer.unref();
      const count = ({ length }: Buffer) => {
        upload.bytes += length;
        device.bytes += length;
      };
      raw.on('data', count);
      const over = () => {
        clearInterval(timer);
        raw.off('data', count).off('end', over).off('close', over);
        // The caller also ends the watch. By then the device may have a new entry for later uploads.
        if (!device.running.delete(upload)) return;
        if (device.running.size === 0) devices.delete(deviceId);
      };
      // After the last byte the server itself may need long, for example to store a piece.
      raw.once('end', over);
      raw.once('close', over);
      return over;
    },
  };
}
