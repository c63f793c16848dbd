import { CodedError } from '@datacortex/errors'
import { expect } from 'vitest'

export const codePattern: RegExp = /^[A-Z]+(?:_[A-Z0-9]+)+$/

/** Expects an error with a code and a hint, and without a secret. */
export function expectCoded(
  error: unknown,
  { what, secrets = [] }: { what: string; secrets?: readonly string[] | undefined },
): CodedError {
  expect(CodedError.is(error), `${what}: ${String(error)}`).toBe(true)
  if (!CodedError.is(error)) throw new Error('No coded error.')
  expect(error.code).toMatch(codePattern)
  expect(error.hint ?? '', `${error.code} has a hint`).not.toBe('')
  // Left out, the words of the error decide.
  expect(['boolean', 'undefined']).toContain(typeof error.details['transient'])
  expectNoSecret(`${error.message} ${error.hint} ${JSON.stringify(error.details)}`, secrets)
  expectNoSecret(error.stack ?? '', secrets)
  return error
}

/** Expects that nothing of the secrets stands in what is told. */
export function expectNoSecret(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(encodeURIComponent(secret))
  }
}

/** The error of what was asked; what was answered in its place, if there is none. */
export async function failureOf(asked: Promise<unknown>): Promise<unknown> {
  return await asked.then(
    (answer) => `it answered ${JSON.stringify(answer)?.slice(0, 500)}`,
    (error: unknown) => error,
  )
}
