/**
 * The format of the submissions' rows that this version writes. It grows when a row changes so that an older version must not
 * touch it: that one then leaves the row alone, and a person is told. Rows without one are of the first.
 */
export const FORMAT = 1;
