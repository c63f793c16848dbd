import { textType } from './text-type.ts'

// Of what is sniffed only the first 64 kB are read, so what reads them is measured without that limit.
export const dashes = (size: number): (() => unknown) => told('-'.repeat(size))
export const lineEnds = (size: number): (() => unknown) => told('\n'.repeat(size))
export const brackets = (size: number): (() => unknown) => told('['.repeat(size))
/** Longer than the longest link, up to whose length each is read. */
export const openLinks = (size: number): (() => unknown) => told('[a](#'.repeat(size * 200))
export const openDrawers = (size: number): (() => unknown) => told(':PROPERTIES:\n'.repeat(size))
export const fields = (size: number): (() => unknown) => told(':a:\n'.repeat(size))
export const openFrontMatter = (size: number): (() => unknown) => told('---\na:\n--- '.repeat(size))

function told(text: string): () => unknown {
  return () => textType(`x${text}`, { isWhole: true, tail: text.slice(-64), ending: '', declared: '' })
}
