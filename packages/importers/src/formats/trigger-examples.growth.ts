import { triggerExamples } from './trigger-examples.ts'

/** Beginnings of requests that never come. */
export function beginnings(size: number): () => unknown {
  const texts = ['Use when '.repeat(size), ' '.repeat(size * 8), "'".repeat(size * 4), 'use this '.repeat(size)]
  return () => triggerExamples(texts)
}

/** A row of stars in a description. */
export function stars(size: number): () => unknown {
  const text = `Use when a${'*'.repeat(size)}a`
  return () => triggerExamples([text])
}
