import type { NoteIndexUpdate } from '@datacortex/memory'

/** What is reported meanwhile: that changes are noticed from now on, what each update did, and why one failed. */
export type WatchNews =
  | { readonly kind: 'watching' }
  | { readonly kind: 'updated'; readonly update: NoteIndexUpdate }
  | { readonly kind: 'failed'; readonly error: unknown }
