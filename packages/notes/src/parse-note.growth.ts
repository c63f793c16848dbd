import { parseNote } from './parse-note.ts'

/** As Markdown and as org: what means nothing in the one may mean something in the other. */
function note(start: string): () => unknown {
  const text = `${start}\n\nlastword`
  return () => ['a.md', 'a.org'].map((path) => parseNote(text, { path, sha256: '' }))
}

export function openBrackets(size: number): () => unknown {
  return note('['.repeat(size))
}

export function openLinks(size: number): () => unknown {
  return note('[[a '.repeat(size))
}

export function openTargets(size: number): () => unknown {
  return note('[a]('.repeat(size))
}

export function stars(size: number): () => unknown {
  return note('*a '.repeat(size))
}

export function underscores(size: number): () => unknown {
  return note('a_ '.repeat(size))
}

export function quotes(size: number): () => unknown {
  return note('>'.repeat(size))
}

export function dashes(size: number): () => unknown {
  return note('- '.repeat(size))
}

export function openTags(size: number): () => unknown {
  return note('<a '.repeat(size))
}

export function openComments(size: number): () => unknown {
  return note('<!-- '.repeat(size))
}

export function tags(size: number): () => unknown {
  return note('#a '.repeat(size))
}

export function openBlocks(size: number): () => unknown {
  return note('#+begin_src\n'.repeat(size))
}

export function openDrawers(size: number): () => unknown {
  return note(':PROPERTIES:\n:a: b\n'.repeat(size))
}

export function rules(size: number): () => unknown {
  return note('---\n'.repeat(size))
}

/** Runs of different lengths, of which none closes another: `size` characters in all. */
export function backticks(size: number): () => unknown {
  return note(Array.from({ length: Math.sqrt(2 * size) }, (_, length) => '`'.repeat(length)).join('a'))
}

export function nestedList(size: number): () => unknown {
  return note(Array.from({ length: Math.sqrt(size) }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n'))
}
