import { caseBlindDisk } from '@datacortex/platform/simulated-disks'
import { expect, test } from 'vitest'
import { spaceWith } from './__fixtures__/space-with.ts'
import { allowAll, openSpaceReader } from './space-reader.ts'

const access = {
  ...allowAll,
  path: (path: string): string | undefined => (path.startsWith('p/journal/') ? 'its level is private' : undefined),
}

test('a closed file stays closed under a name that is another one to the screen and none to the disk', async () => {
  const paths = await spaceWith({ 'p/journal/Day.md': 'Private.', 'p/Open.md': 'Open.' })
  const reader = await openSpaceReader(paths, access, { disk: caseBlindDisk() })
  for (const path of ['p/journal/Day.md', 'p/Journal/Day.md', 'P/JOURNAL/day.md'])
    expect(await reader.read(path)).toEqual({ reason: 'its level is private' })
  expect(await reader.read('P/open.md')).toMatchObject({ text: 'Open.', file: 'p/Open.md' })
  expect(await reader.behind('p/JOURNAL/day.md')).toBe('p/journal/Day.md')
  expect(await reader.kindOf('P/journal')).toBe('folder')
})
