/** The worker's own global object, as the compiler should see it. */
export const scope = globalThis as unknown as ServiceWorkerGlobalScope & {
  readonly registration: ServiceWorkerRegistration & {
    readonly sync?: { register: (tag: string) => Promise<void> };
  };
};

/** Background Sync is in no library of TypeScript's. */
export interface SyncEventLike extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}
