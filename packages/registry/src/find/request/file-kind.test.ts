import { expect, test } from 'vitest'
import { fileKind } from './name-file-kinds.ts'

test('an ending says what people call such a file, unless it says two things', () => {
  expect(['PPTX', 'bib', 'key', 'ai', 'ts', ''].map(fileKind)).toEqual([
    'PowerPoint presentation',
    'BibTeX bibliography',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
