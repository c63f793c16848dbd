/**
 * One condition on a declared field.
 *
 * `equals` and `oneOf` are for string, number and boolean fields; `contains` for tags; `from` and `to` (both inclusive)
 * for numbers and strings, strings in code point order, as ISO dates want it.
 */
export type Condition =
  | { readonly field: string; readonly equals: string | number | boolean }
  | { readonly field: string; readonly oneOf: readonly (string | number | boolean)[] }
  | { readonly field: string; readonly contains: string }
  | { readonly field: string; readonly from?: string | number | undefined; readonly to?: string | number | undefined }

/** Conditions that must all hold; an empty filter matches every row. */
export type Filter = readonly Condition[]
