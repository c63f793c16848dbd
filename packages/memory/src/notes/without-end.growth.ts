import { withoutEnd } from '@datacortex/text'
import { sectionOf } from '../context/section-of.ts'
import { rowConditions } from '../index/note-filter.ts'
import { MemoryLedger } from '../sessions/memory-ledger.ts'
import { memoryTitle } from '../sessions/memory-title.ts'
import { parseNote } from './parse-note.ts'

// Each has very many of the signs that stand at an end, but not there.

export function text(size: number): () => unknown {
  const blanks = `a${' '.repeat(size)}b`
  return () => withoutEnd(blanks, ' ')
}

export function tagInText(size: number): () => unknown {
  const note = `#a${'/'.repeat(size)}b`
  return () => parseNote(note, { path: 'a.md', sha256: '' })
}

export function tagInFrontMatter(size: number): () => unknown {
  const note = `---\ntags: [a${'/'.repeat(size)}b]\n---\n`
  return () => parseNote(note, { path: 'a.md', sha256: '' })
}

export function headingOfOrg(size: number): () => unknown {
  const note = `* a${' '.repeat(size)}b\n`
  return () => parseNote(note, { path: 'a.org', sha256: '' })
}

export function tagThatIsAskedFor(size: number): () => unknown {
  const tag = `a${':'.repeat(size)}b`
  return () => rowConditions({ tags: [tag] })
}

export function heading(size: number): () => unknown {
  const note = `# a${' '.repeat(size)}b\ntext`
  return () => sectionOf(note, 'x')
}

export function titleOfMemory(size: number): () => unknown {
  const summary = `${'\n'.repeat(size)}x`
  return () => memoryTitle(summary)
}

export function wordsOfMemory(size: number): () => unknown {
  const summary = `${'.'.repeat(size)}x`
  return () => new MemoryLedger().sameAs({ summary })
}
