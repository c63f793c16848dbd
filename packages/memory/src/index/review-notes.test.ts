import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace } from './__fixtures__/note-space.ts'
import { reviewNotes } from './review-notes.ts'
import { updateNoteIndex } from './update-note-index.ts'

test('faults of notes are known after the update that read them, and links that lead nowhere', async () => {
  const paths = await noteSpace({
    'broken.md': '---\ntitle: a: b: [c\n---\nText',
    'a.md':
      '[[Nobody]] [[broken]] ![[walrus.png]] ![[gone.png]] [p](pictures/walrus.png) [[Template]] [[Board.canvas]] [[v1.2]]',
    'Templates/Template.md': '[[Neither]]',
    'Board.canvas': '{}',
    'pictures/walrus.png': 'x',
    'a (conflicted copy 2026-01-31).md': 'other',
    'Plan.md': '# Plan',
    'Plan 2.md': '# Plan\n\nmore',
    'Chapter.md': 'one',
    'Chapter 2.md': 'two',
    '.obsidian/templates.json': '{"folder":"Templates"}',
    '.obsidian/app.json': '{"userIgnoreFilters":["/x/"]}',
  })
  expect(await reviewNotes(paths)).toEqual({ findings: [], dangling: [], copies: [], unfollowed: ['/x/'] })
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder })
  await updateNoteIndex(paths, { embedder })
  expect(await reviewNotes(paths)).toMatchObject({
    findings: [{ code: 'NOTE_FRONT_MATTER_INVALID', subject: expect.stringMatching(/^broken\.md:/) }],
    dangling: [
      { path: 'a.md', target: 'Nobody', line: 1 },
      { path: 'a.md', target: 'gone.png', line: 1 },
      { path: 'a.md', target: 'v1.2', line: 1 },
    ],
    copies: [
      { path: 'Plan 2.md', of: 'Plan.md' },
      { path: 'a (conflicted copy 2026-01-31).md', of: 'a.md' },
    ],
  })
})
