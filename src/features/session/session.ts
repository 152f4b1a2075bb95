import { type DeviceStorage, deviceDefaults } from '../../store/device.ts';
import type { SignInResult } from './credential.ts';

/** Stores who signed in, so that it is known offline too. Only the backend could give a user id: it stays at its default, 0. */
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
 * Stores the one-time code of offline access under the specification's key 'RefreshToken'. It is not a refresh token yet: a
 * server would have to exchange it for one, and the backend has no call for that.
 */
export function keepOfflineAccess(storage: DeviceStorage, code: string): Promise<void> {
  return storage.set({ RefreshToken: code });
}
