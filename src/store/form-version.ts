/** Version of the tables in `domain/forms`. It grows when a field goes, changes its name or what it holds. */
export const FORM_VERSION = 1;
