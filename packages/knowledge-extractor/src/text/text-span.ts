/** A piece of a text: `text.slice(start, end)`. Offsets are UTF-16 code units, `end` exclusive. */
export type TextSpan = { readonly text: string; readonly start: number; readonly end: number }
