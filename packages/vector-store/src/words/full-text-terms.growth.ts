import { fullTextTerms } from './stored-text.ts'

function query(text: string): () => unknown {
  return () => fullTextTerms(text)
}

export function endlessChinese(size: number): () => unknown {
  return query('测'.repeat(size))
}

export function endlessBeyondTheBasicPlane(size: number): () => unknown {
  return query('𠀀'.repeat(size))
}

export function endlessThaiWithMarks(size: number): () => unknown {
  return query('ก็'.repeat(size))
}

export function marksWithoutLetter(size: number): () => unknown {
  return query('\u0301'.repeat(size))
}
