import { splitSentences } from './split-sentences.ts'

export const words = (size: number): (() => unknown) => split('word '.repeat(size))
export const stars = (size: number): (() => unknown) => split('* '.repeat(size))
export const letters = (size: number): (() => unknown) => split('a. '.repeat(size))
export const questions = (size: number): (() => unknown) => split('?X'.repeat(size))
export const openLinks = (size: number): (() => unknown) => split('[a](b'.repeat(size))
export const openLinkOfBrackets = (size: number): (() => unknown) => split(`[a](${'(b)'.repeat(size)}`)
export const linksInLinks = (size: number): (() => unknown) => split(`[${'](x'.repeat(size)}${')'.repeat(size)}`)

function split(text: string): () => unknown {
  return () => splitSentences(text)
}
