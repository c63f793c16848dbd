import { expect, test } from 'vitest'
import { spaceWith } from './__fixtures__/space-with.ts'
import { allowAll, openSpaceReader } from './space-reader.ts'
import { readRequired } from './read-required.ts'

const files = {
  '0-personal/notes [2024]/plan [v2].md': 'Plan.',
  '0-personal/notes [2024]/b.md': 'B.',
  'k/a?.md': 'Asked.',
  'k/ab.md': 'AB.',
  'k/{x,y}.md': 'Both.',
  'k/x.md': 'X.',
}

test.each([
  ['0-personal/notes [2024]/plan [v2].md', ['0-personal/notes [2024]/plan [v2].md']],
  ['0-personal/notes [2024]/', ['0-personal/notes [2024]/b.md', '0-personal/notes [2024]/plan [v2].md']],
  ['./0-personal/notes [2024]', ['0-personal/notes [2024]/b.md', '0-personal/notes [2024]/plan [v2].md']],
  ['k/a?.md', ['k/a?.md']],
  ['k/{x,y}.md', ['k/{x,y}.md']],
  ['k/[ax].md', ['k/x.md']],
  ['k/{ab,x}.md', ['k/ab.md', 'k/x.md']],
])('%j is the file or folder of this name, else what it matches', async (required, expected) => {
  const reader = await openSpaceReader(await spaceWith(files), allowAll)
  const { found, leftOut } = await readRequired(reader, { required: [required] })
  expect([found.map(({ origin }) => origin), leftOut]).toEqual([expected, []])
})
