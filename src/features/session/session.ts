import { type DeviceStorage, deviceDefaults } from '../../store/device.ts';
import type { SignInResult } from './credential.ts';

/** Keeps who signed in, so that it is known offline too. The user's number is the backend's to give: until then it is 0. */
export function keepSignIn(storage: DeviceStorage, result: SignInResult): Promise<void> {
  return storage.set({
    AuthToken: result.idToken,
    UserId: deviceDefaults.UserId,
    FirstName: result.firstName,
    Surname: result.surname,
    ProfileImageUrl: result.profileImageUrl,
  });
}

/**
 * Keeps the one-time code of offline access under the specification's key 'RefreshToken'. A lasting token it is not: a
 * server would have to exchange it for one, and the backend has no call for that.
 */
export function keepOfflineAccess(storage: DeviceStorage, code: string): Promise<void> {
  return storage.set({ RefreshToken: code });
}
