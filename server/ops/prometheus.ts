import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../meter.ts';

/** Seconds: from a delay that nobody notices to a photo over the slowest connection. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600];

const gauges = {
  'devices-seen': ['veld_devices_seen', 'Devices that called within the last 15 minutes'],
  'database-waiting': ['veld_database_waiting', 'Calls that wait for a connection'],
  'database-connections': ['veld_database_connections', 'Connections to the database'],
  'spool-bytes': ['veld_spool_bytes', 'Bytes that wait to be sent to the bucket'],
} as const;

export type Metrics = Readonly<{
  meter: Meter;
  /** The metrics in Prometheus's text format, whose media type is `contentType`. */
  text: () => Promise<string>;
  contentType: string;
}>;

export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'veld_build_info',
    help: 'Always 1',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  const requests = new Histogram({
    name: 'veld_request_seconds',
    help: 'Answered calls, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const underWay = new Gauge({
    name: 'veld_requests_under_way',
    help: 'Calls that are being answered, by route',
    labelNames: ['route'],
    registers,
  });
  const received = new Counter({
    name: 'veld_received_bytes_total',
    help: 'Received bytes',
    registers,
  });
  const refused = new Counter({
    name: 'veld_refused_total',
    help: 'Refused calls, by problem code',
    labelNames: ['code'],
    registers,
  });
  const once = new Histogram({
    name: 'veld_once_seconds',
    help: 'Transactions that run at most once for an idempotency key, by result',
    labelNames: ['ending'],
    buckets: BUCKETS,
    registers,
  });
  const retried = new Counter({
    name: 'veld_transactions_retried_total',
    help: 'Retried transactions, by SQLSTATE',
    labelNames: ['state'],
    registers,
  });
  const files = new Histogram({
    name: 'veld_file_seconds',
    help: 'Calls to the file store, by operation and failure',
    labelNames: ['act', 'failed'],
    buckets: BUCKETS,
    registers,
  });
  const events = new Counter({
    name: 'veld_events_total',
    help: 'Counts of job results and warnings, by event name in the log',
    labelNames: ['event'],
    registers,
  });
  const failures = new Counter({
    name: 'veld_failures_total',
    help: 'Unexpected errors, which the log describes',
    registers,
  });
  return {
    meter: {
      begun: (route) => underWay.inc({ route }),
      over: (route) => underWay.dec({ route }),
      request: ({ method, route, status, seconds }) =>
        requests.observe({ method, route, status }, seconds),
      received: (bytes) => received.inc(bytes),
      refused: (code) => refused.inc({ code }),
      once: (ending, seconds) => once.observe({ ending }, seconds),
      retried: (state) => retried.inc({ state }),
      file: (act, failed, seconds) => files.observe({ act, failed: String(failed) }, seconds),
      event: (event, count) => events.inc({ event }, count),
      failure: () => failures.inc(),
      gauge: (name, value) => {
        const [metric, help] = gauges[name];
        new Gauge({
          name: metric,
          help,
          registers,
          collect() {
            this.set(value());
          },
        });
      },
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
