import { sectionOf } from './structure/section-of.ts'
import { withoutEnd } from '@datacortex/text'
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

export function heading(size: number): () => unknown {
  const note = `# a${' '.repeat(size)}b\ntext`
  return () => sectionOf(note, 'x')
}
