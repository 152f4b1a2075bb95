import type { Bench } from '../bench.ts';
import { throughput } from './throughput.ts';

export const server: Bench = {
  name: 'server',
  title: 'The backend, beside the same rows, bytes and fsyncs behind a bare node:http',
  isOfServer: true,
  run: throughput,
};
