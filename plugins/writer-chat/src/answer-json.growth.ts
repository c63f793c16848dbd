import { answerJson } from './answer-json.ts'

export const fences = (size: number): (() => unknown) => read('```\n'.repeat(size))
export const braces = (size: number): (() => unknown) => read('{'.repeat(size))
export const thoughts = (size: number): (() => unknown) => read('<think>'.repeat(size))
export const blanks = (size: number): (() => unknown) => read(' '.repeat(size))

function read(text: string): () => unknown {
  return () => answerJson(text)
}
