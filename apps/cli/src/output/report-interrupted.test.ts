import { expect, test } from 'vitest'
import { spaceError } from '@datacortex/space/errors'
import { interruptedDocument, interruptedLines } from './report-interrupted.ts'

const cause = new DOMException('Interrupted.', 'AbortError')

test('what is done by now is told, and how to go on', () => {
  const error = spaceError(
    'CLI_INTERRUPTED',
    { done: '12 files written so far', hint: 'datacortex undo ingest-1' },
    { cause },
  )
  expect(interruptedLines(error)).toEqual([
    'interrupted; 12 files written so far',
    'next       datacortex undo ingest-1',
  ])
  expect(interruptedDocument(error)).toEqual({
    code: 'INTERRUPTED',
    message: 'Interrupted: 12 files written so far.',
    hint: 'datacortex undo ingest-1',
  })
  const named = (hint: string) => `${hint} --root /desk`
  expect(interruptedDocument(error, named)).toMatchObject({ hint: 'datacortex undo ingest-1 --root /desk' })
})

test('of a command that leaves nothing behind, only that is told', () => {
  expect(interruptedLines(cause)).toEqual(['interrupted; nothing is half-written'])
  expect(interruptedDocument(cause)).toMatchObject({ message: 'Interrupted.', hint: expect.any(String) })
})
