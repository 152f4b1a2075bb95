import { AnsweringProxy } from '../support/answering-proxy.ts';
import { Device } from '../support/device.ts';
import { test as base } from './test.ts';

/** As `test`, with a proxy between the phone and the backend that writes down calls and can answer them. */
export const test = base.extend<{ wire: AnsweringProxy }>({
  wire: async ({ backend }, use) => {
    const proxy = await AnsweringProxy.start(backend.address);
    await use(proxy);
    await proxy.stop();
  },
  device: async ({ wire }, use) => {
    const device = new Device(wire.address);
    await device.switchOn();
    await use(device);
    await device.remove();
  },
});
