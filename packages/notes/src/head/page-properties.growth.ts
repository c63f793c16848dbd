import { readPageProperties } from './page-properties.ts'

function head(part: string, size: number): () => unknown {
  const body = `tags:: ${part.repeat(size)}`
  return () => readPageProperties(body)
}

export function openReferences(size: number): () => unknown {
  return head('[[', size)
}

export function openTags(size: number): () => unknown {
  return head('#[[x', size)
}

export function properties(size: number): () => unknown {
  return head('a:: b\n', size)
}

export function blanks(size: number): () => unknown {
  return head(' ', size)
}

export function colons(size: number): () => unknown {
  return head(':', size)
}
