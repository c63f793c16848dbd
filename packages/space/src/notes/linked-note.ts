export type LinkedNote = { readonly path: string; readonly title: string }

/** A note that links to another or names it, and the line in which it does. */
export type Backlink = LinkedNote & { readonly line: number; readonly sentence: string }
