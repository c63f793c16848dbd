import { bareWords } from '../text/bare-words.ts'
import { withoutAddresses } from '../text/content-terms.ts'
import { withoutWikiLinks } from './inline-text.ts'

export function sayingOf(text: string): (passage: string) => boolean {
  let words: string | undefined
  return (passage) => {
    const wanted = wordsOf(passage)
    words ??= wordsOf(text)
    return wanted !== '  ' && words.includes(wanted)
  }
}

/** Letters and digits only, and no addresses: what a note does so that words show as words changes none of them. */
function wordsOf(text: string): string {
  return ` ${bareWords(withoutAddresses(withoutWikiLinks(text)).normalize('NFC'))} `
}
