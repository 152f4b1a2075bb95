/** The worker's global object, typed as a service worker's. */
export const scope = globalThis as unknown as ServiceWorkerGlobalScope & {
  readonly registration: ServiceWorkerRegistration & {
    readonly sync?: { register: (tag: string) => Promise<void> };
  };
};

/** The event of Background Sync, which TypeScript's libraries do not have. */
export interface SyncEventLike extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}
