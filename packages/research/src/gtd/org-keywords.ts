import type { OrgKeywords } from './org-heading.ts'

// What Datacore's own files use without saying so, beside org's TODO and DONE.
const usual: OrgKeywords = {
  open: ['TODO', 'NEXT', 'WAITING', 'QUEUED', 'WORKING', 'REVIEW', 'HOLD'],
  done: ['DONE', 'CANCELLED', 'CANCELED', 'FAILED'],
}

/** The keywords of a file: its `#+TODO:`, `#+SEQ_TODO:` and `#+TYP_TODO:` lines, together with the usual ones. */
export function orgKeywords(text: string): OrgKeywords {
  const lines = [...text.matchAll(/^#\+(?:SEQ_|TYP_)?TODO:[ \t]*(.*)$/gim)].map((match) => match[1] ?? '')
  const open: string[] = []
  const done: string[] = []
  for (const line of lines) {
    const words = line.split(/\s+/).filter((word) => word !== '')
    const bar = words.indexOf('|')
    // Without a bar the last word is the closed one.
    const border = bar < 0 ? words.length - 1 : bar
    open.push(...words.slice(0, border).map(withoutKeys))
    done.push(...words.slice(bar < 0 ? border : border + 1).map(withoutKeys))
  }
  return { open: unique([...open, ...usual.open]), done: unique([...done, ...usual.done]) }
}

/** `WAIT(w@/!)` is the keyword `WAIT`. */
function withoutKeys(word: string): string {
  return word.replace(/\(.*\)$/, '')
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)]
}
