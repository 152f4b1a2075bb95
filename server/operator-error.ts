/** The server cannot start, and only a person can repair it. The message describes the fault and its repair. */
export class OperatorError extends Error {}

/** The server can't start now because a service that it needs does not answer. A later start may succeed. */
export class TemporaryError extends OperatorError {}

/** Thrown if a newer server has migrated the database. */
export class NewerDatabase extends OperatorError {
  constructor(cause: string) {
    super(
      `A newer Veld has changed the database. Nothing was changed. Start that version again, or a later one.
Only if that is impossible, restore the database and the files of the last backup before the update.`,
      { cause },
    );
  }
}
