import { logEntries } from './log-entries.ts'
import { pointsOf } from './points-of.ts'

export const sentences = (size: number): (() => unknown) => read('The pier is open. '.repeat(size))
export const quotes = (size: number): (() => unknown) => read('"a '.repeat(size))
export const orders = (size: number): (() => unknown) => read('ignore a. '.repeat(size))
export const fences = (size: number): (() => unknown) => read('```\n'.repeat(size))
export const items = (size: number): (() => unknown) => read('- is the a: \n'.repeat(size))
export const entries = (size: number): (() => unknown) => {
  const log = '## 08:00\n- a\n'.repeat(size)
  return () => logEntries(log)
}

function read(text: string): () => unknown {
  return () => pointsOf(text)
}
