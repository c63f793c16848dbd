import { textType } from './text-type.ts'

// Of what is sniffed only the first 64 kB are read, so what reads them is measured without that limit.
export const dashes = (size: number): (() => unknown) => typeOf('-'.repeat(size))
export const lineEnds = (size: number): (() => unknown) => typeOf('\n'.repeat(size))
export const brackets = (size: number): (() => unknown) => typeOf('['.repeat(size))
/** Longer than the longest link, up to whose length each is read. */
export const openLinks = (size: number): (() => unknown) => typeOf('[a](#'.repeat(size * 200))
export const openDrawers = (size: number): (() => unknown) => typeOf(':PROPERTIES:\n'.repeat(size))
export const fields = (size: number): (() => unknown) => typeOf(':a:\n'.repeat(size))
export const openFrontMatter = (size: number): (() => unknown) => typeOf('---\na:\n--- '.repeat(size))

function typeOf(text: string): () => unknown {
  return () => textType(`x${text}`, { isWhole: true, tail: text.slice(-64), ending: '', declared: '' })
}
