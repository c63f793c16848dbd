import { expect, test } from 'vitest'
import { CodedError } from './coded-error.ts'
import { type MakeError, errorsOf } from './errors-of.ts'

type NoteErrors = {
  readonly MEMORY_NOTE_MISSING: { readonly path: string; readonly near?: string | undefined }
  readonly MEMORY_NOTE_LOCKED: { readonly path: string; readonly key: string }
  readonly MEMORY_FULL: Record<string, never>
}

const noteError: MakeError<NoteErrors> = errorsOf<NoteErrors>({
  MEMORY_NOTE_MISSING: {
    message: ({ path }) => `The note ${path} does not exist.`,
    hint: ({ near }) => (near === undefined ? undefined : `There is ${near}.`),
  },
  MEMORY_NOTE_LOCKED: {
    message: ({ path }) => `The note ${path} is locked.`,
    hint: 'Try again.',
    details: ({ path }) => ({ path }),
  },
  MEMORY_FULL: { message: 'Nothing more can be kept.' },
})

test('message, hint and details are made of the facts', () => {
  const cause = new Error('disk')
  const error = noteError('MEMORY_NOTE_MISSING', { path: 'a.md', near: 'b.md' }, { cause })
  expect(error).toMatchObject({
    code: 'MEMORY_NOTE_MISSING',
    message: 'The note a.md does not exist.',
    hint: 'There is b.md.',
    details: { path: 'a.md', near: 'b.md' },
    cause,
  })
  expect(CodedError.is(error, 'MEMORY_NOTE_MISSING')).toBe(true)
  expect(noteError('MEMORY_NOTE_MISSING', { path: 'a.md' }).hint).toBeUndefined()
})

test('details are what the table says, where it does', () => {
  expect(noteError('MEMORY_NOTE_LOCKED', { path: 'a.md', key: 'secret' }).details).toEqual({ path: 'a.md' })
})

test('a code without facts', () => {
  expect(noteError('MEMORY_FULL', {})).toMatchObject({ message: 'Nothing more can be kept.', details: {} })
})

test('the stack begins where it was made', () => {
  expect(noteError('MEMORY_FULL', {}).stack?.split('\n')[1]).toContain('errors-of.test.ts')
})
