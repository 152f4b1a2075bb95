export type Value = string | boolean;

/**
 * What the person typed, unchanged, by field name. Absent: not touched yet, so the field's default applies.
 * `isBusinessCustomer` and `hasWorkAddress` are booleans; `identityKind` is 'South African ID' or 'Passport or permit';
 * everything else is a string.
 */
export type Values = Readonly<Record<string, Value>>;
