import { plainText } from './plain-text.ts'

export const angles = (size: number): (() => unknown) => read('<'.repeat(size))
export const comments = (size: number): (() => unknown) => read('<!--'.repeat(size))
export const openScripts = (size: number): (() => unknown) => read('<script>'.repeat(size))
export const scripts = (size: number): (() => unknown) => read('<script></script>'.repeat(size))
export const entities = (size: number): (() => unknown) => read('&amp;'.repeat(size))
export const openTags = (size: number): (() => unknown) => read('<a '.repeat(size))
export const openEntities = (size: number): (() => unknown) => read('&#'.repeat(size))

function read(html: string): () => unknown {
  return () => plainText(html)
}
