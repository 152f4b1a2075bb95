import { Database } from './database.ts';
import { type CopyHere, type DeviceStorage, deviceStorage } from './device.ts';

/** The door of the page where somebody signs in, which needs nothing else of the store. */
export const openSettings = (copy: CopyHere): DeviceStorage => deviceStorage(new Database(), copy);
