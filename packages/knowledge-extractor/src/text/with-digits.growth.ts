import { withDigits } from './with-digits.ts'

export const ones = (size: number): (() => unknown) => read('one '.repeat(size))
export const twenties = (size: number): (() => unknown) => read('twenty-'.repeat(size))
export const halves = (size: number): (() => unknown) => read('a half of '.repeat(size))
export const germanOnes = (size: number): (() => unknown) => read('ein'.repeat(size))
export const germanHundreds = (size: number): (() => unknown) => read('hundert'.repeat(size))
export const germanThousands = (size: number): (() => unknown) => read('tausendund'.repeat(size))
export const germanHalves = (size: number): (() => unknown) => read('eine halbe '.repeat(size))
export const twoAndHalf = (size: number): (() => unknown) => read('two and a half '.repeat(size))

function read(text: string): () => unknown {
  return () => withDigits(text)
}
