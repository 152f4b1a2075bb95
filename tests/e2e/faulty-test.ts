import { Device } from '../support/device.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import { test as base } from './test.ts';

/** As `test`, with a road between the phone and the backend that can be made to harm the calls. */
export const test = base.extend<{ road: FaultProxy }>({
  road: async ({ backend }, use) => {
    const proxy = await FaultProxy.start(backend.address);
    await use(proxy);
    await proxy.stop();
  },
  device: async ({ road }, use) => {
    const device = new Device(road.address);
    await device.switchOn();
    await use(device);
    await device.remove();
  },
});
