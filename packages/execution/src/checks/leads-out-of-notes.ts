import type { NoteLink } from '@datacortex/notes'

/** Whether a link leads to something that is no file of the space: a page, an address, or an ID that Emacs keeps. */
export function leadsOutOfNotes({ target }: Pick<NoteLink, 'target'>): boolean {
  // A note may be called `Review: Bees`, so not every word before a colon is a scheme.
  return /^(?:[a-z][a-z\d+.-]*:\/\/|(?:id|mailto|tel|doi|urn|data|attachment):\S)/i.test(target)
}
